// What the lesson on masks says about its scenes, and that the mask lab shows the same.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';

const core = await loadCore();
const { pages, challenges } = (await bundle('web/export/lessons.ts')).lessons.masks;
const lab = { ...(await bundle('web/page/mask-lab/weigh.ts')), ...(await bundle('web/page/mask-lab/kinds.ts')) };

const traces = [];
after(() => {
  for (const trace of traces) trace.dispose();
});
const traceOf = (scene) => {
  const trace = core.attend(scene);
  traces.push(trace);
  return trace;
};
const traceAt = (id) => traceOf(pages.find((page) => page.id === id).scene);
const withMask = ({ attention, ...scene }, mask) => traceOf({ ...scene, attention: { ...attention, mask } });
const rowsOf = (trace, name) => {
  const { shape, data } = trace.tensor(name);
  const width = shape.at(-1);
  return Array.from({ length: data.length / width }, (_, row) => [...data.slice(row * width, (row + 1) * width)]);
};
const sum = (row) => row.reduce((total, number) => total + number, 0);
const close = (found, wanted) => {
  assert.equal(found.length, wanted.length);
  for (const [index, number] of found.entries())
    assert.ok(Math.abs(number - wanted[index]) < 1e-6, `${found}, not ${wanted}`);
};
const visible = (trace) => rowsOf(trace, 'blocked').map((row) => row.map((cell) => 1 - cell));

describe('the lesson on masks', () => {
  it('has the scores of the mask lab, and its scenes the weights that the lab shows', () => {
    close(rowsOf(traceAt('before'), 'scores').flat(), lab.scores.flat());
    const none = lab.visibleOf('causal', []);
    const seen = {
      triangle: none,
      'true-or-false': lab.inverted(none),
      padding: lab.visibleOf('padding', []),
    };
    for (const [id, wanted] of Object.entries(seen)) {
      assert.deepEqual(visible(traceAt(id)), wanted, id);
      const { weights } = lab.weigh(core.scaledDotProductAttention.bind(core), lab.scores, wanted);
      close(rowsOf(traceAt(id), 'weights').flat(), weights.flat());
    }
    const start = (id) => visible(traceOf(challenges.find((one) => one.id === id).start));
    assert.deepEqual(start('padding-left'), lab.visibleOf('leftPadding', []));
  });

  it('loses a quarter of a row where weights are set to 0 after softmax, and nothing where a mask hides them', () => {
    const [, , free] = rowsOf(traceAt('before'), 'weights');
    assert.equal(Math.round(100 * sum(free.slice(3))), 26);
    const [, , row] = rowsOf(traceAt('triangle'), 'weights');
    close([sum(row)], [1]);
    // The visible keys share the whole in the same proportions.
    close(
      row.slice(0, 3),
      free.slice(0, 3).map((weight) => weight / sum(free.slice(0, 3))),
    );
  });

  it('has in each causal row what the sentence up to that word has', () => {
    const { scene } = pages.find(({ id }) => id === 'triangle');
    const all = rowsOf(traceAt('triangle'), 'weights');
    for (let length = 1; length <= 5; length += 1) {
      const { score, scores, heads } = scene.attention;
      const short = {
        ...scene,
        tokens: scene.tokens.slice(0, length),
        embedding: { kind: 'qkv', v: scene.embedding.v.slice(0, length) },
        attention: { heads, score, scores: scores.slice(0, length).map((row) => row.slice(0, length)) },
        view: {},
      };
      close(rowsOf(traceOf(short), 'weights').at(-1), all[length - 1].slice(0, length));
    }
  });

  it('leaves the last word nothing to see in the opposite mask', () => {
    const rows = visible(traceAt('true-or-false'));
    assert.deepEqual(rows.map(sum), [4, 3, 2, 1, 0]);
    assert.equal(rows[3][4], 1);
  });

  it('has at the bottom right the last two rows of the whole sentence, and at the top left none that sees itself', () => {
    const { scene } = pages.find(({ id }) => id === 'corner');
    const topLeft = rowsOf(traceOf(scene), 'weights');
    assert.deepEqual([topLeft[0][3], topLeft[1][4]], [0, 0]);
    const bottomRight = withMask(scene, { kind: 'causal', align: 'bottomRight' });
    close(rowsOf(bottomRight, 'weights').flat(), rowsOf(traceAt('triangle'), 'weights').slice(3).flat());
    assert.deepEqual(visible(bottomRight).map(sum), [4, 5]);
  });

  it('has zeros in an empty row, and a full row for padding that no word sees', () => {
    const empty = traceAt('empty-row');
    assert.deepEqual(rowsOf(empty, 'weights')[0], [0, 0, 0, 0, 0]);
    assert.deepEqual(rowsOf(empty, 'z')[0], [0]);
    const padded = rowsOf(traceAt('padding'), 'weights');
    close(padded.map(sum), [1, 1, 1, 1, 1]);
    for (const row of padded) assert.deepEqual(row.slice(3), [0, 0]);
  });

  it('has six cells between the packed sequences under the causal mask', () => {
    const { start, check } = challenges.find(({ id }) => id === 'packed');
    const blocked = rowsOf(traceOf(start), 'blocked').flat();
    assert.equal(sum(check.near) - sum(blocked), 6);
    const own = lab.visibleOf('packed', []).flat();
    for (const [cell, hidden] of check.near.entries()) assert.equal(1 - hidden, own[cell] * (1 - blocked[cell]));
  });
});
