// Random scenes that a test can repeat: the same seed gives the same scenes.

/** mulberry32: enough for choosing test cases. */
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

/** One scene after another, of every kind; all of them have a good form (their shapes need not fit). */
export function* scenes(count, seed) {
  const random = generator(seed);
  const below = (limit) => Math.floor(random() * limit);
  const pick = (list) => list[below(list.length)];
  const maybe = (key, value) => (random() < 0.4 ? { [key]: value() } : {});
  const number = () => pick(numbers);
  const whole = () => pick([1, 2, 3, 8, 16, 64, 4294967295]);
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
    () => {
      const columns = 1 + below(3);
      return {
        kind: 'table',
        rows: Object.fromEntries(some(() => [pick(words), row(columns)])),
        ...maybe('seed', seeds),
      };
    },
  ];
  const parameters = [
    () => ({
      kind: 'given',
      wQ: rows(2, 3),
      wK: rows(2, 3),
      wV: rows(1, 2),
      ...maybe('bQ', () => row(3)),
      ...maybe('wO', () => rows(2, 2)),
      ...maybe('bO', () => row(2)),
    }),
    () => ({
      kind: 'random',
      init: pick(['uniform', 'normal', 'xavier', 'kaiming']),
      seed: seeds(),
      ...maybe('dK', whole),
      ...maybe('dV', whole),
      ...maybe('biases', yes),
      ...maybe('output', yes),
      ...draw(),
    }),
    () => ({ kind: 'identity', ...maybe('dK', whole), ...maybe('dV', whole), ...maybe('output', yes) }),
    () => ({
      kind: 'handmade',
      table: 'meaning',
      heads: some(() => pick(['pronoun', 'same-meaning', 'action', 'a,b'])),
    }),
  ];
  for (let made = 0; made < count; made += 1) {
    yield {
      version: 1,
      ...(random() < 0.5
        ? { tokens: some(() => pick(words)) }
        : { sentence: pick(['', some(() => pick(words)).join(' ')]) }),
      ...maybe('tokenizer', () => ({ ...maybe('lowercase', yes), ...maybe('punctuation', yes) })),
      embedding: pick(embeddings)(),
      parameters: pick(parameters)(),
      attention: {
        heads: whole(),
        ...maybe('kvHeads', whole),
        ...maybe('score', () => pick(['dot', 'scaledDot'])),
        ...maybe('scale', number),
        ...maybe('mask', () => ({ kind: pick(['none', 'causal']) })),
        ...maybe('temperature', number),
        ...maybe('softcap', number),
      },
      ...maybe('view', () => ({
        ...maybe('digits', () => below(7)),
        ...maybe('head', seeds),
        ...maybe('focus', seeds),
        ...maybe('lesson', () => pick(['illustrated', 'its-snowing', 'no such'])),
      })),
      ...maybe('mistake', () => null),
    };
  }
}
