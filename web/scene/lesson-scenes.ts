import { crossingTheStreet, twoLayers } from './home.ts';
import { meaning } from './tables.ts';
import type { Rows, Scene } from './types.ts';

// The first scene of each lesson. They are apart from the lessons because a link that names one is read at once.

/** The lessons, in reading order. */
export const lessonIds = [
  'five-minutes',
  'five-minutes-es',
  'meaning-from-company',
  'how-it-learns',
  'masks',
  'decode-with-a-cache',
  'illustrated',
  'its-snowing',
  'scaling-and-masks',
  'keys-and-encoder',
  'music-transformer',
  'questions',
] as const;

export type LessonId = (typeof lessonIds)[number];

export const isLessonId = (id: unknown): id is LessonId => lessonIds.some((known) => known === id);

/** The example that changes its answer with one word: two layers of handmade heads. */
const fiveMinutes: Scene = { ...crossingTheStreet, view: { focus: 7, at: 0, lesson: 'five-minutes' } };

/** The Spanish list's entries for the lesson's words: the features that are not 0. */
const spanishWords: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  el: { function: 1 },
  animal: { animate: 1, animal: 1, size: 0.1 },
  no: { function: 0.9 },
  cruzó: { action: 1, motion: 1 },
  puente: { thing: 0.3, place: 1, size: 0.2 },
  porque: { function: 1 },
  se: { pronoun: 1 },
  veía: { action: 1 },
  demasiado: { function: 1 },
  cansado: { feeling: 1 },
  estrecho: { size: 0.9 },
};

/**
 * The same for a Spanish sentence, with the rows of its words, since a link to it is read before any list of words
 * is loaded.
 */
export function crossing(last: 'cansado' | 'estrecho'): Scene {
  const sentence = `El animal no cruzó el puente porque se veía demasiado ${last}`;
  const learned = Object.fromEntries(
    sentence
      .toLowerCase()
      .split(' ')
      .map((word) => [word, meaning.columns.map((feature) => spanishWords[word]?.[feature] ?? 0)]),
  );
  return {
    ...twoLayers(sentence, 7),
    embedding: { kind: 'table', table: 'meaning', missing: 'random', seed: 1, version: 2, learned },
    view: { focus: 7, at: 0, lesson: 'five-minutes-es' },
  };
}

const inputs: Rows = [
  [1, 0, 1, 0],
  [0, 2, 0, 2],
  [1, 1, 1, 1],
];

/** The three inputs and the parameters that two of the five documents share. */
export const threeInputs = {
  x: inputs,
  wQ: [
    [1, 0, 1],
    [1, 0, 0],
    [0, 0, 1],
    [0, 1, 1],
  ],
  wK: [
    [0, 0, 1],
    [1, 1, 0],
    [0, 1, 0],
    [1, 1, 0],
  ],
  wV: [
    [0, 2, 0],
    [0, 3, 0],
    [1, 0, 3],
    [1, 1, 0],
  ],
} as const;

const { x, wQ, wK, wV } = threeInputs;

const illustrated: Scene = {
  version: 1,
  tokens: ['Input 1', 'Input 2', 'Input 3'],
  embedding: { kind: 'given', x },
  parameters: { kind: 'given', wQ, wK, wV },
  attention: { heads: 1, score: 'dot' },
  view: { focus: 0, lesson: 'illustrated' },
};

const itsSnowing: Scene = {
  version: 1,
  tokens: ["It's", 'snowing', 'outside'],
  embedding: {
    kind: 'given',
    x: [
      [0.3, 0.8, -0.3],
      [-0.9, -0.1, 0],
      [1, -0.2, 0.3],
    ],
  },
  parameters: {
    kind: 'given',
    wQ: [
      [0.27, 0.14],
      [0.24, 0.09],
      [0.56, 0.84],
    ],
    wK: [
      [0.1, 0.69],
      [0.38, 0.63],
      [0.91, 0.01],
    ],
    wV: [
      [0.81, 0.8],
      [0.67, 0.98],
      [0.04, 0.3],
    ],
  },
  attention: { heads: 1 },
  view: { digits: 3, focus: 0, lesson: 'its-snowing' },
};

