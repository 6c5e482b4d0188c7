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

const matrices = object(
  {
    wQ: optional(rows, { about: '(d_model, H·d_k)' }),
    wK: optional(rows, { about: '(d_model, H_kv·d_k)' }),
    wV: optional(rows, { about: '(d_model, H_kv·d_v)' }),
    bQ: optional(row),
    bK: optional(row),
    bV: optional(row),
    wO: optional(rows, { about: '(H·d_v, d_model)' }),
    bO: optional(row),
    wA: optional(rows, { about: 'additive: (d_k, H·d_a); general: (d_k, H·d_k)' }),
    uA: optional(rows, { about: 'additive: (d_k, H·d_a)' }),
    vA: optional(row, { about: 'additive: (H·d_a)' }),
    w1: optional(rows, { about: '(d_model, d_ff)' }),
    b1: optional(row),
    w2: optional(rows, { about: '(d_ff, d_model)' }),
    b2: optional(row),
    gamma1: optional(row),
    beta1: optional(row),
    gamma2: optional(row),
    beta2: optional(row),
  },
  {
    about:
      'The parameters of one layer, or of every layer alike. What the scene needs and is left out: wA uA vA w1 w2 are drawn (Xavier, seed 1, other numbers in every layer), gammas are 1 and betas 0, and there are no biases and no wO.',
  },
);

const widths = {
  dK: optional(count(maxWidths.head), { about: 'Default: d_model / heads.', link: 'dK', control: true }),
  dV: optional(count(maxWidths.head), { about: 'Default: d_model / heads.', link: 'dV', control: true }),
  dA: optional(count(maxWidths.head), {
    about: 'Width of additive attention. Default: d_k.',
    link: 'dA',
    control: { at: 'attention.score', is: 'additive' },
  }),
};
const output = optional(boolean, { about: 'Adds w_o.', default: false, link: 'output' });

const parameters = kinds({
  given: matrices,
  stack: object(
    { layers: list(named('matrices', matrices), limits.layers, message`layers`) },
    {
      about: 'One set a layer; as many as there are layers.',
    },
  ),
  none: object(
    {},
    {
      about:
        'Nothing is given: for an embedding "qkv". What score or block need all the same is drawn as with "given".',
    },
  ),
  random: object({
    init: one('uniform', 'normal', 'xavier', 'kaiming'),
    seed: required(seed, { link: 'parameters.seed', control: true, element: 'seed' }),
    ...widths,
    biases: optional(boolean, {
      about: 'Adds random biases b_q, b_k, b_v (and b_o, b_1, b_2).',
      default: false,
      link: 'biases',
    }),
    output,
    ...draw('parameters.'),
  }),
  identity: object({ ...widths, output }, { about: 'Ones on the diagonal: q, k and v are the embeddings themselves.' }),
  handmade: object(
    {
      table: name,
      heads: required(heads, { link: 'parameters.heads' }),
      later: optional(list(heads, limits.layers - 1, message`layers`), {
        about: 'The heads of the layers after the first, one list per layer. Default: the same in every layer.',
        link: 'parameters.later',
      }),
    },
    { about: "Heads made by hand for a table's features; one name a head." },
  ),
});

const view = object({
  digits: optional(digits, {
    about: 'Digits after the point.',
    default: 2,
    link: 'digits',
    control: true,
    element: 'digits',
  }),
  notation: optional(one('fixed', 'scientific'), {
    about: 'scientific: every number with a power of ten, so 0.00001 is 1.00e−5.',
    default: 'fixed',
    link: 'notation',
    control: true,
  }),
  names: optional(one('own', 'document'), {
    about: 'How a lesson names its steps: as everywhere else, or as its document does.',
    default: 'own',
    link: 'names',
  }),
  head: optional(seed, { about: 'The head that is shown, from 0.', default: 0, link: 'head', element: 'head' }),
  layer: optional(seed, {
    about:
      'The layer that is shown, from 0. Default: the last one. A link without it shows layer 0, as the first releases did.',
    default: null,
    link: 'layer',
    element: 'layer',
  }),
  focus: optional(seed, { about: 'The token in focus (a query), from 0.', default: null, link: 'focus' }),
  at: optional(number, {
    about: 'The moment on the stage: 2.5 is halfway through its third chapter.',
    default: null,
    link: 'at',
  }),
  screen: optional(one('experiment', 'train'), {
    about:
      'The screen that shows the scene without "at". Default: "train" with runs and without a lesson, else "experiment".',
    default: null,
    link: 'screen',
  }),
  training: optional(one('task', 'paint', 'step'), {
    about: 'What the Train screen shows: a task, painted attention, or the latter with one step from inside.',
    default: 'task',
    link: 'training',
  }),
  lesson: optional(name, { default: null }),
  page: optional(page, {
    about:
      'The page or challenge of that lesson, by its id. Default: the first page. In older links it is a number, from 0.',
    default: null,
    link: 'page',
  }),
  runs: optional(list(named('run', text(1, limits.link)), 2, message`runs`), {
    about: 'What the Train screen opens with: one or two runs on a task, such as "task:copy layers:2 seed:4".',
    default: null,
    link: 'run',
  }),
});

