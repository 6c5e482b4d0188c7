/**
 * A scene is one plain JSON document that decides every number. A lesson, a link, the element's attribute, an undo
 * step and a headless call are all scenes. Each field is described here once. Its type, its check,
 * scene.schema.json, its default, its link key and its control derive from this. The core checks what the numbers
 * mean together (shapes, heads, dependent ranges). parse.ts checks which parts need each other.
 */
import { attention, block, mistakes } from './attention-description.ts';
import { draw, embedding, name, positions } from './embedding-description.ts';
import { message } from './error.ts';
import { limits, maxWidths } from './limits.ts';
import { kinds, named, object, optional, required } from './schema.ts';
import { boolean, count, digits, integer, list, number, one, page, row, rows, seed, text } from './values.ts';

const word = named('word', text(1, limits.token));
const tokens = named('tokens', list(word, limits.tokens, message`tokens`));
const sentence = named('sentence', text(0, limits.sentence));
const heads = named('heads', list(name, limits.heads, message`heads`));

const matrices = object({
  wQ: optional(rows),
  wK: optional(rows),
  wV: optional(rows),
  bQ: optional(row),
  bK: optional(row),
  bV: optional(row),
  wO: optional(rows),
  bO: optional(row),
  wA: optional(rows),
  uA: optional(rows),
  vA: optional(row),
  w1: optional(rows),
  b1: optional(row),
  w2: optional(rows),
  b2: optional(row),
  gamma1: optional(row),
  beta1: optional(row),
  gamma2: optional(row),
  beta2: optional(row),
});

const widths = {
  dK: optional(count(maxWidths.head), { link: 'dK', control: true }),
  dV: optional(count(maxWidths.head), { link: 'dV', control: true }),
  dA: optional(count(maxWidths.head), {
    link: 'dA',
    control: { at: 'attention.score', is: 'additive' },
  }),
};
const output = optional(boolean, { default: false, link: 'output' });

const parameters = kinds({
  given: matrices,
  stack: object({ layers: list(named('matrices', matrices), limits.layers, message`layers`) }),
  none: object({}),
  random: object({
    init: one('uniform', 'normal', 'xavier', 'kaiming'),
    seed: required(seed, { link: 'parameters.seed', control: true, element: 'seed' }),
    ...widths,
    biases: optional(boolean, { default: false, link: 'biases' }),
    output,
    ...draw('parameters.'),
  }),
  identity: object({ ...widths, output }),
  handmade: object({
    table: name,
    heads: required(heads, { link: 'parameters.heads' }),
    later: optional(list(heads, limits.layers - 1, message`layers`), { link: 'parameters.later' }),
  }),
});

const view = object({
  digits: optional(digits, { default: 2, link: 'digits', control: true, element: 'digits' }),
  notation: optional(one('fixed', 'scientific'), { default: 'fixed', link: 'notation', control: true }),
  names: optional(one('own', 'document'), { default: 'own', link: 'names' }),
  head: optional(seed, { default: 0, link: 'head', element: 'head' }),
  layer: optional(seed, { default: null, link: 'layer', element: 'layer' }),
  focus: optional(seed, { default: null, link: 'focus' }),
  at: optional(number, { default: null, link: 'at' }),
  screen: optional(one('experiment', 'train'), { default: null, link: 'screen' }),
  training: optional(one('task', 'paint', 'step'), { default: 'task', link: 'training' }),
  lesson: optional(name, { default: null }),
  page: optional(page, { default: null, link: 'page' }),
  runs: optional(list(named('run', text(1, limits.link)), 2, message`runs`), { default: null, link: 'run' }),
});

const words = ['sentence', 'tokens', 'view.focus'];
const keyWords = ['encoder.sentence', 'encoder.tokens', 'encoder.x'];

export const scene = object(
  {
    version: one(1),
    tokens: optional(tokens, { link: 'tokens', resets: words, element: 'sentence' }),
    sentence: optional(sentence, { link: 'sentence', resets: words, control: true, element: 'sentence' }),
    tokenizer: optional(
      object({
        lowercase: optional(boolean, { default: false, link: 'lowercase' }),
        punctuation: optional(boolean, { default: false, link: 'punctuation' }),
        version: optional(integer(1, limits.tokenizerVersion), { default: 1, link: 'tokenizer' }),
      }),
    ),
    encoder: optional(
      object(
        {
          tokens: optional(tokens, { link: 'encoder.tokens', resets: keyWords }),
          sentence: optional(sentence, { link: 'encoder', resets: keyWords }),
          x: optional(rows),
        },
        { exactlyOne: ['tokens', 'sentence'] },
      ),
      {
        control: { at: 'encoder', isNot: undefined },
      },
    ),
    embedding: required(embedding, {
      link: 'embedding',
      variety: { random: 'distribution', table: 'table' },
      resets: ['encoder.x'],
      control: true,
    }),
    positions: optional(positions, {
      default: { kind: 'none' },
      link: 'positions',
      control: true,
      element: 'positions',
    }),
    parameters: required(parameters, {
      link: 'parameters',
      variety: { random: 'init', handmade: 'table' },
      control: true,
    }),
    attention,
    block: optional(block, { control: true }),
    layers: optional(integer(1, limits.layers), { default: 1, link: 'layers', control: true }),
    mistake: optional(one(null, ...mistakes), { default: null, link: 'mistake', control: true, element: 'mistake' }),
    view: optional(view),
  },
  { exactlyOne: ['tokens', 'sentence'] },
);
