// Repeatable random scenes: the same seed gives the same scenes.
import { masksWith } from './masks.mjs';

/** mulberry32, which is good enough to choose test cases. */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = [
  'the',
  'Cat',
  'naïve',
  'a,b',
  'a&b=c',
  '100%',
  '+1',
  'Input 1',
  '猫',
  'שלום',
  '👩‍👩‍👧',
  '"q"',
  "it's",
  '’',
  '#x',
  '\\',
  '*!(){}[]',
  'constructor',
  '7',
];
const numbers = [0, -0, 1, -1, 0.1, 0.5, 1 / 3, -2.5, 1e-30, 1e21, 3.4028234663852886e38, -123456.789];

/** Scenes of every kind. All have a valid form, but their shapes may not match. */
export function* scenes(count, seed) {
  const random = generator(seed);
  const below = (limit) => Math.floor(random() * limit);
  const pick = (list) => list[below(list.length)];
  const maybe = (key, value) => (random() < 0.4 ? { [key]: value() } : {});
  const number = () => pick(numbers);
  const whole = () => pick([1, 2, 3, 8, 16, 64]);
  const seeds = () => pick([0, 1, 7, 4294967295]);
  const yes = () => random() < 0.5;
  const row = (columns) => Array.from({ length: columns }, number);
  const rows = (count, columns) => Array.from({ length: count }, () => row(columns));
  const some = (make) => Array.from({ length: 1 + below(5) }, make);
  const draw = () => ({
    ...maybe('low', number),
    ...maybe('high', number),
    ...maybe('mean', number),
    ...maybe('std', number),
  });

  const embeddings = [
    () => ({ kind: 'given', x: rows(1 + below(4), 1 + below(4)) }),
    () => ({ kind: 'oneHot', ...maybe('dModel', whole) }),
    () => ({ kind: 'random', distribution: pick(['uniform', 'normal']), seed: seeds(), dModel: whole(), ...draw() }),
    () => ({
      kind: 'table',
      table: pick(['meaning', 'meaning', 'other']),
      ...maybe('missing', () => pick(['error', 'random'])),
      ...maybe('seed', seeds),
    }),
    () => ({
      kind: 'table',
      table: 'meaning',
      version: 2,
      learned: Object.fromEntries(some(() => [pick(words), Array.from({ length: 16 }, () => below(11) / 10)])),
      missing: 'random',
      ...maybe('seed', seeds),
    }),
    () => {
      const columns = 1 + below(3);
      return {
        kind: 'table',
        rows: Object.fromEntries(some(() => [pick(words), row(columns)])),
        ...maybe('seed', seeds),
      };
    },
    () => ({ kind: 'ids', rows: rows(1 + below(4), 2) }),
    () => ({ kind: 'zero', dModel: whole() }),
  ];
  const bases = () => pick([10_000, 1.5, 100]);
  const drawnRows = () => ({ ...maybe('seed', seeds), ...maybe('std', number), ...maybe('rows', () => rows(3, 2)) });
  const positions = [
    () => ({ kind: 'none' }),
    () => ({ kind: 'sinusoidal', ...maybe('base', bases), ...maybe('join', () => pick(['add', 'concat'])) }),
    () => ({ kind: 'sinusoidal', ...maybe('base', bases), join: 'concat', width: whole() }),
    () => ({ kind: 'learned', ...drawnRows() }),
    () => ({ kind: 'rope', ...maybe('base', bases), ...maybe('pairs', () => pick(['adjacent', 'halves'])) }),
    () => ({ kind: 'alibi', ...maybe('slopes', () => pick(['geometric', 'reference'])) }),
    () => ({ kind: 'relative', ...maybe('clip', whole), ...drawnRows() }),
    () => ({ kind: 'given', rows: rows(3, 3) }),
  ];
  const mask = () =>
    pick(
      masksWith({
        count: (least) => (least === 0 ? pick([0, 1, 7, 8192]) : whole()),
        visible: () => some(() => [below(2), below(2), 1]),
      }),
    );
  const block = () => ({
    ...maybe('residual', yes),
    ...maybe('norm', () => pick(['none', 'layer', 'rms'])),
    ...maybe('place', () => pick(['post', 'pre'])),
    ...maybe('feedForward', () => ({ width: whole(), activation: pick(['relu', 'gelu']) })),
  });
  const matrices = (projected) => ({
    ...(projected && { wQ: rows(2, 3), wK: rows(2, 3), wV: rows(1, 2), ...maybe('bQ', () => row(3)) }),
    ...maybe('wO', () => rows(2, 2)),
    ...maybe('bO', () => row(2)),
    ...maybe('wA', () => rows(2, 2)),
    ...maybe('uA', () => rows(2, 2)),
    ...maybe('vA', () => row(2)),
    ...maybe('w1', () => rows(2, 3)),
    ...maybe('b1', () => row(3)),
    ...maybe('gamma2', () => row(2)),
    ...maybe('beta2', () => row(2)),
  });
  const names = () => some(() => pick(['pronoun', 'same-meaning', 'action', 'a,b', 'c;d']));
  const parameters = [
    (projected) => ({ kind: 'given', ...matrices(projected) }),
    (projected, layers) => ({ kind: 'stack', layers: Array.from({ length: layers }, () => matrices(projected)) }),
    () => ({
      kind: 'random',
      init: pick(['uniform', 'normal', 'xavier', 'kaiming']),
      seed: seeds(),
      ...maybe('dK', whole),
      ...maybe('dV', whole),
      ...maybe('dA', whole),
      ...maybe('biases', yes),
      ...maybe('output', yes),
      ...draw(),
    }),
    () => ({ kind: 'identity', ...maybe('dK', whole), ...maybe('dV', whole), ...maybe('output', yes) }),
    (projected, layers) =>
      projected
        ? {
            kind: 'handmade',
            table: 'meaning',
            heads: names(),
            ...(layers > 1 && maybe('later', () => Array.from({ length: layers - 1 }, names))),
          }
        : { kind: 'none' },
  ];
  const sequence = () =>
    random() < 0.5 ? { tokens: some(() => pick(words)) } : { sentence: pick(['', some(() => pick(words)).join(' ')]) };
  for (let made = 0; made < count; made += 1) {
    const told = random() < 0.1;
    const direct = random() < 0.1;
    const embedding = direct
      ? { kind: 'qkv', ...(!told && { q: rows(2, 2), k: rows(2, 2) }), v: rows(2, 1) }
      : pick(embeddings)();
    const layers = pick([1, 1, 2, 6]);
    yield {
      version: 1,
      ...sequence(),
      ...maybe('tokenizer', () => ({
        ...maybe('lowercase', yes),
        ...maybe('punctuation', yes),
        ...maybe('version', () => 1 + below(2)),
      })),
      ...maybe('encoder', () => ({ ...sequence(), ...(embedding.kind === 'given' && { x: rows(2, 2) }) })),
      embedding,
      ...maybe('positions', () => pick(positions)()),
      parameters: pick(parameters)(!direct, layers),
      attention: {
        heads: whole(),
        ...maybe('kvHeads', whole),
        ...(told
          ? { score: 'given', scores: rows(2, 3) }
          : maybe('score', () => pick(['dot', 'scaledDot', 'additive', 'general', 'cosine']))),
        ...maybe('scale', number),
        ...maybe('mask', mask),
        ...maybe('temperature', number),
        ...maybe('softcap', number),
        ...maybe('normalizer', () => pick(['softmax', 'sparsemax'])),
        ...maybe('roundWeights', () => below(7)),
        ...maybe('weightedValues', yes),
      },
      ...maybe('block', block),
      ...(layers > 1 ? { layers } : maybe('layers', () => 1)),
      ...maybe('mistake', () => pick([null, 'no-scale', 'zero-mask', 'swapped-qk'])),
      ...maybe('view', () => ({
        ...maybe('digits', () => below(9)),
        ...maybe('notation', () => pick(['fixed', 'scientific'])),
        ...maybe('head', seeds),
        ...maybe('focus', seeds),
        ...maybe('lesson', () => pick(['illustrated', 'its-snowing', 'no such'])),
      })),
    };
  }
}
