// The parts of "Train a task" without a page: choices, the schedule of measurements, and typed sequences.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadTraining } from 'self-attention/training';
import { bundle } from '../support/bundle.mjs';

const { argumentsOf, controlPaths, hasLength, hasVocabulary, placeOf, suitedTo, tokensOf } = await bundle(
  'web/page/training/task/choices.ts',
);
const { taskKinds } = await bundle('web/training/options.ts');
const { MOST_POINTS, MOST_SNAPSHOT_BYTES, MOST_SNAPSHOTS, snapshotsOf, SnapshotSchedule } = await bundle(
  'web/page/training/snapshot-schedule.ts',
);
const { thinOut } = await bundle('web/views/plots/thin-out.ts');
const { tokensIn, typedFrom } = await bundle('web/page/training/task/sequence.ts');
const training = await loadTraining();
const text = 'the cat sat on the mat. '.repeat(3);

describe('what each task begins with', () => {
  for (const task of taskKinds)
    it(`${task} can be trained, and has as many tokens as it says`, () => {
      const choice = suitedTo(task, text);
      const run = training.train(argumentsOf(choice));
      assert.equal(run.example().tokens.length, tokensOf(choice));
      assert.ok(run.step().loss > 0);
      run.dispose();
    });
  it('every other choice can be trained too', () => {
    const changes = [
      ...['sinusoidal', 'rope', 'alibi', 'relative', 'none'].map((positions) => ({ positions })),
      { mask: 'none' },
      { norm: 'layer' },
      { norm: 'rms', feedForward: 16 },
      { optimizer: 'sgd', momentum: 0.5 },
      { optimizer: 'adam', clip: null, warmup: 0 },
      { cosine: true, steps: 30, warmup: 20 },
      { layers: 6, dModel: 16, heads: 4 },
      { weightDecay: 0.1 },
    ];
    for (const change of changes) {
      const run = training.train(argumentsOf({ ...suitedTo('copy', text), ...change }));
      assert.ok(run.step(2).loss > 0, JSON.stringify(change));
      run.dispose();
    }
  });
  it('each control changes what it says', () => {
    const choice = { ...suitedTo('copy', text), optimizer: 'adamw' };
    const at = (value, path) => path.split('.').reduce((part, key) => part?.[key], value);
    const changes = {
      length: [5, 'task.length'],
      vocabulary: [5, 'task.vocabulary'],
      layers: [3, 'scene.layers'],
      heads: [4, 'scene.attention.heads'],
      dModel: [64, 'scene.embedding.dModel'],
      feedForward: [16, 'scene.block.feedForward.width'],
      norm: ['rms', 'scene.block.norm'],
      positions: ['rope', 'scene.positions.kind'],
      mask: ['none', 'scene.attention.mask.kind'],
      optimizer: ['adam', 'optimizer.kind'],
      learningRate: [0.5, 'optimizer.learningRate'],
      weightDecay: [0.1, 'optimizer.weightDecay'],
      clip: [2, 'optimizer.clip'],
      warmup: [7, 'schedule.warmup'],
      batch: [4, 'batch'],
      seed: [9, 'seed'],
    };
    for (const [key, [value, path]] of Object.entries(changes)) {
      assert.notEqual(at(argumentsOf(choice), path), value, key);
      assert.equal(at(argumentsOf({ ...choice, [key]: value }), path), value, key);
    }
    assert.equal(argumentsOf({ ...choice, optimizer: 'sgd', momentum: 0.3 }).optimizer.momentum, 0.3);
    assert.equal(argumentsOf({ ...choice, clip: null }).optimizer.clip, undefined);
    assert.equal(argumentsOf({ ...choice, cosine: true, steps: 120, warmup: 20 }).schedule.decay, 100);
  });
  it('a length and a vocabulary are shown only if the task has them', () => {
    const { task } = argumentsOf(suitedTo('modularAddition', text));
    assert.deepEqual(Object.keys(task).sort(), ['kind', 'vocabulary']);
    assert.equal(hasLength('modularAddition'), false);
    assert.equal(hasVocabulary('text'), false);
  });
  it('parts of a model have seeds of their own, and what is wrong with one is said of the seed', () => {
    const { scene, seed } = argumentsOf({ ...suitedTo('copy', text), seed: 2 ** 32 - 1 });
    const seeds = [scene.embedding.seed, scene.positions.seed, scene.parameters.seed];
    assert.equal(new Set(seeds).size, 3);
    assert.ok([seed, ...seeds].every((one) => one >= 0 && one < 2 ** 32));
    assert.equal(argumentsOf({ ...suitedTo('copy', text), seed: -1 }).scene.embedding.seed, -1);
    assert.equal(placeOf('/embedding/seed'), '/seed');
    assert.equal(placeOf('/task/length'), '/task/length');
    assert.equal(new Set(Object.values(controlPaths)).size, Object.keys(controlPaths).length);
  });
});

describe('a run is measured and kept', () => {
  it('at the same steps in every run', () => {
    const schedule = new SnapshotSchedule(MOST_POINTS);
    let kept = [{ step: 0 }];
    for (let step = 1; step <= 100_000; step += 1) {
      if (schedule.isDue(step)) kept = thinOut(kept, [{ step }], MOST_POINTS);
      assert.ok(kept.length <= MOST_POINTS);
    }
    assert.equal(kept[0].step, 0);
    assert.ok(kept.length > MOST_POINTS / 3, `${kept.length}`);
    for (const { step } of kept) assert.equal(step % 5, 0);
    assert.equal(new SnapshotSchedule(MOST_POINTS).toNext(12), 3);
  });
  it('within its memory limit', () => {
    assert.equal(snapshotsOf(1000), MOST_SNAPSHOTS);
    assert.equal(snapshotsOf(MOST_SNAPSHOT_BYTES / 4), 4);
    assert.equal(snapshotsOf(MOST_SNAPSHOT_BYTES * 3), 1);
    for (const most of [1, 2, 3, 4]) {
      let kept = [];
      for (let step = 0; step <= 1000; step += 1) {
        kept = thinOut(kept, [{ step }], most);
        assert.ok(kept.length <= most);
        assert.equal(kept.at(-1).step, step);
      }
    }
  });
  it('from an earlier step without what came after it', () => {
    const before = [0, 5, 10, 15, 17].map((step) => ({ step }));
    const kept = thinOut(before, [{ step: 10 }, { step: 12 }], 120);
    assert.deepEqual(
      kept.map(({ step }) => step),
      [0, 5, 10, 12],
    );
  });
});

describe('a sequence that is typed', () => {
  it('is letters, with or without spaces', () => {
    assert.deepEqual(tokensIn(' a bc  d', ['a', 'b', 'c', 'd', '>']), ['a', 'b', 'c', 'd']);
    assert.deepEqual(tokensIn('a!', ['a', 'b']), ['a', '!']);
  });
  it('is words between spaces where a symbol is longer', () => {
    assert.deepEqual(tokensIn('3 12 =', ['3', '12', '=']), ['3', '12', '=']);
  });
  it('is characters of a text, spaces too', () => {
    const symbols = [' ', 'a', 'á', '😀'];
    assert.deepEqual(tokensIn('a 😀á', symbols), ['a', ' ', '😀', 'á']);
    assert.equal(typedFrom(['a', ' ', 'á'], symbols), 'a á');
    assert.equal(typedFrom(['a', 'b'], ['a', 'b']), 'a b');
  });
});
