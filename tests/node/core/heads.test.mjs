// What all heads of a model look at: patterns, several heads as one, and weights with the lengths of values.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { refuses } from '../support/refuses.mjs';
import { smallScenes } from '../support/small-scenes.mjs';

const core = await loadCore();
const isNear = (actual, expected, message) =>
  assert.ok(
    Math.abs(actual - expected) <= 1e-5 * Math.max(1, Math.abs(expected)),
    `${message}: ${actual}, ${expected}`,
  );

/** The name of the weights that multiply the values in a layer. */
const nameIn = ({ steps }, layer) =>
  steps.some(({ name, layer: own }) => name === 'rounded' && own === layer) ? 'rounded' : 'weights';

/** The weights of a head as rows. */
function rowsOf(trace, layer, head) {
  const { shape, data } = trace.tensor(nameIn(trace, layer), { layer, head });
  return Array.from({ length: shape[0] }, (_, query) => [...data.subarray(query * shape[1], (query + 1) * shape[1])]);
}

const mean = (numbers) => (numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length);

/** The same, written as plain loops. */
function patternsOf(tokens, rows) {
  const later = rows.slice(1);
  const repeated = tokens.flatMap((token, query) => {
    const last = tokens.slice(0, query).lastIndexOf(token);
    return last < 0 ? [] : [{ same: rows[query][last], after: rows[query][last + 1] }];
  });
  return {
    previousToken: mean(later.map((row, at) => row[at])),
    firstToken: mean(later.map((row) => row[0])),
    sameToken: repeated.length === 0 ? null : mean(repeated.map(({ same }) => same)),
    induction: repeated.length === 0 ? null : mean(repeated.map(({ after }) => after)),
  };
}

const scenes = Object.entries(smallScenes).filter(([, { mistake }]) => mistake === undefined);

describe('all heads of a scene', () => {
  it('there are scenes with repeated tokens, with several layers and with another sentence', () => {
    assert.ok(scenes.length > 20);
    const traces = scenes.map(([, scene]) => core.attend(scene));
    assert.ok(traces.some(({ layers }) => layers > 1));
    const withOutput = traces.filter(({ parameters }) => parameters.some((one) => one.name === 'w_o'));
    assert.ok(withOutput.some((trace) => trace.weightedNorms().data.some((norm) => norm > 0)));
    assert.ok(traces.some((trace) => trace.headPatterns() === null));
    assert.ok(traces.some((trace) => trace.headPatterns()?.some(({ induction }) => induction !== null)));
  });

  for (const [name, scene] of scenes) {
    it(`are the same before anything else is read: ${name}`, () => {
      const whole = core.attend(scene);
      const hasValues = whole.steps.some((step) => step.name === 'v');
      const read = (trace) => [
        hasValues ? trace.weightedNorms({ layer: 0, head: 0 }).data : null,
        trace.combinedWeights('mean').data,
        trace.headPatterns({ layer: 0 }),
      ];
      assert.deepEqual(read(core.attend(scene, { lazy: true })), read(whole));
    });

    it(`are those of plain loops over the weights: ${name}`, () => {
      const trace = core.attend(scene);
      const heads = scene.attention.heads;
      for (let layer = 0; layer < trace.layers; layer += 1) {
        const patterns = trace.headPatterns({ layer });
        assert.equal(patterns === null, scene.encoder !== undefined);
        const all = Array.from({ length: heads }, (_, head) => rowsOf(trace, layer, head));
        for (const [head, found] of (patterns ?? []).entries()) {
          for (const [key, expected] of Object.entries(patternsOf(trace.tokens, all[head]))) {
            if (expected === null) assert.equal(found[key], null);
            else isNear(found[key], expected, key);
          }
        }
        const average = trace.combinedWeights('mean', [layer, layer + 1]);
        const largest = trace.combinedWeights('max', [layer, layer + 1]);
        for (const [index, cell] of average.data.entries()) {
          const [query, key] = [Math.floor(index / average.shape[1]), index % average.shape[1]];
          isNear(cell, mean(all.map((rows) => rows[query][key])), 'mean');
          assert.equal(largest.data[index], Math.max(...all.map((rows) => rows[query][key])));
        }
      }
    });
  }

  it('a rollout of tokens that only see themselves leaves every token where it is', () => {
    const eye = [0, 1, 2].map((query) => [0, 1, 2].map((key) => (query === key ? 1 : 0)));
    const trace = core.attend({
      version: 1,
      tokens: ['a', 'b', 'c'],
      embedding: { kind: 'qkv', layers: [{ weights: [eye, eye] }, { weights: [eye, eye] }] },
      parameters: { kind: 'none' },
      attention: { heads: 2, score: 'weights' },
    });
    assert.deepEqual([...trace.combinedWeights('rollout').data], eye.flat());
  });

  it('a weight on a value of zeros moves nothing', () => {
    const trace = core.attend({
      version: 1,
      tokens: ['a', 'b'],
      embedding: {
        kind: 'qkv',
        layers: [
          {
            weights: [
              [
                [1, 0],
                [0.75, 0.25],
              ],
            ],
            v: [
              [0, 0],
              [3, 4],
            ],
          },
        ],
      },
      parameters: { kind: 'none' },
      attention: { heads: 1, score: 'weights' },
    });
    assert.deepEqual([...trace.weightedNorms().data], [0, 0, 0, 1.25]);
  });

  it('refuses layers and heads that are not there, and a rollout over another sentence', () => {
    const trace = core.attend(scenes.find(([, { layers = 1, encoder }]) => layers > 1 && encoder === undefined)[1]);
    refuses(() => trace.headPatterns({ layer: 99 }), 'out-of-range', 'weights');
    refuses(() => trace.combinedWeights('mean', [0, 99]), 'out-of-range', 'weights');
    refuses(() => trace.combinedWeights('mean', [1, 1]), 'out-of-range', 'layers');
    refuses(() => trace.combinedWeights('sum'), 'range', '', 'sum', 'rollout');
    refuses(() => trace.weightedNorms({ head: 99 }), 'out-of-range', 'weights');
    const crossed = scenes.find(([, { encoder }]) => encoder !== undefined)?.[1];
    refuses(() => core.attend(crossed).combinedWeights('rollout'), 'shape', 'weights');
    trace.dispose();
    refuses(() => trace.headPatterns(), 'disposed', '');
  });
});
