import { type Code, call, keyword, list, method, type Operand, textOf } from '../code.ts';
import type { Language } from '../language.ts';

const own = (name: string, ...args: readonly Operand[]): Code => call(`tf.${name}`, ...args);
const axis = (place: number): Code => keyword('axis', place);
const float = keyword('dtype', 'tf.float32');

/** TensorFlow mixes no whole numbers with others: ranges are float32. */
export const tensorflow: Language = {
  name: 'TensorFlow 2',
  install: 'tensorflow',
  exactness: 'TensorFlow counts in float32, as the playground does: only the last digits of a number may differ.',
  imports: ['import numpy as np', 'import tensorflow as tf'],
  settings: [
    '# Products in full float32, on a GPU too.',
    'tf.config.experimental.enable_tensor_float_32_execution(False)',
    'np.set_printoptions(precision=6, suppress=True, threshold=10**9, linewidth=120)',
  ],
  doubleSettings: [],
  printed: (x) => method(x, 'numpy'),
  array: ['tf.constant(', ')'],
  infinity: 'np.inf',
  eye: (rows, columns) => own('eye', rows, columns),
  filled: (kind, ...shape) => own(kind, list(...shape)),
  range: (count) => own('range', count, float),
  evenRange: (count) => own('range', 0, count, 2, float),
  rows: (x, indices) => own('gather', x, indices),
  reshape: (x, ...shape) => own('reshape', x, list(...shape)),
  reshapeAs: (x, like) => own('reshape', x, `${textOf(like)}.shape`),
  swapFirst: (x) => own('transpose', x, list(1, 0, 2)),
  transpose: (x) => own('linalg.matrix_transpose', x),
  repeat: (x, count) => own('repeat', x, count, axis(0)),
  concat: (...parts) => own('concat', list(...parts), axis(-1)),
  stack: (...parts) => own('stack', list(...parts), axis(-1)),
  unary: (name, x) => own(name, x),
  where: (condition, then, otherwise) => own('where', condition, then, otherwise),
  positive: (x) => own('nn.relu', x),
  clip: (x, low, high) => own('clip_by_value', x, low, high),
  whole: (x) => own('cast', x, 'tf.int32'),
  reduce: (name, x, { axis: place, keep }) =>
    own(`reduce_${name}`, x, axis(place), ...(keep ? [keyword('keepdims', 'True')] : [])),
  cumulative: (x) => own('cumsum', x, axis(-1)),
  descending: (x) => own('sort', x, axis(-1), keyword('direction', '"DESCENDING"')),
  order: (x) => own('argsort', x, axis(-1), keyword('stable', 'True')),
  double: (x) => own('cast', x, 'tf.float64'),
  float: (x) => own('cast', x, 'tf.float32'),
  softmax: (x) => own('nn.softmax', x, axis(-1)),
  gelu: (x) => own('nn.gelu', x, keyword('approximate', 'True')),
  overflowing: (x) => own('exp', x),
};
