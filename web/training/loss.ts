/** The description of a loss. */

import { message } from '../scene/error.ts';
import { limits } from '../scene/limits.ts';
import { kinds, object, optional, required, type Schema, type ValueOf } from '../scene/schema.ts';
import { integer, list, one, type Rows, rows } from '../scene/values.ts';

const id = integer(0);

/** A column of the unembedding, or null where a token has no target. */
const target: Schema<number | null> = {
  type: 'number',
  parse: (value, path) => (value === null ? null : id.parse(value, path)),
  json: (refer) => ({ anyOf: [refer(id), { type: 'null' }] }),
};

const tied = one('tied');

const unembedding: Schema<Rows | 'tied'> = {
  type: 'rows',
  parse: (value, path) => (typeof value === 'string' ? tied.parse(value, path) : rows.parse(value, path)),
  json: (refer) => ({ anyOf: [refer(rows), tied.json(refer)] }),
};

export const loss = kinds({
  output: object({ target: required(rows, { about: '½·Σ (last tensor − target)²: (T_q, its width).' }) }),
  weights: object({
    target: required(rows, {
      about:
        'Σ over rows of KL(target ‖ weights), natural logarithm: (T_q, T_k), each row adds up to 1, or is zeros and does not count.',
    }),
    head: optional(integer(0), { default: 0 }),
    layer: optional(integer(0), { about: 'The last unless given.' }),
  }),
  crossEntropy: object({
    targets: required(list(target, limits.tokens, message`targets`), {
      about: 'A column of the unembedding a token, or null; the mean over those that are not null.',
    }),
    unembedding: required(unembedding, { about: '(d_model, V), or "tied": the embedding’s rows.' }),
  }),
});

export type Loss = ValueOf<typeof loss>;
