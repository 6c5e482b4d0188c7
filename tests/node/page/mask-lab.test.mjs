// The mask lab: what it says about libraries, and its programs, in the libraries that are here.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { numpyPython, parseAll, pythonWith, runAll } from '../code/python.mjs';
import { bundle } from '../support/bundle.mjs';

const { conventions, libraries } = await bundle('web/page/mask-lab/libraries.ts');
const { inverted, maskKinds, SIZE, visibleOf } = await bundle('web/page/mask-lab/kinds.ts');
const { scores, weigh, weighAndDrop, weighCausal } = await bundle('web/page/mask-lab/weigh.ts');
const { halves, halfScores, halfVisible } = await bundle('web/page/mask-lab/half.ts');
const programs = await bundle('web/page/mask-lab/code.ts');
const { scaledDotProductAttention: attend } = await loadCore();

const painted = [
  [1, 0, 0, 0, 1],
  [0, 0, 0, 0, 0],
  [1, 1, 1, 1, 1],
  [0, 0, 1, 0, 0],
  [0, 1, 0, 1, 0],
];
const all = (row, sees) => row.every((weight, key) => sees(weight, key));
const near = (a, b) => Math.abs(a - b) < 1e-6;

describe('the numbers of the mask lab', () => {
  it('every mask hides what it says, and rows that see something add up to 1', () => {
    for (const kind of maskKinds) {
      const visible = visibleOf(kind, painted);
      assert.deepEqual([visible.length, visible[0].length], [SIZE, SIZE]);
      const { weights, sums } = weigh(attend, scores, visible);
      for (const [query, row] of weights.entries()) {
        assert.ok(
          all(row, (weight, key) => weight > 0 === (visible[query][key] === 1)),
          `${kind}, query ${query}`,
        );
        assert.ok(near(sums[query], visible[query].includes(1) ? 1 : 0));
      }
      assert.deepEqual(inverted(inverted(visible)), visible);
    }
  });
  it('only the padding of a left-padded, causal sequence sees nothing', () => {
    const empty = visibleOf('leftPadding', painted).map((row) => !row.includes(1));
    assert.deepEqual(empty, [true, true, false, false, false]);
  });
  it('× 0 after the softmax leaves the part of the softmax of all keys that is visible', () => {
    const visible = visibleOf('causal', painted);
    const everything = weigh(
      attend,
      scores,
      visible.map((row) => row.map(() => 1)),
    );
    const dropped = weighAndDrop(attend, scores, visible);
    for (const [query, row] of dropped.weights.entries()) {
      const kept = everything.weights[query].map((weight, key) => weight * visible[query][key]);
      assert.deepEqual(row, kept);
      assert.ok(
        near(
          dropped.sums[query],
          kept.reduce((sum, weight) => sum + weight, 0),
        ),
      );
    }
    assert.ok(dropped.sums[0] < 0.5 && near(dropped.sums[4], 1));
  });
  it('at the bottom right the last query sees every key, at the top left the first query one', () => {
    const [top, bottom] = ['topLeft', 'bottomRight'].map(
      (corner) => weighCausal(attend, scores.slice(3), corner).weights,
    );
    const seen = (rows) => rows.map((row) => row.filter((weight) => weight > 0).length);
    assert.deepEqual(seen(top), [1, 2]);
    assert.deepEqual(seen(bottom), [4, 5]);
  });
  it('scores that a number type has made equal have equal weights, and −∞ alone is NaN', () => {
    const { weights } = weigh(attend, halfScores, halfVisible, 'nan');
    for (const [row, { sums }] of halves.entries()) {
      const isSame = sums.every((sum) => sum === sums[0]);
      if (sums[0] === -Infinity) assert.ok(weights[row].every(Number.isNaN));
      else assert.equal(near(weights[row][0], weights[row][2]), isSame);
    }
  });
});

/** What a library needs, and the Python value that says which weights are above 0. */
const needs = {
  torchLayer: ['torch', '(weights[0] > 0).tolist()'],
  torchFunction: ['torch.nn.attention', '(weights[0, 0] > 0).tolist()'],
  transformers: ['transformers', '(result.attentions[0][0, 0] > 1e-30).tolist()'],
  keras: ['keras', '(np.array(weights)[0, 0] > 0).tolist()'],
  jax: ['jax', '(weights[0, :, 0] > 0).tolist()'],
  onnx: ['onnx.reference.ops.op_attention', '(weights[0, 0] > 0).tolist()'],
};
/** The padding of a left-padded sequence has equal weights in some libraries, which is no question of the mask. */
const checked = maskKinds.filter((kind) => kind !== 'leftPadding');
const visible = (kind) => visibleOf(kind, painted);

