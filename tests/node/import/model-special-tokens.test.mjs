// The attention of a model without its special tokens.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { choices, core, d, modelScene, nested, refused, tensor } from './models.mjs';

describe('special tokens', () => {
  const tokens = ['[CLS]', 'it', 'is', '[SEP]'];
  const rows = (make) =>
    [0, 1].map((head) => tokens.map((_, query) => tokens.map((__, key) => make(head, query, key))));
  const given = rows((head, query, key) => [0.5, 0.25, 0.125, 0.125][(key + head + query) % 4]);
  const q = nested([2, 4, d]);
  const k = nested([2, 4, d]);
  const v = nested([2, 4, d]);

  it('stay unless somebody leaves them out', () => {
    const scene = modelScene(choices([{ tensor: tensor('w', given), role: 'weights', layer: null }], { tokens }));
    assert.deepEqual(scene.tokens, tokens);
  });

  it('are left out of weights, and each row is divided by what is left of it', () => {
    const all = [
      { tensor: tensor('w', given), role: 'weights', layer: null },
      { tensor: tensor('v', v), role: 'v', layer: null },
    ];
    const scene = modelScene(choices(all, { tokens, leavesOutSpecial: true }));
    assert.deepEqual(scene.tokens, ['it', 'is']);
    const { shape, data } = core.attend(scene).tensor('weights');
    assert.deepEqual(shape, [2, 2, 2]);
    for (const [head, queries] of given.entries())
      for (const query of [1, 2])
        for (const key of [1, 2]) {
          const [left, right] = [queries[query][1], queries[query][2]];
          const found = data[(head * 2 + query - 1) * 2 + key - 1];
          assert.ok(Math.abs(found - queries[query][key] / (left + right)) < 1e-6);
        }
    assert.deepEqual(
      core.attend(scene).tensor('v').data,
      Float32Array.from(v.flatMap((head) => head.slice(1, 3)).flat()),
    );
  });

  it('are left out of q, k and v as if they had been hidden', () => {
    const all = Object.entries({ q, k, v }).map(([role, heads]) => ({
      tensor: tensor(role, heads),
      role,
      layer: null,
    }));
    const short = core.attend(modelScene(choices(all, { tokens, leavesOutSpecial: true }))).tensor('weights').data;
    const visible = tokens.map(() => [0, 1, 1, 0]);
    const whole = modelScene(choices(all, { tokens }));
    const masked = core.attend({ ...whole, attention: { ...whole.attention, mask: { kind: 'painted', visible } } });
    const { data } = masked.tensor('weights');
    for (let head = 0; head < 2; head += 1)
      for (const query of [1, 2])
        for (const key of [1, 2]) {
          const found = short[(head * 2 + query - 1) * 2 + key - 1];
          assert.ok(Math.abs(found - data[(head * 4 + query) * 4 + key]) < 1e-6);
        }
  });

  it('a row that only looked at them becomes a row of zeros', () => {
    const only = [
      [
        [1, 0, 0, 0],
        [1, 0, 0, 0],
        [0, 0.5, 0, 0.5],
        [0, 0, 0, 1],
      ],
    ];
    const all = [{ tensor: tensor('w', only), role: 'weights', layer: null }];
    const scene = modelScene(choices(all, { tokens, leavesOutSpecial: true }));
    assert.deepEqual([...core.attend(scene).tensor('weights').data], [0, 0, 1, 0]);
  });

  it('refuses to leave out all', () => {
    const all = [{ tensor: tensor('w', given), role: 'weights', layer: null }];
    refused(choices(all, { tokens: ['<s>', '</s>', '<|endoftext|>', '[PAD]'], leavesOutSpecial: true }), /special/);
  });
});