const keysAndEncoder: Scene = {
  version: 1,
  tokens: ['decoder'],
  encoder: { tokens: ['state 1', 'state 2', 'state 3'] },
  embedding: {
    kind: 'qkv',
    v: [
      [0.21, 0.51, 1.25],
      [4.13, -41.3, 0.31],
      [3.2, 0.02, 9.44],
    ],
  },
  parameters: { kind: 'none' },
  attention: { heads: 1, score: 'given', scores: [[13, 9, 9]] },
  view: { digits: 4, focus: 0, lesson: 'keys-and-encoder' },
};

const notes = ['C', 'C♯', 'D', 'D♯', 'E', 'F', 'F♯', 'G', 'G♯', 'A', 'A♯', 'B'];

/**
 * L = 40 vectors of D = 144 numbers in [−1, 1), parameters in [0, 1), 12 heads. The document draws them without a
 * seed.
 */
const musicTransformer: Scene = {
  version: 1,
  tokens: Array.from(
    { length: 40 },
    (_, note) => `${notes[note % notes.length]}${2 + Math.floor(note / notes.length)}`,
  ),
  embedding: { kind: 'random', distribution: 'uniform', seed: 1, dModel: 144 },
  parameters: { kind: 'random', init: 'uniform', seed: 1, low: 0 },
  attention: { heads: 12 },
  view: { focus: 0, lesson: 'music-transformer' },
};

/**
 * q and k as the document prints them. Its v is cut off in print. These numbers follow from its printed new_V and
 * the weights of its whole-matrix softmax (weights · v = new_V, solved down the triangle). The first four are still
 * readable.
 */
const scalingAndMasks: Scene = {
  version: 1,
  tokens: ['The', 'cat', 'sat', 'on'],
  embedding: {
    kind: 'qkv',
    q: [
      [-1.55805137, 1.74599065, 0.00613182772, 0.091665539, -0.419406664, 1.20209171, -0.322952013, -1.57484697],
      [-0.603090864, -1.39311745, 0.000541038476, 0.8685015, 1.01740729, -1.23332745, 1.31092668, 1.07903594],
      [0.415527794, 0.258613492, 1.41064692, 1.89567492, -0.188668455, 1.22294262, 1.73747406, 1.295664],
      [-1.65589298, 0.92026536, 0.16764156, 1.55976837, 0.0685358948, 1.00433167, 0.321650406, -0.195328813],
    ],
    k: [
      [0.31691824, -0.74019652, -0.16705587, 1.15992309, -1.55371717, -0.86020114, 0.75528109, -0.38178461],
      [0.2937555, -1.16828174, 0.65689693, 0.63906619, 0.52966841, 0.56031207, -0.1390223, -0.35731796],
      [-0.14005376, 1.02710414, 0.37303933, -0.28437786, -1.08703429, 0.01543534, -0.38521217, 0.77901054],
      [1.85600985, 1.40490388, -0.41918586, 0.43513747, 1.02341881, 0.765293, 1.34713076, 0.31635243],
    ],
    v: [
      [0.99755393, 1.56166281, 0.2986221, 0.47543551, 0.81800113, 0.05950324, -0.11690745, -0.10130879],
      [-2.39818968, 0.2470138, -1.32360785, -0.35113537, -0.05594353, 0.58126104, -1.77497517, -0.77299637],
      [1.09046401, -0.0286521, -1.02613369, -0.31014787, -1.80174373, -1.98862988, 0.40271028, 1.33953192],
      [-0.23763812, -1.61614963, -1.45608638, 0.05206926, 0.69175482, 0.99239481, 1.44958544, 0.17417297],
    ],
  },
  parameters: { kind: 'none' },
  attention: { heads: 1 },
  view: { digits: 4, focus: 1, lesson: 'scaling-and-masks' },
};

