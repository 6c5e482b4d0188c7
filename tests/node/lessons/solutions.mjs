// A solution of each task of the lessons: a scene that a reader could reach from the first one.
import { bundle } from '../support/bundle.mjs';

const attention = (change) => (scene) => ({ ...scene, attention: { ...scene.attention, ...change } });
const without = (key) => (scene) => {
  const { [key]: _, ...rest } = scene.attention;
  return { ...scene, attention: rest };
};
const part = (name, change) => (scene) => ({ ...scene, [name]: { ...scene[name], ...change } });
const right = (scene) => ({ ...scene, mistake: null });

/** One number of a matrix replaced. */
const edited = (name, matrix, row, column, value) => (scene) =>
  part(name, {
    [matrix]: scene[name][matrix].map((line, at) =>
      at === row ? line.map((number, place) => (place === column ? value : number)) : line,
    ),
  })(scene);

const window = (before, after) => attention({ mask: { kind: 'window', before, after } });
const diagonal = (tokens) =>
  attention({
    mask: {
      kind: 'painted',
      visible: Array.from({ length: tokens }, (_, i) => Array.from({ length: tokens }, (_, j) => (i === j ? 1 : 0))),
    },
  });
const causal = attention({ mask: { kind: 'causal' } });
/** A painted mask, with a row of five for each query: 1 where it sees the key. */
const see = (...rows) => attention({ mask: { kind: 'painted', visible: rows.map((row) => [...row].map(Number)) } });

const longer = (words) => (scene) => ({ ...scene, sentence: `${scene.sentence} ${words}` });
const ending = (word) => (scene) => ({ ...scene, sentence: scene.sentence.replace(/\w+$/, word) });

/** In Spanish the page looks up the rows of typed words. */
const { lookUpWords } = await bundle('web/scene/words.ts');
const { scene: spanish } = (await bundle('web/export/lessons.ts')).lessons['five-minutes-es'];
const rows = Object.fromEntries(
  await Promise.all(
    ['estrecho', 'hambriento', 'triste', 'feliz', 'cansado', 'viejo'].map(async (word) => [
      word,
      (await lookUpWords(ending(word)(spanish), 'es')).embedding,
    ]),
  ),
);
const endingInSpanish = (word) => (scene) => ({ ...ending(word)(scene), embedding: rows[word] });

/** A reader's run of “Train a task”. */
const run = (facts) => ({
  training: { heads: 2, dModel: 32, positions: 'learned', mask: 'causal', size: 9984, ...facts },
});
/** Weights that were painted and learned. */
const { loadTraining } = await import('self-attention/training');
const training = await loadTraining();
const painted =
  (column, then = (scene) => scene) =>
  (start) => {
    const scene = then(start);
    const T = scene.sentence.split(' ').length;
    const target = Array.from({ length: T }, (_, row) =>
      Array.from({ length: T }, (_, key) => (key === column(row) ? 1 : 0)),
    );
    const run = training.train({
      scene,
      loss: { kind: 'weights', target },
      optimizer: { kind: 'adam', learningRate: 0.05 },
      fixed: ['E'],
    });
    run.step(1000);
    const learned = run.scene();
    run.dispose();
    return { ...learned, embedding: scene.embedding };
  };
const before = (row) => Math.max(0, row - 1);

