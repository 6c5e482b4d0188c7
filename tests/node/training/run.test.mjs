// Training runs of the package: what each task must reach, the model as a scene, snapshots, and what is refused.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { parseScene } from 'self-attention/scene';
import { loadTraining } from 'self-attention/training';
import { withMemory } from '../support/memory.mjs';
import { pcg32 } from '../support/pcg.mjs';
import { refuses } from '../support/refuses.mjs';

const core = await loadCore();
const training = await loadTraining();

const model = (change = {}) => ({
  version: 1,
  tokens: ['a'],
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 32, std: 0.3 },
  positions: { kind: 'learned', std: 0.3 },
  parameters: { kind: 'random', init: 'xavier', seed: 2, output: true },
  attention: { heads: 2, mask: { kind: 'causal' } },
  block: { residual: true },
  ...change,
});
const withFeedForward = (layers = 1) => ({
  layers,
  block: { residual: true, feedForward: { width: 64, activation: 'relu' } },
});
const optimizer = { kind: 'adamw', learningRate: 0.01, clip: 1 };
const begin = ({ scene = {}, ...change }) =>
  training.train({
    scene: model(scene),
    optimizer,
    schedule: { warmup: 10 },
    ...('loss' in change ? {} : { seed: 3, unembedding: 'learned' }),
    ...change,
  });
const copy = { kind: 'copy', length: 3, vocabulary: 4 };
const small = (change = {}) =>
  begin({ task: copy, scene: { embedding: { ...model().embedding, dModel: 8 } }, batch: 4, ...change });

describe('a seeded run reaches what its task asks for', () => {
  const wanted = {
    copy: [{ kind: 'copy', length: 6, vocabulary: 8 }, {}, 150, 0.99],
    reverse: [{ kind: 'reverse', length: 6, vocabulary: 8 }, {}, 150, 0.99],
    previous: [{ kind: 'previous', length: 8, vocabulary: 8 }, {}, 150, 0.99],
    sort: [{ kind: 'sort', length: 6, vocabulary: 8 }, withFeedForward(), 250, 0.93],
    count: [{ kind: 'count', length: 8, vocabulary: 3 }, withFeedForward(), 250, 0.93],
    brackets: [{ kind: 'brackets', length: 10, vocabulary: 2 }, withFeedForward(2), 200, 0.95],
    modularAddition: [{ kind: 'modularAddition', vocabulary: 7 }, withFeedForward(), 250, 0.99],
    recall: [{ kind: 'recall', length: 4, vocabulary: 6 }, { layers: 2 }, 350, 0.95],
    text: [
      { kind: 'text', length: 12, text: 'the cat sat on the mat. the dog sat on the log. '.repeat(3) },
      {},
      200,
      0.7,
    ],
  };
  for (const [name, [task, scene, steps, accuracy]] of Object.entries(wanted)) {
    it(name, () => {
      const run = begin({ task, scene });
      const first = run.step();
      run.step(steps - 1);
      assert.equal(run.steps, steps);
      const reached = run.evaluate();
      assert.ok(reached.accuracy >= accuracy, `${reached.accuracy} after ${steps} steps, ${first.accuracy} at first`);
      assert.ok(reached.loss < first.loss / 2);
      run.dispose();
    });
  }
  const induction = (layers) =>
    begin({
      task: { kind: 'induction', length: 24, vocabulary: 16 },
      scene: { layers },
      optimizer: { ...optimizer, learningRate: 0.005 },
      schedule: { warmup: 20 },
    });
  it('induction in two layers: a head looks at the token before, and one above it at what came after', () => {
    const run = induction(2);
    run.step(350);
    const { accuracy, heads } = run.evaluate();
    assert.ok(accuracy > 0.95, `${accuracy}`);
    const most = (layer, name) => Math.max(...heads.filter((head) => head.layer === layer).map((head) => head[name]));
    assert.ok(most(0, 'previousToken') > 0.3, `${most(0, 'previousToken')}`);
    assert.ok(most(1, 'induction') > 0.4, `${most(1, 'induction')}`);
    assert.ok(most(0, 'induction') < 0.2, `${most(0, 'induction')}`);
  });
  it('but not induction in one layer', () => {
    const run = induction(1);
    run.step(350);
    const { accuracy } = run.evaluate();
    assert.ok(accuracy < 0.6, `${accuracy}`);
  });
  it('painted weights, to a divergence under 0.01', () => {
    const painted = Array.from({ length: 8 }, (_, i) => Array.from({ length: 8 }, (_, j) => Number(j === (i * 3) % 8)));
    const tokens = [...'abcdefgh'];
    const scene = { tokens, attention: { heads: 1 }, block: undefined };
    const run = begin({ loss: { kind: 'weights', target: painted }, scene, fixed: ['E'] });
    const { loss, accuracy } = run.step(400);
    assert.ok(loss < 8 && accuracy === null);
    assert.ok(run.evaluate().loss < 0.01, `${run.evaluate().loss}`);
    const weights = core.attend(run.scene()).tensor('weights', { head: 0 });
    assert.ok(weights.data[1 * 8 + 3] > 0.99);
    assert.deepEqual(run.scene().tokens, tokens);
  });
});

