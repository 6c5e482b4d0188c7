// The benchmark runs, and compares results before it times them. Its speed is not tested.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { attention } from '../../bench/attention.mjs';
import { exponent, inTurns, mustRise, paces, proveNew, summary } from '../../bench/clock.mjs';
import { blocked } from '../../bench/contenders/blocked.mjs';
import { plain } from '../../bench/contenders/plain.mjs';
import { trainer } from '../../bench/contenders/training.mjs';
import { TOLERANCE } from '../../bench/oracle.mjs';
import { TOLERANCE as AFTER_STEPS, COMPARED, training } from '../../bench/training.mjs';
import { node } from '../support/child.mjs';

describe('npm run bench', () => {
  it('--quick measures, prints a table and writes the results', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'self-attention-bench-'));
    try {
      const out = join(folder, 'benchmarks.json');
      const { code, stdout, stderr } = await node([
        ...[
          'tests/bench/run.mjs',
          '--quick',
          '--in',
          'node',
          '--only',
          'attention,edits,explanation,music,heap',
          '--out',
          out,
        ],
        ...['--cases', '6, 16, 2; 6, 16, 2 causal'],
      ]);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /T, d_model, H = 6, 16, 2 causal\b/);
      const results = JSON.parse(await readFile(out, 'utf8'));
      assert.match(results.date, /^\d{4}-\d\d-\d\d$/);
      assert.equal(results.quick, true);
      assert.equal(results.versions.node, `Node ${process.versions.node}`);
      assert.deepEqual(Object.keys(results.machine), ['processor', 'cores', 'platform']);
      const measured = results.attention.node;
      assert.deepEqual(
        measured.map(({ case: name, T, causal }) => [name, T, causal]),
        [
          ['6, 16, 2', 6, false],
          ['6, 16, 2 causal', 6, true],
        ],
      );
      for (const { entries, peak, operations, causal } of measured) {
        const names = entries.map(({ name }) => name);
        for (const name of ['core', blocked.name, plain.name, ...(causal ? [] : ['core: attend', 'core: update'])])
          assert.ok(names.includes(name), name);
        for (const { median, least, samples, apart } of entries) {
          assert.ok(least > 0 && least <= median && samples >= 1);
          assert.ok(apart <= TOLERANCE);
        }
        assert.ok(peak > 0 && operations > 0);
      }
      assert.deepEqual(Object.keys(results.edits.node.exponents), ['whole', 'edit', 'look', 'append']);
      assert.ok(results.music.node.median > 0);
      assert.ok(results.explanation.node.times.features.median > 0);
      assert.ok(results.heap.node.points.every(({ whole }) => whole >= 2 ** 20));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('--quick measures a step of training', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'self-attention-bench-'));
    try {
      const out = join(folder, 'benchmarks.json');
      const args = ['--quick', '--in', 'node', '--only', 'training', '--out', out];
      const { code, stdout, stderr } = await node(['tests/bench/run.mjs', ...args]);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /One step of training, Node .*: 2 layers, d_model 64, H 4, d_ff 256, T 32, batch 16;/);
      assert.doesNotMatch(stdout, /NaN|Infinity/);
      const results = JSON.parse(await readFile(out, 'utf8'));
      const { entries, operations, parameters } = results.training.node;
      assert.equal(entries[0].name, 'core');
      for (const { median, apart } of entries) assert.ok(median > 0 && apart <= AFTER_STEPS);
      // Lookups are not multiplications: E and the positions.
      assert.ok(parameters > 100_000 && operations > 6 * 98_304 * 512 && operations < 6 * parameters * 512 * 1.1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('refuses what it does not know, and says what it knows', async () => {
    for (const [args, told] of [
      [['--only', 'attention,speed'], /--only knows attention, .*; not speed\./],
      [['--cases', '7, 16, 2'], /--cases knows 1, 16, 2; .*; not 7, 16, 2\./],
      [['--fast'], /--fast/],
    ]) {
      const { code, stderr } = await node(['tests/bench/run.mjs', ...args]);
      assert.equal(code, 1);
      assert.match(stderr, told);
    }
  });
});

