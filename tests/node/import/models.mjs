// Tensors of a small model, their roles and the scene that they make.
import assert from 'node:assert/strict';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';
import { generator } from '../support/scenes.mjs';

export const { modelScene } = await bundle('web/import/model/scene.ts');
export const core = await loadCore();

const random = generator(5);
export const nested = ([size, ...others], make = () => random() * 2 - 1) =>
  Array.from({ length: size }, () => (others.length === 0 ? make() : nested(others, make)));
export const shapeOf = (value) => (Array.isArray(value) ? [value.length, ...shapeOf(value[0])] : []);
export const tensor = (name, value) => ({ name, shape: shapeOf(value), data: Float32Array.from(value.flat(Infinity)) });
export const transpose = (heads) => heads[0].map((_, row) => heads.map((head) => head[row]));
export const joined = (heads) => heads[0].map((_, row) => heads.flatMap((head) => head[row]));

export const [H, T, d] = [2, 3, 4];
export const parts = Object.fromEntries(['q', 'k', 'v'].map((name) => [name, nested([H, T, d])]));
export const weights = nested([H, T, T], () => 1 / T);

export const choices = (assigned, changes = {}) => ({
  ...{ assigned, heads: 1, headsFirst: true, batch: null, tokens: [], keyTokens: [] },
  ...changes,
});
export const assigned = (form, layer = null) =>
  Object.entries(parts).map(([role, heads]) => ({ tensor: tensor(role, form(heads)), role, layer }));
export const outputOf = (scene) => core.attend(scene).tensor('output');
export const refused = (given, message) =>
  assert.throws(
    () => modelScene(given),
    (error) => {
      assert.match(error.message, message);
      return true;
    },
  );

export const oneHot = (rows, columns) =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (__, at) => (at === row ? 1 : 0)));