describe('a run', () => {
  const likely = (tensor, unembedding, symbols) =>
    Array.from({ length: tensor.shape[0] }, (_, row) => {
      const logits = symbols.map((_, id) =>
        tensor.data
          .subarray(row * tensor.shape[1], (row + 1) * tensor.shape[1])
          .reduce((sum, number, at) => sum + number * unembedding(at, id), 0),
      );
      const sum = logits.reduce((all, logit) => all + Math.exp(logit), 0);
      return logits.map((logit) => Math.exp(logit) / sum);
    });
  const scenes = {
    'a table of its symbols': {},
    'two layers with norms and biases': {
      layers: 2,
      parameters: { ...model().parameters, biases: true },
      block: { residual: true, norm: 'layer', place: 'pre', feedForward: { width: 5, activation: 'gelu' } },
    },
    'relative positions and additive scores': {
      positions: { kind: 'relative' },
      attention: { heads: 2, score: 'additive', mask: { kind: 'causal' } },
    },
    ids: {
      embedding: {
        kind: 'ids',
        rows: Array.from({ length: 5 }, (_, row) => Array.from({ length: 8 }, (_, at) => Math.sin(row * 8 + at))),
      },
    },
  };
  for (const [title, scene] of Object.entries(scenes)) {
    it(`is a scene: ${title}`, () => {
      const run = small({ scene: { embedding: { ...model().embedding, dModel: 8 }, ...scene } });
      run.step(3);
      const whole = run.scene({ seed: 9 });
      assert.deepEqual(parseScene(JSON.parse(JSON.stringify(whole))), whole);
      const { tokens } = run.example(9);
      const trace = core.attend(whole);
      assert.deepEqual(title === 'ids' ? whole.tokens.map((id) => run.symbols[id]) : whole.tokens, tokens);
      const columns = run.tensors().find(({ name }) => name === 'unembedding');
      const last = trace.tensor(trace.steps.at(-1).name);
      const expected = likely(last, (at, id) => columns.data[at * columns.shape[1] + id], run.symbols);
      const { shape, data } = run.predict(tokens);
      assert.deepEqual(shape, [6, 5]);
      for (const [at, share] of expected.flat().entries()) assert.ok(Math.abs(share - data[at]) < 1e-5, `${at}`);
      const attention = run.attention(tokens);
      const layers = whole.layers ?? 1;
      assert.deepEqual(attention.shape, [layers, 2, 6, 6]);
      const weights = Array.from({ length: layers }, (_, layer) => [...trace.tensor('weights', { layer }).data]).flat();
      for (const [at, weight] of weights.entries()) assert.ok(Math.abs(weight - attention.data[at]) < 1e-6, `${at}`);
    });
  }
  for (const unembedding of ['tied', 'learned']) {
    it(`is a scene whose loss is the run's, with an unembedding that is ${unembedding}`, () => {
      const run = small({ unembedding });
      run.step(3);
      const { tokens, targets } = run.example(9);
      const ids = targets.map((symbol) => (symbol === null ? null : run.symbols.indexOf(symbol)));
      const probabilities = run.predict(tokens).data;
      const told = ids.flatMap((id, row) =>
        id === null ? [] : [-Math.log(probabilities[row * run.symbols.length + id])],
      );
      const scene = run.scene({ seed: 9 });
      // (d_model, V), which is part of the scene if it is tied.
      const columns = run.symbols.map((symbol) => scene.embedding.rows[symbol]);
      const tied = columns[0].map((_, at) => columns.map((row) => row[at]));
      const learned = run.tensors().find(({ name }) => name === 'unembedding');
      assert.equal(learned === undefined, unembedding === 'tied');
      const rows = tied.map((row, at) =>
        learned ? [...learned.data.slice(at * row.length, (at + 1) * row.length)] : row,
      );
      const gradient = training.gradient(scene, { kind: 'crossEntropy', targets: ids, unembedding: rows });
      const mean = told.reduce((sum, one) => sum + one, 0) / told.length;
      assert.ok(Math.abs(gradient.loss / mean - 1) < 1e-5, `${gradient.loss} ${mean}`);
      gradient.dispose();
    });
  }
  it('says what is right at tokens of one’s own, as it does of those that are drawn', () => {
    const run = small();
    const { tokens, targets } = run.example(7);
    assert.deepEqual(run.targets(tokens), targets);
    assert.deepEqual(run.targets([]), []);
    run.dispose();
    const painted = training.train({ scene: model(), loss: { kind: 'weights', target: [[1]] }, optimizer });
    refuses(() => painted.targets(['a']), 'empty', '/task');
  });
  it('goes on where its scene was taken', () => {
    const run = small({ unembedding: 'tied' });
    run.step(5);
    const next = training.train({ scene: run.scene(), task: copy, optimizer, batch: 4, seed: 3 });
    const names = ({ name }) => name;
    assert.deepEqual(next.tensors().map(names).sort(), run.tensors().map(names).sort());
    for (const tensor of run.tensors())
      assert.deepEqual(next.tensors().find(({ name }) => name === tensor.name).data, tensor.data, tensor.name);
    assert.equal(next.evaluate({ seed: 4 }).loss, run.evaluate({ seed: 4 }).loss);
  });
  // Batches allocate nothing (tests/core/training/run_test.cpp). Single sequences free what they allocate.
  for (const score of ['scaledDot', 'additive']) {
    it(`takes no more memory the longer it goes on, with scores that are ${score}`, async () => {
      const { loaded, memory } = await withMemory(loadTraining);
      const run = loaded.train({ scene: model({ attention: { heads: 2, score } }), task: copy, optimizer, batch: 4 });
      run.step(3);
      const before = memory.buffer.byteLength;
      run.step(300);
      assert.equal(memory.buffer.byteLength, before);
      run.dispose();
    });
  }
  it('has the same bits with the same seed, and goes on from a snapshot', () => {
    const [one, other] = [small(), small()];
    one.step(4);
    other.step(2);
    const kept = other.snapshot();
    assert.equal(kept.step, 2);
    other.step(2);
    assert.deepEqual(one.tensors(), other.tensors());
    other.step(3);
    other.restore(kept);
    assert.equal(other.steps, 2);
    other.step(2);
    assert.deepEqual(one.tensors(), other.tensors());
    const different = small({ seed: 4 });
    different.step(4);
    assert.notDeepEqual(one.tensors(), different.tensors());
  });
  it('says what it did, and what it takes', () => {
    const run = small();
    const { step, loss, accuracy, stepsPerSecond } = run.step(3);
    assert.equal(step, 3);
    assert.ok(loss > 0 && accuracy >= 0 && accuracy <= 1 && stepsPerSecond > 0);
    assert.equal(
      run.size,
      run.tensors().reduce((sum, { data }) => sum + data.length, 0),
    );
    assert.ok(run.bytes > run.size * 4 * 4);
    assert.deepEqual(run.symbols, ['a', 'b', 'c', 'd', '>']);
    const { tokens, targets } = run.example();
    assert.deepEqual(tokens.slice(0, 3), targets.slice(3));
    assert.deepEqual(targets.slice(0, 3), [null, null, null]);
    const { heads } = run.evaluate({ examples: 3, seed: 1 });
    assert.deepEqual(
      heads.map(({ layer, head }) => [layer, head]),
      [
        [0, 0],
        [0, 1],
      ],
    );
    for (const { previousToken, firstToken, induction, sameToken } of heads)
      for (const share of [previousToken, firstToken, induction, sameToken])
        assert.ok(share >= 0 && share <= 1.0001, `${share}`);
  });
  it('measures heads on drawn tokens that come twice', () => {
    const run = small({ seed: 5 });
    run.step(20);
    const length = run.example().tokens.length;
    const period = Math.floor(length / 2);
    const { uniform } = pcg32(1, 3);
    const sequences = Array.from({ length: 3 }, () => {
      const ids = Array.from({ length: period }, () => Math.floor(uniform() * run.symbols.length));
      return Array.from({ length }, (_, at) => run.symbols[ids[at % period]]);
    });
    // What a measure asks for: the mean weight of the tokens that have come before, at a key this far after that occurrence.
    const mean = (head, after) => {
      let sum = 0;
      let repeated = 0;
      for (const tokens of sequences) {
        const { data } = run.attention(tokens);
        for (let query = period; query < length; query++) {
          assert.equal(tokens[query - period], tokens[query]);
          sum += data[(head * length + query) * length + query - period + after];
          repeated += 1;
        }
      }
      return sum / repeated;
    };
    for (const { head, sameToken, induction } of run.evaluate({ examples: 3, seed: 1 }).heads) {
      assert.ok(Math.abs(sameToken - mean(head, 0)) < 1e-6, `${sameToken}, ${mean(head, 0)}`);
      assert.ok(Math.abs(induction - mean(head, 1)) < 1e-6, `${induction}, ${mean(head, 1)}`);
    }
  });
  it('tells of the sequences that a step learns from', () => {
    const run = small();
    const coming = run.batch();
    assert.equal(coming.length, 4);
    for (const { tokens, targets } of coming) assert.deepEqual(tokens.slice(0, 3), targets.slice(3));
    const later = run.batch({ after: 2 });
    assert.notDeepEqual(later, coming);
    run.step(2);
    assert.deepEqual(run.batch(), later);
    assert.deepEqual(run.batch({ after: 0 }), coming);
    refuses(() => run.batch({ after: -1 }), 'scene-form', 'after');
  });
  it('tells of the sequences that it is measured on', () => {
    const run = small();
    const told = run.evaluated();
    assert.equal(told.length, 64);
    for (const { tokens, targets } of told) assert.deepEqual(tokens.slice(0, 3), targets.slice(3));
    assert.deepEqual(run.evaluated(), told);
    assert.notDeepEqual(run.evaluated({ examples: 64, seed: 8 }), told);
    assert.notDeepEqual(told.slice(0, 4), run.batch());
    // Their loss is the one of `evaluate`: the mean of the targets' cross-entropies.
    for (const examples of [5, 40]) {
      const losses = run.evaluated({ examples }).flatMap(({ tokens, targets }) => {
        const { shape, data } = run.predict(tokens);
        return targets.flatMap((target, at) =>
          target === null ? [] : [-Math.log(data[at * shape[1] + run.symbols.indexOf(target)])],
        );
      });
      const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
      assert.ok(Math.abs(mean - run.evaluate({ examples }).loss) < 1e-5, `${examples}: ${mean}`);
    }
    refuses(() => run.evaluated({ examples: 0 }), 'range', '/examples');
    refuses(() => run.evaluated({ seed: -1 }), 'scene-form', 'seed');
  });
  it('is measured without heads, as if their results were 0, and does not change', () => {
    const run = small();
    run.step(20);
    const before = run.snapshot();
    const { loss } = run.evaluate({ examples: 4 });
    const numbers = Object.fromEntries(run.tensors().map(({ name, shape, data }) => [name, { width: shape[1], data }]));
    const { w_o, unembedding } = numbers;
    /** The loss from the core’s z: y = x + Σ z · w_o over the heads that are left, and softmax(y · unembedding). */
    const lossWithout = (left) => {
      const losses = run.evaluated({ examples: 4 }).flatMap(({ tokens, targets }) => {
        const trace = core.attend({ ...run.scene(), tokens });
        const [x, z] = [trace.tensor('x'), trace.tensor('z')];
        const [heads, T, dV] = z.shape;
        const found = targets.flatMap((target, t) => {
          if (target === null) return [];
          const y = Array.from(x.data.subarray(t * w_o.width, (t + 1) * w_o.width));
          for (let h = 0; h < heads; h++) {
            if (left.includes(h)) continue;
            for (let c = 0; c < dV; c++)
              for (let j = 0; j < y.length; j++)
                y[j] += z.data[(h * T + t) * dV + c] * w_o.data[(h * dV + c) * w_o.width + j];
          }
          const logits = run.symbols.map((_, symbol) =>
            y.reduce((sum, value, j) => sum + value * unembedding.data[j * unembedding.width + symbol], 0),
          );
          const all = logits.reduce((sum, logit) => sum + Math.exp(logit), 0);
          return [Math.log(all) - logits[run.symbols.indexOf(target)]];
        });
        trace.dispose();
        return found;
      });
      return losses.reduce((sum, one) => sum + one, 0) / losses.length;
    };
    for (const left of [[], [0], [1], [0, 1]]) {
      const without = left.map((head) => ({ layer: 0, head }));
      const measured = run.evaluate({ examples: 4, without }).loss;
      assert.ok(Math.abs(measured - lossWithout(left)) < 1e-5, `${left}: ${measured}`);
    }
    assert.equal(run.evaluate({ examples: 4 }).loss, loss);
    assert.deepEqual(run.snapshot(), before);
    refuses(() => run.evaluate({ without: [{ layer: 1, head: 0 }] }), 'out-of-range', '/without');
    refuses(() => run.evaluate({ without: [{ layer: 0, head: 2 }] }), 'out-of-range', '/without');
    refuses(() => run.evaluate({ without: [{ layer: 0, head: -1 }] }), 'scene-form', 'without.head');
    refuses(() => run.evaluate({ without: 1 }), 'scene-form', 'without');
    const plain = small({ scene: { parameters: { ...model().parameters, output: false } } });
    refuses(() => plain.evaluate({ without: [{ layer: 0, head: 0 }] }), 'unknown-tensor', '/without');
  });
  it('what decides how sequences are drawn, where a loss has none to draw', () => {
    const scene = { tokens: [...'abcd'], attention: { heads: 1 }, block: undefined };
    const target = [...'abcd'].map((_, row) => [...'abcd'].map((__, key) => (key === row ? 1 : 0)));
    const loss = { kind: 'weights', target };
    for (const [key, value] of Object.entries({ batch: 4, seed: 3, unembedding: 'tied' }))
      refuses(() => begin({ scene, loss, [key]: value }), 'scene-form', `/${key}`, key, 'task');
    const run = begin({ scene, loss });
    for (const method of ['evaluate', 'evaluated']) {
      refuses(() => run[method]({ examples: 8 }), 'scene-form', 'examples', 'task');
      refuses(() => run[method]({ seed: 2 }), 'scene-form', 'seed', 'task');
    }
    refuses(() => run.example(2), 'scene-form', 'seed', 'task');
    refuses(() => run.scene({ seed: 2 }), 'scene-form', 'seed', 'task');
    assert.deepEqual(run.evaluated(), run.batch());
  });
  it('is disposed of', () => {
    const run = small();
    const snapshot = run.snapshot();
    run.dispose();
    run.dispose();
    for (const use of [
      () => run.step(),
      () => run.scene(),
      () => run.snapshot(),
      () => run.restore(snapshot),
      () => run.steps,
    ])
      refuses(use, 'disposed', '');
  });
});

