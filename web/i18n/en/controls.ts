import { full, listed } from '../sentences.ts';

/** What stands beside the sentence, and on the controls. */
export const sentence = {
  label: 'Sentence',
  tokens: 'Tokens',
  missing: (words: readonly string[], table: string) =>
    words.length === 1
      ? `${list(words)} is not in the ${table}: it has a random vector, marked on its chip.`
      : `${list(words)} are not in the ${table}: they have random vectors, marked on their chips.`,
  problem: (why: string) => `${full(why)} The picture still shows the last scene that worked.`,
};

export const controls = {
  title: 'Controls',
  open: 'Controls',
  close: 'Close',
  bar: 'Controls and lesson',

  embedding: 'Embedding',
  embeddingKind: 'Vectors',
  embeddings: {
    table: 'Meaning table',
    oneHot: 'One-hot',
    normal: 'Random, normal',
    uniform: 'Random, uniform',
    given: 'This scene’s own',
  },
  /** In place of "This scene's own" while a lesson is open. */
  lessonsOwn: 'This lesson’s own',
  tableName: (owner: 'lesson' | 'scene' | null) => (owner === null ? 'meaning table' : `${owner}’s own table`),
  embeddingSeed: 'Seed of the vectors',
  seed: 'Seed',
  reroll: 'Re-roll',
  rerollEmbedding: 'Re-roll the vectors',
  rerollParameters: 'Re-roll the parameters',
  dModel: 'd_model',
  dModelName: 'd_model, numbers in a vector',

  parameters: 'Parameters',
  parameterKind: 'Source',
  parameterKinds: {
    handmade: 'Made by hand',
    identity: 'Identity',
    xavier: 'Xavier',
    kaiming: 'Kaiming',
    normal: 'Normal',
    uniform: 'Uniform',
    given: 'This scene’s own',
  },
  parameterSeed: 'Seed of the parameters',
  biases: 'Biases',
  output: 'w_o',
  outputName: 'w_o, the output projection',
  dK: 'd_k',
  dKName: 'd_k, width of a query and a key; empty: d_model / H',
  dV: 'd_v',
  dVName: 'd_v, width of a value; empty: d_model / H',

  heads: 'Heads',
  headCount: 'H',
  headCountName: 'H, number of heads',
  kvHeads: 'Key/value',
  kvHeadsName: 'Key/value heads, shared by groups of heads',
  handmadeHeads: 'Heads made by hand',

  scores: 'Scores and weights',
  scaled: '÷ √d_k',
  scaledName: '÷ √d_k: divide the scores by the root of d_k',
  byScale: '× scale',
  byScaleName: '× scale: multiply the scores by the scale',
  mask: 'Mask',
  masks: { none: 'None', causal: 'Causal' },
  temperature: 'Temperature',
  softcap: 'Softcap',
  softcapName: 'Softcap, 0 is off',
  scale: 'Scale',
  scaleName: 'Scale instead of 1/√d_k; empty: 1/√d_k',
  scaleDefault: '1/√d_k',

  display: 'Tokens and digits',
  digits: 'Digits',
  digitsName: 'Digits after the point',
  lowercase: 'Lower-case',
  lowercaseName: 'Lower-case the words',
  punctuation: 'Punctuation',
  punctuationName: 'Keep punctuation as tokens',

  notNumber: (typed: string) => (typed.trim() === '' ? 'Type a number.' : `“${typed}” is not a number.`),
  notFinite: (typed: string) => `“${typed}” is too large for a number.`,
  decimalComma: (typed: string) => `“${typed}”: write a point instead of the comma.`,
  less: (name: string) => `Less: ${name}`,
  more: (name: string) => `More: ${name}`,
};

const list = (words: readonly string[]): string => listed(words, ['“', '”'], 'and', (left) => `${left} more`);
