/** The attention of a layer and the block around it: the part of description.ts that layers repeat. */
import { limits, maxWidths } from './limits.ts';
import { kinds, object, optional, required } from './schema.ts';
import { bits, boolean, count, decimals, integer, number, one, rows, seed } from './values.ts';

/** Which keys j a query i sees, counted from 0 in each sequence. */
export const mask = kinds({
  none: object({}),
  causal: object({
    // Without a default: one inside a default mask would become part of the mask "none".
    align: optional(one('topLeft', 'bottomRight'), {
      link: 'mask.align',
      control: { at: 'encoder', isThere: true },
    }),
  }),
  padding: object({
    length: required(count(limits.tokens), {
      link: 'mask.length',
      control: true,
      begins: ({ keys }) => Math.max(1, keys - 1),
      within: 'keys',
      must: true,
    }),
  }),
  window: object({
    before: required(seed, { link: 'before', control: true, begins: () => 1, within: 'queries' }),
    after: required(seed, { link: 'after', control: true, begins: () => 1, within: 'keys' }),
    sinks: optional(seed, { link: 'sinks', control: true, within: 'keys' }),
  }),
  prefix: object({
    length: required(integer(0, limits.tokens), {
      link: 'mask.length',
      control: true,
      begins: ({ keys }) => Math.min(2, keys),
      within: 'keys',
      must: true,
    }),
  }),
  painted: object({
    visible: required(bits(limits.painted), { link: 'visible' }),
  }),
});

export const attention = object({
  heads: required(count(limits.heads), { link: 'heads', control: true, element: 'heads' }),
  kvHeads: optional(count(limits.heads), {
    link: 'kvHeads',
    control: { at: 'parameters.kind', isNot: 'handmade' },
  }),
  score: optional(one('scaledDot', 'dot', 'additive', 'general', 'cosine', 'given', 'weights'), {
    default: 'scaledDot',
    link: 'score',
    resets: ['attention.scores'],
    control: true,
    element: 'score',
  }),
  scores: optional(rows, {
    default: null,
    control: { at: 'attention.score', is: 'given' },
  }),
  scale: optional(number, {
    default: null,
    link: 'scale',
    control: { at: 'attention.scale', isNot: undefined },
  }),
  mask: optional(mask, {
    default: { kind: 'none' },
    link: 'mask',
    control: true,
    element: 'mask',
  }),
  temperature: optional(number, { default: 1, link: 'temperature', control: true, element: 'temperature' }),
  softcap: optional(number, { default: 0, link: 'softcap', control: true }),
  normalizer: optional(one('softmax', 'sparsemax'), { default: 'softmax', link: 'normalizer', control: true }),
  roundWeights: optional(decimals, { default: null, link: 'round', control: true }),
  weightedValues: optional(boolean, { default: false, link: 'weighted', control: true }),
});

const feedForward = object({
  width: required(count(maxWidths.feedForward), {
    link: 'ff',
    control: { at: 'block.feedForward', isNot: undefined },
  }),
  activation: required(one('relu', 'gelu'), { link: 'activation' }),
});

export const block = object({
  residual: optional(boolean, { default: false, link: 'residual' }),
  norm: optional(one('none', 'layer', 'rms'), { default: 'none', link: 'norm' }),
  place: optional(one('post', 'pre'), { default: 'post', link: 'place' }),
  feedForward: optional(feedForward, { default: null }),
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