describe('a run refuses', () => {
  const training_ = (change) => () => small(change);
  it('a learning rate of 0, below 0, of 1e6, and one that is not a number', () => {
    const rate = (learningRate) => training_({ optimizer: { kind: 'sgd', learningRate } });
    for (const wrong of [0, -0.1, 1e6]) refuses(rate(wrong), 'range', '/optimizer/learningRate', wrong, 100);
    refuses(rate(Number.NaN), 'not-finite', '/optimizer/learningRate', 'NaN');
    refuses(rate('0.1'), 'scene-form', '/optimizer/learningRate');
    refuses(rate(undefined), 'scene-form', '/optimizer/learningRate', 'missing');
    refuses(
      training_({ optimizer: { kind: 'sgd', learningRate: 0.1, beta1: 0.9 } }),
      'scene-form',
      '/optimizer',
      '"beta1"',
    );
    refuses(training_({ optimizer: { kind: 'lion', learningRate: 0.1 } }), 'scene-form', '/optimizer/kind', 'adamw');
  });
  it('heads that do not divide, as attend does', () => {
    const scene = { embedding: { ...model().embedding, dModel: 8 }, attention: { heads: 3 } };
    refuses(training_({ scene }), 'heads', '/attention/heads', 'd_model 8', '3 heads');
  });
  it('a task that is impossible or too long, both numbers named', () => {
    const task = (change) => training_({ task: { ...copy, ...change } });
    refuses(task({ length: 300 }), 'too-large', '/task/length', 300, 600, 512);
    for (const wrong of [0, -1]) {
      refuses(task({ length: wrong }), 'range', '/task/length', wrong, 'from 1 to 512');
      refuses(task({ vocabulary: wrong }), 'range', '/task/vocabulary', wrong, 'from 1 to 512');
    }
    refuses(task({ vocabulary: 513 }), 'too-large', '/task/vocabulary', 513, 512);
    refuses(task({ length: 2.5 }), 'scene-form', '/task/length');
    refuses(task({ vocabulary: 1 }), 'range', '/task/vocabulary', 1, 2);
    refuses(task({ kind: 'juggle' }), 'scene-form', '/task/kind', 'juggle', 'induction');
    refuses(task({ text: 'a' }), 'scene-form', '/task', '"text"');
    const text = (value) => training_({ task: { kind: 'text', length: 4, text: value } });
    refuses(text('x'), 'shape', '/task/text', '1 characters', 5);
    refuses(text('x'.repeat(100_001)), 'too-large', '/task/text', 100_001, 100_000);
    refuses(text('\ud83d aaaaa'), 'scene-form', '/task/text', 'surrogate');
  });
  it('both a task and a loss, neither, and unknown keys', () => {
    refuses(training_({ task: undefined }), 'scene-form', '', 'task', 'loss');
    refuses(training_({ loss: { kind: 'output', target: [[1]] } }), 'scene-form', '', 'task', 'loss');
    refuses(training_({ bacth: 3 }), 'scene-form', '', '"bacth"', 'batch');
    for (const wrong of [undefined, null, 5]) refuses(() => training.train(wrong), 'scene-form', '');
  });
  it('an empty or too large batch, and no steps', () => {
    for (const wrong of [0, -1]) refuses(training_({ batch: wrong }), 'range', '/batch', wrong, 'from 1 to 1024');
    refuses(training_({ batch: 1025 }), 'too-large', '/batch', 1025, 1024);
    const run = small();
    for (const wrong of [0, -1, 1.5, '1', Number.NaN, 1e9]) refuses(() => run.step(wrong), 'scene-form', 'steps');
    refuses(() => run.evaluate({ examples: 0 }), 'range', '/examples', 0);
    refuses(() => run.evaluate({ exmaples: 1 }), 'scene-form', 'exmaples');
    refuses(() => run.predict(['z']), 'missing-token', '/tokens', 'z');
    refuses(() => run.predict([]), 'empty', '/tokens');
    refuses(() => run.attention(['z']), 'missing-token', '/tokens', 'z');
    refuses(() => run.targets(['z']), 'missing-token', '/tokens', 'z');
  });
  it('a snapshot of another run, or of none', () => {
    const run = small();
    refuses(() => run.restore({ step: 1, data: new Float32Array(3) }), 'shape', '/snapshot', 3);
    refuses(() => run.restore({ step: 1, data: [1] }), 'scene-form', 'data');
    refuses(() => run.restore({ step: -1, data: new Float32Array(3) }), 'scene-form', 'step');
    refuses(() => run.restore(null), 'scene-form', 'snapshot');
  });
  it('a snapshot whose memory is gone or that throws, and keeps every run', () => {
    const [run, other] = [small(), small()];
    run.step(2);
    const before = run.tensors();
    const detached = run.snapshot();
    structuredClone(detached.data.buffer, { transfer: [detached.data.buffer] });
    refuses(() => run.restore(detached), 'shape', '/snapshot', '0 numbers');
    const buffer = new ArrayBuffer(8, { maxByteLength: 16 });
    const outOfBounds = new Float32Array(buffer, 4, 1);
    buffer.resize(4);
    refuses(() => run.restore({ step: 1, data: outOfBounds }), 'shape', '/snapshot', '0 numbers');
    const own = new Error('mine');
    const throwing = {
      step: 1,
      get data() {
        throw own;
      },
    };
    assert.throws(
      () => run.restore(throwing),
      (why) => why === own,
    );
    assert.throws(
      () => run.restore(new Proxy({}, { ownKeys: () => assert.fail('mine') })),
      (why) => why instanceof assert.AssertionError,
    );
    refuses(() => run.restore({ step: 1, data: new Proxy(new Float32Array(3), {}) }), 'scene-form', 'data');
    assert.deepEqual(run.tensors(), before);
    assert.ok(other.step().loss > 0);
  });
  it('a snapshot that no run can have, and keeps the last good state', () => {
    const run = small();
    run.step(2);
    const before = run.snapshot();
    for (const step of [2 ** 32 - 1, 1_000_000_001])
      refuses(() => run.restore({ ...before, step }), 'range', '/snapshot', step, 1_000_000_000);
    const negative = before.data.slice();
    negative[negative.length - 1] = -1;
    refuses(() => run.restore({ ...before, data: negative }), 'range', '/snapshot', -1, 0);
    const infinite = before.data.slice();
    infinite[0] = Number.POSITIVE_INFINITY;
    refuses(() => run.restore({ ...before, data: infinite }), 'not-finite', '/snapshot');
    assert.deepEqual(run.snapshot(), before);
    run.restore({ ...before, step: 1_000_000_000 });
    refuses(() => run.step(), 'range', '/steps', 1_000_000_000);
  });
  it('a step whose parameters are no longer finite, and keeps those before it', () => {
    const run = small({ optimizer: { kind: 'sgd', learningRate: 100, momentum: 0.9 } });
    const { step, data, run: identity } = run.snapshot();
    // The momentum of a stored state that float32 holds, but not times the learning rate.
    const huge = data.slice();
    huge.fill(3e38, run.size);
    run.restore({ step, data: huge, run: identity });
    refuses(() => run.step(), 'not-finite', '/optimizer/learningRate');
    assert.ok(run.tensors().every((tensor) => tensor.data.every(Number.isFinite)));
    assert.equal(run.steps, step);
    run.restore({ step, data, run: identity });
    assert.equal(run.steps, step);
  });
  it('a snapshot of a run with another task, optimizer or head count, however many numbers it has', () => {
    const run = small();
    const { scene, ...options } = {
      scene: { embedding: { ...model().embedding, dModel: 8 } },
      ...{ task: copy, batch: 4 },
    };
    const others = {
      task: { task: { ...copy, kind: 'reverse' } },
      optimizer: { optimizer: { kind: 'adam', learningRate: 0.01 } },
      heads: { scene: { ...scene, attention: { heads: 4, mask: { kind: 'causal' } } } },
      mask: { scene: { ...scene, attention: { heads: 2 } } },
    };
    for (const [key, change] of Object.entries(others)) {
      const other = small({ ...options, scene, ...change });
      refuses(() => run.restore(other.snapshot()), 'shape', '/snapshot', key);
    }
    // Without its origin, as in earlier releases, only the number of numbers is known.
    const { step, data } = small({ seed: 9, batch: 2, optimizer: { ...optimizer, learningRate: 0.5 } }).snapshot();
    run.restore({ step, data });
    refuses(() => run.restore({ step, data, run: { task: 'copy', other: 'x' } }), 'scene-form', 'other');
    refuses(() => run.restore({ step, data, run: 5 }), 'scene-form', 'run');
  });
  it('more tokens than a sequence of a task can have, before it reads them', () => {
    const run = small();
    const endless = new Proxy([], {
      get: (target, key) => (key === 'length' ? 3_000_000 : (assert.ok(typeof key === 'symbol') ?? target[key])),
    });
    for (const name of ['targets', 'predict', 'attention']) {
      refuses(() => run[name](endless), 'too-large', '/tokens', 3_000_000, 512);
      refuses(() => run[name](new Array(513).fill('a')), 'too-large', '/tokens', 513, 512);
    }
  });
  it('tokens that cannot be written as JSON', () => {
    const run = small();
    const cyclic = {};
    cyclic.self = cyclic;
    for (const name of ['targets', 'predict', 'attention'])
      for (const [token, shown] of [
        [5n, 5],
        [cyclic, 'an object'],
        [undefined, 'undefined'],
        [Symbol('a'), 'a symbol'],
      ])
        refuses(() => run[name]([token]), 'missing-token', '/tokens', shown);
  });
  it('options that would have no effect', () => {
    const painted = { task: undefined, loss: { kind: 'weights', target: [[1]] } };
    refuses(training_({ ...painted, unembedding: 'tied' }), 'scene-form', '/unembedding', 'loss');
    refuses(training_({ schedule: { warmup: 3, least: 0.1 } }), 'scene-form', '/schedule/least', 0.1, 'decay');
  });
  it('to go on when the loss is NaN, and keeps the last good parameters', () => {
    const scene = {
      embedding: { ...model().embedding, dModel: 8 },
      block: { residual: true, feedForward: { width: 8, activation: 'relu' } },
    };
    const run = small({ scene, optimizer: { kind: 'sgd', learningRate: 100 } });
    const start = run.snapshot();
    refuses(() => run.step(100), 'not-finite', '/optimizer/learningRate', 100);
    assert.ok(run.tensors().every(({ data }) => data.every(Number.isFinite)));
    core.attend(run.scene()).dispose();
    refuses(() => run.step(), 'not-finite', '/optimizer/learningRate');
    run.restore(start);
    assert.ok(run.step().loss > 0);
  });
  it('more memory than there is to be, both numbers named', () => {
    const scene = {
      embedding: { ...model().embedding, dModel: 1024 },
      attention: { heads: 16 },
      block: { residual: true, feedForward: { width: 4096, activation: 'relu' } },
      layers: 6,
    };
    refuses(training_({ scene }), 'too-large', '', 'MiB');
  });
});
