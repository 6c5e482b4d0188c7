// The parts of the training panel without a page: targets, loss curves, and the reasons why a run is stuck.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { countedRows, hiddenCells, noParts, onlyRow, raised, targetOf, withParts } =
  await bundle('web/page/training/targets.ts');
const { jumps, secondsLeft } = await bundle('web/page/training/progress.ts');
const { thinOut } = await bundle('web/views/plots/thin-out.ts');
const { reasonsStuck } = await bundle('web/page/training/stuck.ts');

const sum = (line) => line.reduce((total, one) => total + one, 0);
const everywhere = () => true;

describe('a target', () => {
  it('divides each row by its parts; a row of zeros does not count', () => {
    const parts = withParts(withParts(noParts(2, 3), 0, 1, 1), 0, 2, 3);
    assert.deepEqual(targetOf(parts), [
      [0, 0.25, 0.75],
      [0, 0, 0],
    ]);
    assert.equal(countedRows(targetOf(parts)), 1);
    assert.deepEqual(noParts(1, 2), [[0, 0]]);
  });
  it('raises one weight and keeps the proportions of the others', () => {
    const row = raised([0.5, 0.3, 0.2], 2, 0.6, everywhere);
    assert.ok(Math.abs(sum(row) - 1) < 1e-12);
    assert.equal(row[2], 0.6);
    assert.ok(Math.abs(row[0] / row[1] - 5 / 3) < 1e-12);
  });
  it('divides the rest among the visible keys if all other weights are zero', () => {
    assert.deepEqual(
      raised([1, 0, 0], 0, 0.5, (key) => key !== 2),
      [0.5, 0.5, 0],
    );
    // The only visible key gets everything.
    assert.deepEqual(
      raised([1, 0], 0, 0.5, (key) => key === 0),
      [1, 0],
    );
  });
  it('of one row has zeros in the others', () => {
    assert.deepEqual(onlyRow([0.4, 0.6], 1, 3), [
      [0, 0],
      [0.4, 0.6],
      [0, 0],
    ]);
  });
  it('lists every hidden cell with a target', () => {
    const masked = Float32Array.of(1, -Infinity, 1, 1);
    const target = [
      [0, 1],
      [1, 0],
    ];
    assert.deepEqual(hiddenCells(target, masked), [{ row: 0, column: 1 }]);
    assert.deepEqual(hiddenCells(target, null), []);
  });
});

/** A loss that falls by the same factor each step. */
const falling = (count, factor) => Array.from({ length: count }, (_, step) => ({ step, loss: factor ** step }));

describe('the curve of a run', () => {
  it('keeps its ends and is never longer than the limit', () => {
    let curve = [];
    for (let step = 0; step < 5000; step += 1) curve = thinOut(curve, [{ step, loss: 1 / (step + 1) }], 400);
    assert.ok(curve.length <= 400 && curve.length > 150, `${curve.length}`);
    assert.equal(curve[0].step, 0);
    assert.equal(curve.at(-1).step, 4999);
    assert.ok(curve.every(({ step }, at) => at === 0 || step > curve[at - 1].step));
  });
  it('gives the time that is left while it falls, and nothing otherwise', () => {
    // From 0.9^99 to 0.9^200 is 101 steps.
    const left = secondsLeft(falling(100, 0.9), 0.9 ** 200, 10);
    assert.ok(Math.abs(left - 10.1) < 0.01, `${left}`);
    assert.equal(secondsLeft(falling(100, 0.9), 1, 10), 0);
    assert.equal(secondsLeft(falling(100, 1.01), 0.01, 10), null);
    assert.equal(secondsLeft(falling(3, 0.9), 0.01, 10), null);
    assert.equal(secondsLeft([], 0.01, 10), null);
    assert.equal(secondsLeft(falling(100, 0.9), 0.01, 0), null);
  });
  it('jumps if it rises as often as it falls', () => {
    const zigzag = falling(40, 1).map(({ step }) => ({ step, loss: step % 2 === 0 ? 1 : 2 }));
    assert.equal(jumps(zigzag), true);
    assert.equal(jumps(falling(40, 0.9)), false);
    assert.equal(jumps(zigzag.slice(0, 4)), false);
  });
});

describe('a run that is stuck', () => {
  const flat = falling(20, 1);
  const run = {
    tokens: ['a', 'b', 'a'],
    keyTokens: ['a', 'b', 'a'],
    queries: ['a 1', 'b 2', 'a 1'],
    keys: ['a 1', 'b 2', 'a 1'],
    dK: 4,
    target: [
      [0, 0, 1],
      [0.5, 0, 0.5],
      [0, 0, 0],
    ],
    curve: flat,
  };
  const says = (change, pattern) => assert.match(reasonsStuck('en', { ...run, ...change }).join(' '), pattern);

  it('names equal tokens with different targets', () => {
    says({}, /“a” appears more than once.*positions/);
    // Two equal queries with different target rows.
    says({ target: [[1, 0, 0].map(() => 1 / 3), [0, 1, 0], [0, 1, 0]] }, /“a”/);
  });
  it('does not name them if their targets are equal, or if their rows differ', () => {
    says(
      {
        target: [
          [0.5, 0, 0.5],
          [0, 1, 0],
          [0.5, 0, 0.5],
        ],
      },
      /no direction leads downhill/,
    );
    says({ queries: ['a 1', 'b 2', 'a 3'], keys: ['a 1', 'b 2', 'a 3'] }, /no direction leads downhill/);
  });
  it('names a d_k that is too small, a loss that jumps, and a loss that falls too slowly', () => {
    const apart = { queries: ['1', '2', '3'], keys: ['1', '2', '3'] };
    const free = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    says({ ...apart, target: free, dK: 1 }, /d_k is 1, so .*1 number\./);
    says(
      { ...apart, curve: flat.map(({ step }) => ({ step, loss: 1 + (step % 2) })) },
      /learning rate may be too large/,
    );
    says({ ...apart, curve: falling(20, 0.99999) }, /falls so slowly/);
  });
});
