/** Where the vectors of tokens and of positions come from: two parts of a scene (description.ts). */
import { message } from './error.ts';
import { givenLimits, givenTensor } from './given-tensors.ts';
import { limits, maxWidths } from './limits.ts';
import { kinds, named, object, optional, required } from './schema.ts';
import { above, codesByWord, count, integer, list, number, one, rows, rowsByWord, seed, text } from './values.ts';

export const name = named('name', text(1, 64));

/** How to fill a random tensor: uniform in [low, high), or normal with mean and std. */
export const draw = (prefix: string) => ({
  low: optional(number, { about: 'uniform: low <= number < high.', default: -1, link: `${prefix}low` }),
  high: optional(number, { default: 1, link: `${prefix}high` }),
  mean: optional(number, { about: 'normal.', default: 0, link: `${prefix}mean` }),
  std: optional(number, { default: 1, link: `${prefix}std` }),
});

const givenLayer = object(
  {
    name: optional(name, { about: 'Its name in the model.' }),
    heads: optional(list(name, limits.heads, message`heads`), { about: 'The names of its heads.' }),
    q: optional(givenTensor, { about: '(T_q, H·d_k). Required, as k is, if the score is computed.' }),
    k: optional(givenTensor, { about: '(T_k, H_kv·d_k)' }),
    v: optional(givenTensor, {
      about: '(T_k, H_kv·d_v). Optional if scores or weights are given.',
    }),
    scores: optional(givenTensor, { about: '(H, T_q, T_k). Required if the score is "given".' }),
    weights: optional(givenTensor, {
      about: '(H, T_q, T_k). Required if the score is "weights". Each row adds up to 1, within 0.001, or is all zeros.',
    }),
  },
  { about: "One layer of somebody else's model." },
);

const columns = optional(list(name, limits.matrix, message`columns`), {
  about: 'Of rows that the scene brings: what each column means.',
});

export const embedding = kinds({
  given: object({ x: required(rows, { about: '(T, d_model): a row a token.' }), columns }),
  oneHot: object({ dModel: optional(count(maxWidths.dModel), { about: 'Default: the number of distinct tokens.' }) }),
  random: object(
    {
      distribution: one('uniform', 'normal'),
      seed: required(seed, { link: 'seed', control: true, element: 'seed' }),
      dModel: required(count(maxWidths.dModel), { link: 'd', control: true }),
      ...draw(''),
    },
    { about: 'The same token gets the same vector wherever it stands and whatever stands beside it.' },
  ),
  table: object(
    {
      table: optional(name),
      version: optional(integer(1, limits.tableVersion), {
        about:
          'Version of the table. The words of one version never change. From 2 on, pronouns like "I" are someone. In 3, small is the opposite of big, and things that hold others have a size. In 4, their sizes are balanced, and there are words of other languages.',
        default: 1,
        link: 'embedding.version',
      }),
      language: optional(one('es'), {
        about: 'The language of the words, if it is not English. From version 4 of the table on.',
        link: 'embedding.language',
      }),
      learned: optional(rowsByWord, {
        about:
          'Rows learned from word vectors, for words that are not in the handmade table. They are looked up when the scene is written, and take precedence over the table.',
        link: 'learned',
      }),
      rows: optional(rowsByWord),
      columns,
      missing: optional(one('error', 'random'), {
        about: 'What happens to a token without a row: an error, or a seeded random vector.',
        default: 'error',
        link: 'missing',
      }),
      seed: optional(seed, { default: 1, keep: true }),
    },
    {
      about: "A row a word: of a table that ships, or of the scene's own.",
      exactlyOne: ['table', 'rows'],
      onlyWith: { key: 'version', other: 'table', value: 'meaning' },
    },
  ),
  wordVectors: object(
    {
      version: optional(integer(1, limits.vectorsVersion), {
        about: 'Version of the vectors. Those of one version never change.',
        default: 1,
        link: 'embedding.version',
      }),
      vectors: optional(codesByWord, {
        about:
          'The vectors of the words, looked up when the scene is written: a letter of base64url for each number. The number is (index − 32) / 5.',
        link: 'vectors',
      }),
      missing: optional(one('error', 'random'), { default: 'error', link: 'missing' }),
      seed: optional(seed, { default: 1, keep: true }),
    },
    {
      about:
        'Published vectors (GloVe, Pennington et al. 2014) of 19,500 English words, reduced to 64 numbers by their principal axes.',
    },
  ),
  ids: object(
    { rows: required(rows, { about: '(V, d_model)' }) },
    { about: 'Every token is a whole number: the row that it takes.' },
  ),
  zero: object(
    { dModel: required(count(maxWidths.dModel), { control: true }) },
    { about: 'All zeros: with positions, only the position speaks.' },
  ),
  qkv: object(
    {
      q: optional(rows, {
        about: '(T_q, H·d_k); left out, as k is, exactly where the score is "given".',
      }),
      k: optional(rows, { about: '(T_k, H_kv·d_k)' }),
      v: optional(rows, { about: '(T_k, H_kv·d_v)' }),
      layers: optional(list(givenLayer, givenLimits.layers, message`layers`), {
        about: "The layers of somebody else's model, all of the same widths. None reads another.",
      }),
    },
    { about: 'No embedding and no projection.', exactlyOne: ['v', 'layers'] },
  ),
});

