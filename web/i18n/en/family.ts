/** The controls of the whole family of attention, and what its pictures on the page say. */
export const family = {
  /** After the title of a group that is closed: what it is set to. */
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
    given: 'Given',
  },
  onlyGiven: 'there are no q and k to compare',
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
  missed: 'These controls could not be fetched.',

  weights: 'Normalizer and rounding',
  normalizers: { softmax: 'Softmax', sparsemax: 'Sparsemax' },

  embeddings: { zero: 'Position only (zeros)', ids: 'Rows by id', qkv: 'q, k and v given' },
  parameterKinds: { none: 'None' },
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
  },

  encoder: 'Second sentence',
  encoderLabel: 'Second sentence, for keys and values',

  block: 'Block and layers',
  residual: 'Residual',
  norm: 'Norm',
  feedForward: 'Feed-forward',
  layers: 'Layers',

  mistakes: 'Mistakes, on purpose',
  noMistake: 'None',
  cannot: (title: string, why: string) => `${title} (${why})`,
  compare: {
    note: (name: string) => `With a mistake, on purpose: ${name}. Further down it stands beside the right way.`,
  },

  layer: 'Layer',
  noLayer: (layer: number, layers: number) =>
    `It shows layer ${layer}, counted from 0, and there ${layers === 1 ? 'is 1 layer' : `are ${layers} layers`}.`,
  nextLayer: (layer: number) => `On to layer ${layer}`,
  previousLayer: (name: string, layer: number) => `${name} of layer ${layer}`,

  variance: {
    title: 'Why the scores are divided',
  },

  examples: 'Choose an example …',
};