/** A sentence of published word vectors, which the scene carries: each word is compared with the others as it is. */
export const published = (sentence: string, focus: number, vectors: Readonly<Record<string, string>>): Scene => ({
  version: 1,
  sentence,
  tokenizer: { lowercase: true },
  embedding: { kind: 'wordVectors', missing: 'random', vectors },
  parameters: { kind: 'identity' },
  attention: { heads: 1 },
  view: { focus, lesson: 'meaning-from-company' },
});

const meaningFromCompany = published('apple pear phone software and', 0, {
  apple: 'gfYbgkdbhYmgfhffccfgdfgelfgcjjfjliagmgkgdmbgbdicichkjhhfjgdffkgk',
  pear: 'UiefiiiceWggihedbgkgejigkjehgefkjfdkleihdldjedfdkchiiifhhgfehlek',
  phone: 'ndZecjVglgneiiigjYhfafhhggicmebhgkeiijefjhiljeebhhfijdigdeihihhh',
  software: 'mlXYmibhigpgaghffffgZfjhhcfblidhjhafmhhjfifhfdjfichiiejfkicfffej',
  and: 'qcZfdcgfeefgdhedijgiffhkfjfgffifgiehhhggffghegggihihhdehfhhgfgee',
});

/** Four words with random parameters. */
const howItLearns: Scene = {
  version: 1,
  sentence: 'We read a book',
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 8 },
  parameters: { kind: 'random', init: 'xavier', seed: 3 },
  attention: { heads: 1 },
  view: { focus: 3, lesson: 'how-it-learns' },
};

/** Five words with the scores of the mask lab. */
const masks: Scene = {
  version: 1,
  tokens: ['the', 'cat', 'sat', 'on', 'it'],
  embedding: { kind: 'qkv', v: [[1], [2], [3], [4], [5]] },
  parameters: { kind: 'none' },
  attention: {
    heads: 1,
    score: 'given',
    scores: [
      [1.2, 0.4, -0.3, 0.8, 0.1],
      [0.9, 1.5, 0.2, -0.4, 0.6],
      [0.1, 1.1, 0.7, 0.3, -0.2],
      [-0.5, 0.6, 1.3, 0.9, 0.4],
      [0.3, 1.4, 0.5, -0.1, 0.8],
    ],
  },
  view: { focus: 2, lesson: 'masks' },
};

/** A language model's heads of words, with numbers drawn at random. The lesson counts what it keeps and computes. */
export const decodes = (sentence: string, focus: number): Scene => ({
  version: 1,
  sentence,
  tokenizer: { lowercase: true },
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 16 },
  parameters: { kind: 'random', init: 'xavier', seed: 3, output: true },
  attention: { heads: 4, mask: { kind: 'causal' } },
  layers: 2,
  view: { focus, lesson: 'decode-with-a-cache' },
});

/** Two words whose queries and keys fit each other, and a third that fits itself. */
const questions: Scene = {
  version: 1,
  tokens: ['cat', 'dog', 'car'],
  embedding: {
    kind: 'qkv',
    q: [
      [4, 0],
      [1, 0],
      [0, 4],
    ],
    k: [
      [3, 0],
      [2, 0],
      [0, 3],
    ],
    v: [
      [1, 0],
      [2, 0],
      [0, 9],
    ],
  },
  parameters: { kind: 'none' },
  attention: { heads: 1 },
  view: { focus: 0, lesson: 'questions' },
};

export const scenes: Readonly<Record<LessonId, Scene>> = {
  'five-minutes': fiveMinutes,
  'five-minutes-es': crossing('cansado'),
  'meaning-from-company': meaningFromCompany,
  illustrated,
  'its-snowing': itsSnowing,
  'scaling-and-masks': scalingAndMasks,
  'keys-and-encoder': keysAndEncoder,
  'music-transformer': musicTransformer,
  'how-it-learns': howItLearns,
  masks,
  'decode-with-a-cache': decodes('The cat sat on the', 2),
  questions,
};
