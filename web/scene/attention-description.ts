/** The attention of a layer and the block around it: the part of description.ts that layers repeat. */
import { limits, maxWidths } from './limits.ts';
import { kinds, object, optional, required } from './schema.ts';
import { bits, boolean, count, decimals, integer, number, one, rows, seed } from './values.ts';

/** Which keys j a query i sees, counted from 0 in each sequence. */
export const mask = kinds({
  none: object({}),
  causal: object({}, { about: 'j <= i' }),
  padding: object(
    {
      length: required(count(limits.tokens), {
        link: 'mask.length',
        control: true,
        begins: ({ keys }) => Math.max(1, keys - 1),
        within: 'keys',
        must: true,
      }),
    },
    { about: 'j < length' },
  ),
  window: object(
    {
      before: required(seed, { link: 'before', control: true, begins: () => 1, within: 'queries' }),
      after: required(seed, { link: 'after', control: true, begins: () => 1, within: 'keys' }),
    },
    { about: 'i − before <= j <= i + after' },
  ),
  prefix: object(
    {
      length: required(integer(0, limits.tokens), {
        link: 'mask.length',
        control: true,
        begins: ({ keys }) => Math.min(2, keys),
        within: 'keys',
        must: true,
      }),
    },
    { about: 'j < length or j <= i' },
  ),
  painted: object({
    visible: required(bits(limits.painted), { about: '(T_q, T_k): 1 where the query sees the key.', link: 'visible' }),
  }),
});

export const attention = object({
  heads: required(count(limits.heads), { link: 'heads', control: true, element: 'heads' }),
  kvHeads: optional(count(limits.heads), {
    about: 'Key/value heads; divides heads. Default: heads.',
    link: 'kvHeads',
    control: { at: 'parameters.kind', isNot: 'handmade' },
  }),
  score: optional(one('scaledDot', 'dot', 'additive', 'general', 'cosine', 'given', 'weights'), {
    about:
      'scaledDot: q·k/√d_k. dot: q·k. additive: v_a·tanh(q·w_a + k·u_a). general: q·w_a·k. cosine: of the angle. given: `scores`. weights: those of the given layers.',
    default: 'scaledDot',
    link: 'score',
    resets: ['attention.scores'],
    control: true,
    element: 'score',
  }),
  scores: optional(rows, {
    about: '(T_q, T_k), for every head; exactly where the score is "given" and no layers are.',
    default: null,
    control: { at: 'attention.score', is: 'given' },
  }),
  scale: optional(number, {
    about: 'Multiplies the scores; replaces 1/√d_k for "scaledDot".',
    default: null,
    link: 'scale',
    control: { at: 'attention.scale', isNot: undefined },
  }),
  mask: optional(mask, {
    about: 'Which keys j a query i sees.',
    default: { kind: 'none' },
    link: 'mask',
    control: true,
    element: 'mask',
  }),
  temperature: optional(number, {
    about: 'Greater than 0. weights = softmax(masked / temperature).',
    default: 1,
    link: 'temperature',
    control: true,
    element: 'temperature',
  }),
  softcap: optional(number, { about: '0 = off.', default: 0, link: 'softcap', control: true }),
  normalizer: optional(one('softmax', 'sparsemax'), {
    about: 'sparsemax: Martins & Astudillo 2016, arXiv 1602.02068.',
    default: 'softmax',
    link: 'normalizer',
    control: true,
  }),
  roundWeights: optional(decimals, {
    about: 'Rounds the weights to this many decimals before they are used. Default: no rounding.',
    default: null,
    link: 'round',
    control: true,
  }),
  weightedValues: optional(boolean, {
    about: 'Shows each value times its weight as a separate step.',
    default: false,
    link: 'weighted',
    control: true,
  }),
});

const feedForward = object({
  width: required(count(maxWidths.feedForward), {
    about: 'd_ff',
    link: 'ff',
    control: { at: 'block.feedForward', isNot: undefined },
  }),
  activation: required(one('relu', 'gelu'), { link: 'activation' }),
});

export const block = object({
  residual: optional(boolean, { default: false, link: 'residual' }),
  norm: optional(one('none', 'layer', 'rms'), {
    about: 'layer: arXiv 1607.06450. rms: arXiv 1910.07467.',
    default: 'none',
    link: 'norm',
  }),
  place: optional(one('post', 'pre'), {
    about: 'After each addition, or before attention and before the feed-forward network.',
    default: 'post',
    link: 'place',
  }),
  feedForward: optional(feedForward, {
    about: 'activation(x · w_1 + b_1) · w_2 + b_2. Default: none.',
    default: null,
  }),
});

export const mistakes = [
  'whole-matrix-softmax',
  'wrong-axis-values',
  'no-transpose',
  'no-scale',
  'model-scale',
  'zero-mask',
  'mask-after-softmax',
  'overflow-softmax',
  'swapped-qk',
] as const;