const words = ['sentence', 'tokens', 'view.focus'];
const keyWords = ['encoder.sentence', 'encoder.tokens', 'encoder.x'];

export const scene = object(
  {
    version: one(1),
    tokens: optional(tokens, {
      about: 'The tokens, taken as they are.',
      link: 'tokens',
      resets: words,
      element: 'sentence',
    }),
    sentence: optional(sentence, {
      about: 'Split into tokens at word boundaries (Unicode UAX #29).',
      link: 'sentence',
      resets: words,
      control: true,
      element: 'sentence',
    }),
    tokenizer: optional(
      object({
        lowercase: optional(boolean, { about: 'Lower-case every token.', default: false, link: 'lowercase' }),
        punctuation: optional(boolean, {
          about: 'Keep punctuation marks as tokens.',
          default: false,
          link: 'punctuation',
        }),
        version: optional(integer(1, limits.tokenizerVersion), {
          about:
            'From 2 on, a sentence is normalized before it is split: apostrophes are straight, invisible characters are removed, and the rest is in Unicode form NFKC. Given tokens stay as they are. From 3 on, words of scripts without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) end with a zero-width space (U+200B). Without any, each character is a token.',
          default: 1,
          link: 'tokenizer',
        }),
      }),
    ),
    encoder: optional(
      object(
        {
          tokens: optional(tokens, { link: 'encoder.tokens', resets: keyWords }),
          sentence: optional(sentence, { link: 'encoder', resets: keyWords }),
          x: optional(rows, { about: '(T_k, d_model): its rows, exactly where the embedding is "given".' }),
        },
        { exactlyOne: ['tokens', 'sentence'] },
      ),
      {
        about:
          "Cross-attention: keys and values come from this sequence of T_k tokens, cut and embedded as the scene's own are.",
        control: { at: 'encoder', isNot: undefined },
      },
    ),
    embedding: required(embedding, {
      about: 'The embedding, which produces x0 (T, d_model).',
      link: 'embedding',
      variety: { random: 'distribution', table: 'table' },
      resets: ['encoder.x'],
      control: true,
    }),
    positions: optional(positions, {
      about: "How a token's position is encoded. Default: not at all.",
      default: { kind: 'none' },
      link: 'positions',
      control: true,
      element: 'positions',
    }),
    parameters: required(parameters, {
      about:
        'The parameters: w_q (d_model, H·d_k), w_k (d_model, H_kv·d_k), w_v (d_model, H_kv·d_v), and what the score, the block and the layers need.',
      link: 'parameters',
      variety: { random: 'init', handmade: 'table' },
      control: true,
    }),
    attention,
    block: optional(block, { about: 'What stands around the attention of each layer.', control: true }),
    layers: optional(integer(1, limits.layers), {
      about: 'Number of layers. Each one reads the output of the previous one.',
      default: 1,
      link: 'layers',
      control: true,
    }),
    mistake: optional(one(null, ...mistakes), {
      about: 'A classic mistake, made on purpose: its tensors replace the correct ones.',
      default: null,
      link: 'mistake',
      control: true,
      element: 'mistake',
    }),
    view: optional(view, { about: 'What is looked at; changes no number.' }),
  },
  { exactlyOne: ['tokens', 'sentence'] },
);