export const solutions = {
  questions: {
    pages: { 'how-much-work': (scene) => ({ ...scene, sentence: 'We read long books and short ones too' }) },
    challenges: {},
  },
  'five-minutes': {
    pages: { change: ending('wide') },
    challenges: {
      back: { solved: [ending('sleepy'), ending('hungry')], cheated: [ending('tired')] },
      deaf: { solved: [causal, window(3, 0)], cheated: [(scene) => causal(ending('old')(scene))] },
    },
  },
  'five-minutes-es': {
    pages: { change: endingInSpanish('estrecho') },
    challenges: {
      back: {
        solved: ['hambriento', 'triste', 'feliz'].map(endingInSpanish),
        cheated: [endingInSpanish('cansado')],
      },
      deaf: { solved: [causal, window(3, 0)], cheated: [(scene) => causal(endingInSpanish('viejo')(scene))] },
    },
  },
  'meaning-from-company': {
    pages: {
      moves: attention({ temperature: 2 }),
      learned: painted((row) => (row === 1 ? 4 : row)),
    },
    challenges: {
      'no-company': {
        solved: [attention({ temperature: 0.3 }), attention({ scale: 1 })],
        cheated: [
          window(0, 0),
          (scene) => attention({ temperature: 0.3 })({ ...scene, sentence: 'I ate a ripe apple' }),
        ],
      },
      'two-articles': {
        solved: ['sinusoidal', 'rope', 'alibi'].map((kind) => (scene) => ({ ...scene, positions: { kind } })),
        cheated: [causal],
      },
    },
  },
  masks: {
    pages: {
      before: causal,
      corner: attention({ mask: { kind: 'causal', align: 'bottomRight' } }),
    },
    challenges: {
      packed: {
        solved: [see('10000', '11000', '11100', '00010', '00011')],
        cheated: [
          (scene) =>
            attention({ scores: scene.attention.scores.map((row) => row.map(() => 0)) })(
              see('10000', '11000', '11100', '00010', '00011')(scene),
            ),
        ],
      },
      'padding-left': {
        solved: [
          see('10000', '01000', '00100', '00110', '00111'),
          see('11000', '11000', '00100', '00110', '00111'),
          see('00111', '00111', '00100', '00110', '00111'),
        ],
      },
    },
  },
  'decode-with-a-cache': {
    pages: {
      'rows-stay': longer('mat'),
      'kept-and-saved': longer('mat and slept'),
      'shared-keys': attention({ kvHeads: 1 }),
      window: attention({ mask: { kind: 'window', before: 3, after: 0, sinks: 1 } }),
    },
    challenges: {
      'nothing-saved': {
        solved: [(scene) => ({ ...scene, sentence: 'cat' })],
        cheated: [(scene) => attention({ kvHeads: 1 })({ ...scene, sentence: 'cat sat', layers: 1 })],
      },
      'tight-budget': {
        solved: [
          [6, 1],
          [5, 2],
        ].map(([before, sinks]) => attention({ kvHeads: 1, mask: { kind: 'window', before, after: 0, sinks } })),
        cheated: [
          (scene) =>
            attention({ kvHeads: 1, mask: { kind: 'window', before: 6, after: 0, sinks: 1 } })({
              ...scene,
              parameters: { ...scene.parameters, dK: 2, dV: 2 },
            }),
        ],
      },
    },
  },
  illustrated: {
    pages: {
      repeat: without('roundWeights'),
      beyond: attention({ score: 'scaledDot' }),
    },
    challenges: {
      'only-itself': { solved: [window(0, 0), diagonal(3)] },
      'even-row': {
        solved: [attention({ temperature: 1000 }), part('parameters', { wQ: Array(4).fill([0, 0, 0]) })],
        cheated: [(scene) => attention({ temperature: 1000 })(causal(scene))],
      },
      'self-first': {
        solved: [edited('parameters', 'wK', 3, 0, -5), edited('parameters', 'wK', 1, 2, -9)],
        cheated: [causal, attention({ mask: { kind: 'padding', length: 1 } })],
      },
    },
  },
  'its-snowing': {
    pages: {
      scaled: attention({ temperature: 0.1 }),
      swapped: right,
    },
    challenges: {
      'own-way': { solved: [attention({ temperature: 0.005 }), attention({ scale: 200 })], cheated: [window(0, 0)] },
      'no-future': {
        solved: [
          causal,
          attention({
            mask: {
              kind: 'painted',
              visible: [
                [1, 0, 0],
                [1, 1, 0],
                [1, 1, 1],
              ],
            },
          }),
        ],
      },
      'look-back': {
        solved: [edited('embedding', 'x', 0, 1, -0.8)],
        cheated: [attention({ mask: { kind: 'padding', length: 1 } })],
      },
    },
  },
  'scaling-and-masks': {
    pages: {
      mask: causal,
      encoder: causal,
      function: right,
    },
    challenges: {
      'even-row': {
        solved: [attention({ temperature: 100 }), attention({ scale: 0.001 })],
        cheated: [(scene) => part('embedding', { q: scene.embedding.q.map((row) => row.map(() => 0)) })(scene)],
      },
      'one-back': { solved: [window(1, 0)] },
      calm: {
        solved: [attention({ scale: 0.1 })],
        cheated: [(scene) => part('embedding', { q: scene.embedding.q.map((row) => row.map(() => 0)) })(scene)],
      },
    },
  },
  'keys-and-encoder': {
    pages: {
      'wrong-axis': right,
      transpose: right,
    },
    challenges: {
      'equal-shares': {
        solved: [attention({ temperature: 1000 })],
        cheated: [attention({ scores: [[9, 9, 9]] })],
      },
      'all-in': {
        solved: [attention({ temperature: 0.5 })],
        cheated: [attention({ scores: [[99, 9, 9]] }), attention({ mask: { kind: 'padding', length: 1 } })],
      },
      'a-key': {
        solved: [edited('parameters', 'wK', 0, 0, 1), edited('parameters', 'wK', 2, 0, 1)],
        cheated: [
          (scene) => ({
            ...scene,
            embedding: { kind: 'given', x: [[0.5, 0.5, 0.5, 0], ...scene.embedding.x.slice(1)] },
            parameters: {
              ...scene.parameters,
              wK: [
                [1, 1, 1],
                [1, 1, 1],
                [0, 0, 0],
                [1, 1, 0],
              ],
            },
          }),
        ],
      },
    },
  },
  'music-transformer': {
    pages: {
      split: attention({ heads: 13 }),
      'whole-matrix': right,
      'relative-whole': right,
      's-rel': edited('positions', 'rows', 0, 0, 1000),
      padded: ({ attention: { mask: _, ...attention }, ...scene }) => ({ ...scene, attention }),
      lookup: ({ tokens: _, ...scene }) => ({ ...scene, sentence: '4 3 2 9' }),
    },
    challenges: {
      'wide-heads': { solved: [attention({ heads: 9 })] },
      'only-itself': { solved: [window(0, 0), diagonal(40)] },
      'no-such-row': { solved: [(scene) => ({ ...scene, tokens: ['1', '2', '4', '10'] })] },
    },
  },
  'how-it-learns': {
    pages: {
      'one-weight': painted(() => 0),
      paint: painted(before),
      stuck: painted(before, (scene) => ({ ...scene, positions: { kind: 'learned', seed: 1 } })),
      'one-layer': run({ task: 'induction', layers: 1, step: 300, accuracy: 0.35 }),
      'two-layers': run({ task: 'induction', layers: 2, step: 450, accuracy: 0.99 }),
      'no-mask': run({ task: 'induction', layers: 1, mask: 'none', step: 500, accuracy: 0.96 }),
      'no-positions': run({ task: 'induction', layers: 2, positions: 'none', step: 300, accuracy: 0.4 }),
    },
    challenges: {
      fewest: { solved: [run({ task: 'previous', layers: 1, size: 448, step: 200, accuracy: 1 })] },
      'first-token': { solved: [painted(() => 0)], cheated: [attention({ mask: { kind: 'padding', length: 1 } })] },
    },
  },
};