describe('the calls of the mask lab', () => {
  it('are Python', async (t) => {
    const calls = libraries.flatMap((library) => maskKinds.map((kind) => conventions[library].code(kind, painted)));
    const problems = await parseAll([...calls, ...Object.values(programs)]);
    if (problems === undefined) t.skip('Python is not here');
    else assert.deepEqual(problems, []);
  });
  for (const library of libraries) {
    it(`of ${library} hide what the mask hides`, async (t) => {
      const [module, pattern] = needs[library];
      const python = await pythonWith(module);
      if (python === undefined) return t.skip(`${module} is not here`);
      const kinds = checked.filter((kind) => kind !== 'painted' || conventions[library].emptyRows !== 'uniform');
      const outputs = await runAll(
        python,
        kinds.map((kind) => `${conventions[library].code(kind, painted)}import json\nprint(json.dumps(${pattern}))\n`),
      );
      for (const [index, kind] of kinds.entries()) {
        const seen = JSON.parse(outputs[index].trim().split('\n').at(-1));
        assert.deepEqual(
          seen,
          visible(kind).map((row) => row.map((cell) => cell === 1)),
          kind,
        );
      }
    });
  }
  it('say that they are tested only where the library can be installed here', () => {
    const tested = libraries.filter((library) => conventions[library].testedWith !== null);
    assert.deepEqual(tested, ['torchLayer']);
  });
});

describe('the programs of the mask lab, in PyTorch', () => {
  let torch;
  before(async () => {
    torch = await pythonWith('torch');
  });
  const run = async (t, code, value) => {
    if (torch === undefined) {
      t.skip('PyTorch is not here');
      return undefined;
    }
    const [out] = await runAll(torch, [`${code}import json\nprint(json.dumps(${value}))\n`]);
    return JSON.parse(out.trim().split('\n').at(-1));
  };
  it('the two corners are those of the core', async (t) => {
    const corners = await run(t, programs.corners, '[top_left.tolist(), bottom_right.tolist()]');
    if (corners === undefined) return;
    for (const [index, causal] of ['topLeft', 'bottomRight'].entries()) {
      const { weights } = weighCausal(attend, scores.slice(3), causal);
      assert.deepEqual(
        weights.map((row) => row.map((weight) => weight > 0)),
        corners[index],
      );
    }
  });
  it('nn.MultiheadAttention gives NaN to a row that sees nothing', async (t) => {
    const code = conventions.torchLayer.code('leftPadding', painted);
    const empty = await run(t, code, 'weights[0].isnan().all(-1).tolist()');
    if (empty !== undefined) assert.deepEqual(empty, [true, true, false, false, false]);
    assert.equal(conventions.torchLayer.emptyRows, 'nan');
  });
  it('an empty row is NaN with −∞ and equal weights with finfo.min, and its gradient is NaN', async (t) => {
    const softmax = (number) => `scores.detach().masked_fill(hidden, ${number}).softmax(-1)`;
    const rows = await run(
      t,
      programs.emptyRow,
      `[${softmax('float("-inf")')}.isnan().tolist(), ${softmax('torch.finfo(scores.dtype).min')}.tolist(), scores.grad.isnan().tolist()]`,
    );
    if (rows === undefined) return;
    const [isNaNs, equal, gradients] = rows;
    assert.deepEqual([isNaNs, gradients], [Array(3).fill(true), Array(3).fill(true)]);
    assert.ok(equal.every((weight) => near(weight, 1 / 3)));
  });
  it('what is left after × 0 is the core’s sum', async (t) => {
    const sum = await run(t, programs.after, '(scores.softmax(-1) * visible).sum().item()');
    if (sum === undefined) return;
    const first = [[1, 0, 0, 0, 0]];
    assert.ok(near(sum, weighAndDrop(attend, scores.slice(0, 1), first).sums[0]));
  });
  it('padding is left out of the loss', async (t) => {
    const losses = await run(
      t,
      programs.padded,
      '[loss.item(), F.cross_entropy(logits[0, :3], targets[0, :3]).item()]',
    );
    if (losses !== undefined) assert.ok(near(losses[0], losses[1]));
  });
});

it('the sums in float16 and float32 are NumPy’s', async (t) => {
  const { python, reason } = await numpyPython();
  if (python === undefined) return t.skip(reason);
  const numbers = { '−10⁴': '-1e4', '−10⁹': '-1e9', 'finfo.min': 'np.finfo(np.float16).min' };
  const rows = halves.map(({ type, added }) => `[np.${type}, ${numbers[added]}]`).join(', ');
  const check = `
import json
sums = []
with np.errstate(over="ignore"):
    for kind, number in [${rows}]:
        row = np.array([1, 2, 3], kind) + np.array(number).astype(kind)
        sums.append([str(one) for one in row.astype(np.float64)])
print(json.dumps(sums))
`;
  const [out] = await runAll(python, [`${programs.half}${check}`]);
  const sums = JSON.parse(out.trim().split('\n').at(-1));
  assert.deepEqual(
    sums.map((row) => row.map((text) => Number(text.replace('inf', 'Infinity')))),
    halves.map((half) => half.sums),
  );
});
