/** A spreadsheet of one layer. */
export const spreadsheet = {
  lang: 'en',
  settings: 'Settings',
  head: (head: number) => `Head ${head}`,
  output: 'Output',
  title: (layer: number, layers: number) =>
    layers === 1
      ? 'Self-attention with live formulas'
      : `Self-attention with live formulas, layer ${layer} of ${layers}`,
  about: 'Change a yellow cell. Everything with a formula follows.',
  precise:
    'The numbers are those of the core, float32. Recalculated ones can differ from the seventh digit on, because a spreadsheet uses float64.',
  temperature: 'Greater than 0. The scores are divided by it before softmax.',
  scale: 'Multiplies the scores.',
  softcap: 'The largest score that is possible, positive or negative.',
  covered: 'Every number after the yellow cells is a formula.',
  plain: 'These numbers are plain values. They do not change when you change something before them:',
  note: 'plain values, no formula',
  reasons: {
    mistake: 'The scene has a mistake on purpose, so no number has a formula.',
    score: (score: string) => `The score “${score}” has no formula here: the scores stay as they are.`,
    relative: 'Relative positions are learned from q: the scores with them (related) stay as they are.',
    sparsemax: 'Sparsemax sorts its scores: the weights stay as they are.',
    rounded: 'Rounding keeps the sum of each row: the rounded weights stay as they are.',
  },
  blocks: {
    q: 'queries',
    k: 'keys',
    v: 'values',
    S_rel: 'scores by position',
    scores: 'how well each query fits each key',
    related: 'with relative positions',
    scaled: 'scores · scale',
    capped: 'capped by softcap',
    biased: 'with the bias of ALiBi',
    mask: '1 is visible, 0 is hidden',
    masked: 'hidden scores are −∞',
    weights: 'softmax of each row',
    rounded: 'the weights with fewer digits',
    z: 'weights · values',
    heads: 'the heads side by side',
    w_o: 'output matrix',
    b_o: 'output bias',
    output: 'result of the layer’s attention',
  },
  rotated: 'after RoPE',
};