describe('steps of training are compared before anything is timed', () => {
  /** The core as another library, with changed results. */
  const altered = async (change) => {
    const { prepare } = await trainer();
    const calls = { steps: 0 };
    const one = {
      ...{ name: 'altered', peer: 'altered', kind: 'library' },
      prepare(...args) {
        const { step, parameters, dispose } = prepare(...args);
        const counted = () => {
          calls.steps += 1;
          return step();
        };
        return { step: counted, parameters, dispose, ...change({ step: counted, parameters }) };
      },
    };
    return { calls, one };
  };
  for (const [what, change, told] of [
    ['loss', ({ step }) => ({ step: () => step() * 1.001 }), /^altered: the loss of step 1 is 1\.0e-3 from the core's/],
    [
      'parameter',
      ({ parameters }) => ({
        parameters: () => {
          const all = parameters();
          all['w_k.1'][7] += 0.001;
          return all;
        },
      }),
      /^altered: w_k\.1 is /,
    ],
    [
      'number',
      ({ parameters }) => ({ parameters: () => ({ ...parameters(), E: Float32Array.of(1) }) }),
      /^altered: E is not /,
    ],
  ]) {
    it(`another ${what} ends the run`, async () => {
      const { calls, one } = await altered(change);
      await assert.rejects(training({ libraries: [one], quick: true }), ({ message }) => told.test(message));
      assert.equal(calls.steps, COMPARED);
    });
  }
});

describe('answers are compared before anything is timed', () => {
  /** `plain` with one number of its result changed. Counts its calls. */
  function altered(tensor, at, change) {
    const calls = { count: 0 };
    const prepare = (size, inputs) => {
      const { run } = plain.prepare(size, inputs);
      return {
        run() {
          calls.count += 1;
          const answer = run();
          answer[tensor][at] = change(answer[tensor][at]);
          return answer;
        },
      };
    };
    return { calls, contender: { ...plain, name: 'altered', prepare } };
  }
  const measure = (name, ...all) => attention({ all, wanted: (one) => one === name, quick: true });

  for (const [tensor, change, told] of [
    ['weights', (number) => number + 1e-5, /altered: weights is \d\.\de-[0-5] from the oracle's/],
    ['output', (number) => number - 1e-5, /altered: output is \d\.\de-[0-5] from the oracle's/],
    ['output', () => Number.NaN, /altered: output is Infinity from the oracle's/],
  ]) {
    it(`${tensor} that is wrong (${change})`, async () => {
      const { calls, contender } = altered(tensor, 5, change);
      await assert.rejects(measure('6, 16, 2', blocked, contender), told);
      assert.equal(calls.count, 1);
    });
  }

  it('where the oracle has not looked', async () => {
    // Of 128 queries it computes every second or third, and not query 1.
    const { calls, contender } = altered('weights', 128 * 5 + 7, (number) => number + 1e-5);
    await assert.rejects(measure('128, 256, 8', blocked, contender), /altered: weights is \d\.\de-[0-5] from/);
    assert.equal(calls.count, 1);
  });

  it('an answer of another size', async () => {
    const short = {
      ...plain,
      prepare: () => ({ run: () => ({ output: new Float32Array(96), weights: new Float32Array(71) }) }),
    };
    await assert.rejects(measure('6, 16, 2', short), /plain JavaScript: weights is not 72 numbers in a Float32Array/);
  });

  it('correct results are timed, in a library’s fastest way', async () => {
    const [one, other] = ['slow', 'fast'].map((way) => ({
      ...plain,
      ...{ name: `Library: ${way}`, peer: 'Library', kind: 'library' },
      prepare(size, inputs) {
        const { run } = plain.prepare(size, inputs);
        return { run: () => (way === 'slow' ? new Promise((done) => setTimeout(() => done(run()), 5)) : run()) };
      },
    }));
    const [{ entries }] = await measure('6, 16, 2', blocked, one, other);
    assert.deepEqual(
      entries.map(({ name, variant }) => [name, variant]),
      [
        [blocked.name, undefined],
        ['Library', 'fast'],
      ],
    );
  });
});

describe('the clock', () => {
  it('takes turns: nobody has all its rounds before another has begun', async () => {
    const order = [];
    const waits = (name, milliseconds) => ({
      ...{ name, cost: milliseconds },
      run() {
        order.push(name);
        for (const start = performance.now(); performance.now() - start < milliseconds; );
      },
    });
    const times = await inTurns([waits('a', 2), waits('b', 2)], { ...paces.quick, warm: 0 });
    assert.ok(order.lastIndexOf('a') > order.indexOf('b') && order.lastIndexOf('b') > order.indexOf('a'));
    for (const { median, least } of Object.values(times)) assert.ok(median >= 2 && least >= 2);
  });

  it('does not call again what was slow the first time', async () => {
    const run = () => assert.fail('called again');
    assert.deepEqual(await inTurns([{ name: 'slow', run, cost: 60_000 }]), {
      slow: { median: 60_000, least: 60_000, samples: 1 },
    });
  });

  it('refuses a curve that does not rise', () => {
    mustRise('whole', [
      [128, 1],
      [256, 4],
    ]);
    const falling = [
      [128, 1],
      [512, 0.25],
    ];
    assert.throws(() => mustRise('whole', falling), /^Error: whole: T = 512 takes 0\.25 ms and T = 128 takes 1 ms/);
  });

  it('refuses calls that answer the same to other numbers', async () => {
    await proveNew('new', (turn) => ({ weights: [0.5, 0.5], ...(turn === 1 ? { weights: [0.4, 0.6] } : {}) }));
    const kept = proveNew('kept', (turn) => ({ output: [turn], weights: [0.5, 0.5] }));
    await assert.rejects(kept, /^Error: kept: weights is the same in two calls/);
  });

  it('sums up', () => {
    assert.deepEqual(summary([5, 1, 3, 2]), { median: 2.5, least: 1, samples: 4 });
    const square = [1, 2, 4, 8].map((x) => [x, 3 * x * x]);
    assert.ok(Math.abs(exponent(square) - 2) < 1e-12);
  });
});
