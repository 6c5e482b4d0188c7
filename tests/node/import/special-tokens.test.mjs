// What the mask of a model shows while its special tokens are left out, against what the core hides in the whole sentence.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';
import { generator } from '../support/scenes.mjs';

const { shorterMask, longerMask } = await bundle('web/import/model/shorter-mask.ts');
const { leaveOutSpecial } = await bundle('web/import/model/special-tokens.ts');
const { withSpecial } = await bundle('web/session/without-special.ts');
const core = await loadCore();
const random = generator(5);
const vectors = (rows) => Array.from({ length: rows }, () => [random(), random()]);

const sceneOf = (tokens, mask, keyTokens) => ({
  version: 1,
  tokens,
  ...(keyTokens && { encoder: { tokens: keyTokens } }),
  embedding: {
    kind: 'qkv',
    layers: [
      {
        q: vectors(tokens.length),
        k: vectors((keyTokens ?? tokens).length),
        v: vectors((keyTokens ?? tokens).length),
      },
    ],
  },
  parameters: { kind: 'none' },
  attention: { heads: 1, mask },
});
/** 1 where the core shows the key. */
const shown = (scene) => {
  const { shape, data } = core.attend(scene).tensor('masked');
  const columns = shape.at(-1);
  return Array.from({ length: data.length / columns }, (_, row) =>
    Array.from(data.subarray(row * columns, (row + 1) * columns), (score) => (score === -Infinity ? 0 : 1)),
  );
};
const isKept = (token) => !token.startsWith('[');
const kept = (rows, queries, keys) =>
  rows.filter((_, query) => isKept(queries[query])).map((row) => row.filter((__, key) => isKept(keys[key])));

const sentences = [
  '[CLS] a b c [SEP] d',
  '[CLS] a b [SEP] [PAD] [PAD]',
  'a [SEP] b c d e',
  '[PAD] [PAD] a b c d',
  'a b c d [SEP] e',
].map((text) => text.split(' '));
const painted = {
  kind: 'painted',
  visible: Array.from({ length: 6 }, () => Array.from({ length: 6 }, () => Number(random() < 0.5))),
};
const masks = [
  { kind: 'causal' },
  { kind: 'causal', align: 'bottomRight' },
  { kind: 'padding', length: 1 },
  { kind: 'padding', length: 4 },
  { kind: 'prefix', length: 3 },
  { kind: 'window', before: 1, after: 0 },
  { kind: 'window', before: 2, after: 1 },
  { kind: 'window', before: 0, after: 0, sinks: 2 },
  painted,
];

describe('without the special tokens of a model', () => {
  for (const mask of masks)
    it(`${JSON.stringify(mask).slice(0, 40)} shows what it showed, and comes back`, () => {
      for (const tokens of sentences)
        for (const keyTokens of [undefined, sentences[2]]) {
          const whole = sceneOf(tokens, mask, keyTokens);
          const short = leaveOutSpecial(whole);
          assert.deepEqual(shown(short), kept(shown(whole), tokens, keyTokens ?? tokens), `${tokens} ${keyTokens}`);
          assert.deepEqual(withSpecial(short, whole), whole);
        }
    });

  it('a mask that was changed keeps what it shows', () => {
    const [queries] = sentences;
    const whole = sceneOf(queries, { kind: 'window', before: 1, after: 0 });
    const short = leaveOutSpecial(whole);
    for (const mask of [
      { kind: 'padding', length: 3 },
      { kind: 'causal' },
      shorterMask(painted, ...areKept(queries)),
    ]) {
      const longer = withSpecial({ ...short, attention: { ...short.attention, mask } }, whole);
      const before = shown({ ...short, attention: { ...short.attention, mask } });
      assert.deepEqual(kept(shown(longer), queries, queries), before, JSON.stringify(mask));
    }
  });

  it('a painted mask shows special tokens what they were shown', () => {
    const [queries] = sentences;
    const whole = { kind: 'causal' };
    const all = areKept(queries);
    const shorter = shorterMask(painted, ...all);
    const { visible } = longerMask(shorter, whole, ...all);
    for (const [query, row] of visible.entries())
      for (const [key, cell] of row.entries())
        if (!isKept(queries[query]) || !isKept(queries[key])) assert.equal(cell, Number(key <= query));
  });
});

function areKept(tokens) {
  const list = tokens.map(isKept);
  return [list, list];
}
