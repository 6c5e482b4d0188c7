import type { Mask } from '../../scene/types.ts';
import { full, listed } from '../sentences.ts';

/** Texts beside the sentence. */
export const sentence = {
  label: 'Sentence',
  tokens: 'Tokens',
  /** In place of the sentence, for the attention of somebody else's model. */
  ofModel: 'Tokens of the model',
  missing: (words: readonly string[], table: string) =>
    words.length === 1
      ? `${list(words)} is not in the ${table}, so it has a random vector. Its chip is marked.`
      : `${list(words)} are not in the ${table}, so they have random vectors. Their chips are marked.`,
  learned: (words: readonly string[]) =>
    words.length === 1
      ? `The row of ${list(words)} was learned from word vectors, not written by hand. Its chip is marked ≈.`
      : `The rows of ${list(words)} were learned from word vectors, not written by hand. Their chips are marked ≈.`,
  missed:
    'The list of words could not be loaded, so words that are not in the table have random vectors. Keep typing to try again.',
  byCharacter: 'Your browser has no dictionary for this script, so each character is a token. Spaces split words.',
  problem: (why: string) => `${full(why)} The picture still shows the last scene that worked.`,
};

export const controls = {
  title: 'Controls',
  /** Questions that one setting answers, with a preview. */
  whatIf: {
    title: 'What if …',
    settings: 'All settings',
    hint: 'Press a question to try it. Press it again to return.',
    now: 'Now',
    after: 'Then',
    again: 'Pressed again',
    tooLong: 'This sentence is too long for a preview. Press the question to try it.',
    questions: {
      mask: () => 'later words were hidden?',
      noMask: () => 'no words were hidden?',
      temperature: () => 'it had to decide harder?',
      nearness: () => 'nearer words counted more?',
      places: () => 'the place of a word counted too?',
      noPositions: () => 'order did not matter?',
      heads: () => 'four heads looked at once?',
      score: () => 'only direction counted, not length?',
      word: (word: string) => `“${word}” were missing?`,
      mistake: () => 'softmax ran over the whole matrix by mistake?',
    } satisfies Record<string, (word: string) => string>,
  },
  open: 'Controls',
  close: 'Close',
  bar: 'Controls and lesson',

  embedding: 'Embedding',
  embeddingKind: 'Vectors',
  embeddings: {
    table: 'Meaning table',
    wordVectors: 'Word vectors (GloVe)',
    oneHot: 'One-hot',
    normal: 'Random, normal',
    uniform: 'Random, uniform',
    given: 'From this scene',
    zero: 'Position only (zeros)',
    ids: 'Rows by id',
    qkv: 'q, k and v given',
  },
  /** Replaces "From this scene" while a lesson is open. */
  lessonsOwn: 'From this lesson',
  tableName: (owner: 'lesson' | 'scene' | 'vectors' | null) =>
    owner === null ? 'meaning table' : owner === 'vectors' ? 'list of word vectors' : `table of this ${owner}`,
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
    given: 'From this scene',
    none: 'None',
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
  headCount: 'Number',
  headCountName: 'Number of heads, H',
  kvHeads: 'K/V',
  kvHeadsName: 'K/V heads: key and value heads, each shared by a group of heads',
  handmadeHeads: 'Heads made by hand',

  scoresTitle: 'Scores and weights',
  byScale: 'Dot product × scale',
  mask: 'Mask',
  maskLab: 'Mask lab …',
  temperature: 'Temperature',
  softcap: 'Softcap',
  softcapName: 'Softcap, 0 is off',
  scale: 'Scale',
  scaleName: 'Scale instead of 1/√d_k; empty: 1/√d_k',
  scaleDefault: '1/√d_k',

  display: 'Tokens and digits',
  digits: 'Digits',
  digitsName: 'Digits after the point',
  scientific: 'Scientific',
  scientificName: 'Scientific notation: every number with a power of ten, 0.063 as 6.3e−2',
  lowercase: 'Lower-case',
  lowercaseName: 'Lower-case the words',
  punctuation: 'Punctuation',
  punctuationName: 'Keep punctuation as tokens',

  notNumber: (typed: string) => (typed.trim() === '' ? 'Type a number.' : `“${typed}” is not a number.`),
  notFinite: (typed: string) => `“${typed}” is too large. Type a smaller number.`,
  decimalComma: (typed: string) => `“${typed}” has a comma. Write a point instead.`,
  less: (name: string) => `Decrease: ${name}`,
  more: (name: string) => `Increase: ${name}`,
  /** The setting of a closed group, shown after its title. */
  off: 'off',
  on: 'on',
  none: 'none',

  score: 'Score',
  scoreName: 'Score function, how a query is compared with a key',
  scores: {
    scaledDot: 'Dot product ÷ √d_k',
    dot: 'Dot product',
    additive: 'Additive',
    general: 'General',
    cosine: 'Cosine',
    given: 'Given scores',
    weights: 'Given weights',
  },
  onlyGiven: 'there are no q and k to compare',
  givenWeights: 'The weights are given, so there are no scores, mask or temperature.',
  factor: 'Scale',
  factorName: 'Scale, multiplies the scores; empty: no scaling',
  noFactor: 'none',

  masks: {
    none: 'None',
    causal: 'Causal',
    padding: 'Padding',
    window: 'Window',
    prefix: 'Prefix',
    painted: 'Painted',
  },
  loading: 'Loading …',
  missed: 'These controls could not be loaded.',

  weights: 'Normalizer and rounding',
  normalizers: { softmax: 'Softmax', sparsemax: 'Sparsemax' },
  dA: 'd_a',
  dAName: 'd_a, width of the additive score; empty: d_k',

  positions: 'Positions',
  kinds: {
    none: 'None',
    sinusoidal: 'Sinusoidal',
    learned: 'Learned',
    rope: 'RoPE (rotary)',
    alibi: 'ALiBi',
    relative: 'Relative',
    given: 'A matrix',
  },

  encoder: 'Second sentence',
  encoderLabel: 'Second sentence, for keys and values',

  block: 'Block and layers',
  residual: 'Residual',
  norm: 'Norm',
  feedForward: 'Feed-forward',
  layers: 'Layers',

  mistakes: 'Deliberate mistakes',
  noMistake: 'None',
  cannot: (title: string, why: string) => `${title} (${why})`,
  compare: {
    note: (name: string) => `Deliberate mistake: ${name}. The correct result is shown too.`,
    title: (name: string) => `Right and wrong: ${name}`,
    right: 'correct',
    wrong: 'with the mistake',
    of: (tensor: string, which: string) => `${tensor}, ${which}`,
    sums: (tensor: string) => `Row sums of ${tensor}`,
    back: 'Undo the mistake',
  },

  layer: 'Layer',
  noLayer: (layer: number, layers: number) =>
    `There is no layer ${layer}. The scene has ${layers === 1 ? '1 layer' : `${layers} layers`}, counted from 0.`,
  previousLayer: (name: string, layer: number) => `${name} of layer ${layer}`,

  variance: {
    title: 'Why the scores are divided',
    text: 'Each score is a sum of d_k products, so its variance grows with d_k. Dividing by √d_k divides the variance by d_k.',
    of: 'variance of',
    measured: 'measured',
    theory: 'in theory',
    count: 'products summed',
    table: 'The curves as a table',
    expects:
      'In theory, the variance of the scores is the number of products summed, times the variance of q, times the variance of k. That assumes independent numbers with mean 0.',
  },

  examples: 'Choose an example …',
  /** The numbers of each kind of mask: a label, and an accessible name that does not depend on its place. */
  maskNumbers: {
    'padding.length': { label: 'Length', name: 'Length without padding: keys from here on are hidden' },
    'prefix.length': { label: 'Length', name: 'Length of the prefix that every query sees' },
    'window.before': { label: 'Before', name: 'How many tokens before its own a query sees' },
    'window.after': { label: 'After', name: 'How many tokens after its own a query sees' },
    'window.sinks': { label: 'Sinks', name: 'How many of the first tokens every later query sees' },
  },
  normalizer: 'Normalizer',
  round: 'Round weights',
  roundName: 'Round the weights before they are used, digits after the point',
  roundOff: 'Off',
  weighted: 'Weighted values',
  weightedName: 'Weighted values: show each value times its weight as a separate step',
  position: 'Kind',
  positionName: 'Kind of positions',
  lacks: {
    words: 'there are no embeddings to add to',
    queries: 'there are no q and k',
    even: 'd_k must be even',
    computed: 'the weights are given',
  },
  base: 'Base',
  baseName: 'Base of the wavelengths; empty: 10000',
  join: 'Join',
  joins: { add: 'Add', concat: 'Concatenate' },
  pairs: {
    label: 'Pairs',
    kinds: { adjacent: 'Adjacent', halves: 'Halves' },
    note: 'The paper rotates neighbouring numbers together. Llama and Hugging Face pair the first half with the second.',
  },
  slopes: {
    label: 'Slopes',
    kinds: { geometric: 'Paper’s text', reference: 'Paper’s code' },
    note: 'The two differ only if the number of heads is not a power of two.',
  },
  width: 'Width',
  widthName: 'Width of the position vectors; empty: as wide as the words',
  widthDefault: 'd_word',
  positionSeed: 'Seed of the positions',
  rerollPositions: 'Re-roll the positions',
  std: 'Spread',
  stdName: 'Standard deviation of the drawn positions; empty: 0.5',
  clip: 'Clip',
  clipName: 'Clip: larger distances share one row; empty: every distance has a row',
  clipOff: 'off',
  encoderOn: 'Cross-attention',
  encoderOnName: 'Cross-attention: keys and values come from a second sentence',
  encoderFixed: 'This scene gives q, k and v directly, so it cannot take a second sentence.',
  residualName: 'Residual: the input is added to the output',
  norms: { none: 'None', layer: 'Layer', rms: 'RMS' },
  place: 'Place',
  places: { post: 'After', pre: 'Before' },
  feedForwardName: 'Feed-forward network after attention',
  dFf: 'd_ff',
  dFfName: 'd_ff, width of the feed-forward network',
  activation: 'Activation',
  activations: { relu: 'ReLU', gelu: 'GELU' },
  layersName: 'Layers, 1 to 6',
  needsInput:
    'This scene gives q, k and v directly, so there is no input to add, to normalize or to pass to another layer.',
  mistake: 'Mistake',
  mistakeName: 'Mistake to make on purpose',
  needs: {
    softmax: 'needs softmax',
    computedWeights: 'needs weights that are computed',
    scale: 'needs ÷ √d_k',
    embeddings: 'needs embeddings: there is no d_model',
    mask: 'needs a mask',
    dot: 'needs a dot product',
    asManyQueries: 'needs as many queries as keys',
    keysAsWide: 'needs as many keys as d_k',
    valuesAsWide: 'needs as many keys as d_v',
  },
};

// British English has no comma before the last word.
const list = (words: readonly string[]): string => listed(words, 'en-GB', ['“', '”'], (left) => `${left} more`);

/** A mask in the caption of a picture. */
export function maskCaption(mask: Mask): string {
  switch (mask.kind) {
    case 'none':
      return 'no mask';
    case 'causal':
      return mask.align === 'bottomRight' ? 'causal mask from the bottom right' : 'causal mask';
    case 'padding':
      return `padding mask of ${mask.length}`;
    case 'window':
      return `window mask, ${mask.before} before and ${mask.after} after${mask.sinks ? `, ${mask.sinks} sinks` : ''}`;
    case 'prefix':
      return `prefix mask of ${mask.length}`;
    case 'painted':
      return 'painted mask';
  }
}
