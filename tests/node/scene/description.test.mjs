// What is derived from the description of a scene: keys of links, defaults, controls and masks.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';
import { scenes } from '../support/scenes.mjs';

const { scene: description } = await bundle('web/scene/description.ts');
const { places } = await bundle('web/scene/schema.ts');
const { controlPaths, elementControlPaths, fitMask, maskKinds, maskNumbers, newMask } =
  await bundle('web/scene/controls.ts');
const { controlNames } = await bundle('web/export/attribute-values.ts');
const { defaultScene, parseScene } = await bundle('web/scene/index.ts');

const all = [...places(description)];
const masked = (mask) => ({ ...defaultScene, attention: { ...defaultScene.attention, mask } });

describe('the description of a scene', () => {
  it('gives each key of a link to one place', () => {
    const owners = new Map();
    for (const { path, field } of all) {
      if (field.link === undefined) continue;
      assert.equal(owners.get(field.link) ?? path.join('.'), path.join('.'), field.link);
      owners.set(field.link, path.join('.'));
    }
    assert.ok(owners.size > 50, `${owners.size} keys`);
  });
  it('names places that there are in its conditions and resets', () => {
    const known = new Set(['parameters.kind', ...all.map(({ path }) => path.join('.'))]);
    for (const { field } of all) {
      const { control, resets = [] } = field;
      for (const place of [...resets, ...(control?.at === undefined ? [] : [control.at])]) {
        assert.ok(known.has(place), place);
      }
    }
  });
  it('has defaults that its own fields take', () => {
    for (const { path, field } of all) {
      if (field.default === undefined || field.default === null) continue;
      assert.deepEqual(field.parse(field.default, ''), field.default, path.join('.'));
    }
  });
});

describe('the controls of a scene', () => {
  it('are at places that the scene can have', () => {
    const known = new Set(all.map(({ path }) => path.join('.')));
    for (const scene of scenes(200, 6)) {
      const paths = controlPaths(scene);
      assert.equal(new Set(paths).size, paths.length);
      for (const path of paths) assert.ok(known.has(path), path);
    }
  });
  it('are there for what the kinds of its parts have, and for nothing else', () => {
    const paths = controlPaths(masked({ kind: 'window', before: 1, after: 1 }));
    for (const path of ['sentence', 'attention.mask.before', 'attention.mask.after', 'view.digits'])
      assert.ok(paths.includes(path), path);
    for (const path of ['attention.mask.length', 'attention.kvHeads', 'attention.scale', 'embedding.seed', 'encoder'])
      assert.ok(!paths.includes(path), path);
    const causal = masked({ kind: 'causal' });
    assert.ok(!controlPaths(causal).includes('attention.mask.align'));
    assert.ok(controlPaths({ ...causal, encoder: { sentence: 'a' } }).includes('attention.mask.align'));
    assert.ok(controlPaths({ ...defaultScene, encoder: { sentence: 'a' } }).includes('encoder'));
  });
  it('of an element are all described', () => {
    assert.deepEqual(Object.keys(elementControlPaths).sort(), [...controlNames].sort());
  });
});

describe('a mask of each kind', () => {
  const sizes = [
    { queries: 1, keys: 1 },
    { queries: 5, keys: 3 },
  ];
  for (const kind of maskKinds) {
    it(`${kind}: begins with what the parser takes, within the tokens`, () => {
      for (const size of sizes) {
        const visible = () => Array.from({ length: size.queries }, () => new Array(size.keys).fill(1));
        const mask = newMask(kind, size, visible);
        assert.deepEqual(parseScene(masked(mask)).attention.mask, mask);
        assert.equal(fitMask(mask, size), mask);
        for (const { key, least, within } of maskNumbers(kind)) {
          // A number that may be left out is 0.
          const number = mask[key] ?? 0;
          assert.ok(number >= least && number <= size[within], `${key} is ${mask[key]}`);
        }
      }
    });
  }
  it('is cut to the keys where it must be', () => {
    const few = { queries: 2, keys: 2 };
    assert.deepEqual(fitMask({ kind: 'padding', length: 5 }, few), { kind: 'padding', length: 2 });
    assert.deepEqual(fitMask({ kind: 'prefix', length: 5 }, few), { kind: 'prefix', length: 2 });
    const window = { kind: 'window', before: 5, after: 5 };
    assert.equal(fitMask(window, few), window);
  });
});