const base = optional(above(1), { about: 'Greater than 1.', default: 10_000, link: 'positions.base', control: true });
const drawnPositions = {
  seed: optional(seed, { default: 1, link: 'positions.seed', control: true, element: 'seed' }),
  std: optional(number, { default: 0.5, link: 'positions.std', control: true }),
};

export const positions = kinds({
  none: object({}),
  sinusoidal: object(
    {
      base,
      join: optional(one('add', 'concat'), { default: 'add', link: 'positions.join' }),
      width: optional(count(maxWidths.dModel), {
        about: 'Columns of p. Default: the width of the embedding.',
        default: null,
        link: 'positions.width',
        control: true,
      }),
    },
    {
      about: 'Vaswani et al. 2017, arXiv 1706.03762.',
      onlyWith: { key: 'width', other: 'join', value: 'concat' },
    },
  ),
  learned: object(
    {
      ...drawnPositions,
      rows: optional(rows, { about: 'In place of drawing: at least as many as tokens.', default: null }),
    },
    { about: 'A vector a place, added; drawn normal with mean 0.' },
  ),
  rope: object(
    {
      base,
      pairs: optional(one('adjacent', 'halves'), {
        about:
          'Which numbers are a pair. adjacent: 2c and 2c + 1, as in the paper. halves: c and c + d_k/2, as in Llama.',
        default: 'adjacent',
        link: 'positions.pairs',
        control: true,
      }),
    },
    { about: 'Su et al. 2021, arXiv 2104.09864: turns pairs of q and k; d_k is even.' },
  ),
  alibi: object(
    {
      slopes: optional(one('geometric', 'reference'), {
        about:
          'geometric: as in the text of the paper. reference: as in its code, which has other slopes if the number of heads is not a power of two.',
        default: 'geometric',
        link: 'positions.slopes',
        control: true,
      }),
    },
    { about: 'Press et al. 2021, arXiv 2108.12409: head h loses 2^(−8(h+1)/H) a token of distance.' },
  ),
  relative: object(
    {
      ...drawnPositions,
      clip: optional(count(limits.tokens), {
        about: 'Larger distances share a row.',
        default: null,
        link: 'positions.clip',
        control: true,
      }),
      rows: optional(rows, {
        about:
          'In place of drawing: (R, H·d_k), R = 2·clip+1, or T_q with a causal mask and T_q = T_k, else T_q + T_k − 1.',
        default: null,
      }),
    },
    { about: 'A vector a distance and head: Shaw et al. 2018, arXiv 1803.02155; skewed as in arXiv 1809.04281.' },
  ),
  given: object(
    { rows: required(rows, { about: 'S_rel (T_q, T_k).' }) },
    { about: 'A number for every query and key, added to the scores of every head before they are scaled.' },
  ),
});
