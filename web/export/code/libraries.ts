import { at, type Code, call, codeOf, keyword, list, method, negative, type Operand, textOf } from './expressions.ts';

/** What the steps ask of a library of arrays for Python. Shapes and axes mean the same in all of them. */

/** `axis` is counted from the end (−1 the last); `keep`: the axis stays, of length 1. */
interface Reduction {
  readonly axis: number;
  readonly keep?: boolean;
}

export interface Language {
  /** In sentences. */
  readonly name: string;
  /** What pip installs. */
  readonly install: string;
  /** How exactly it counts, beside the core's float32. */
  readonly exactness: string;
  readonly imports: readonly string[];
  /** After the imports: how numbers are printed. */
  readonly settings: readonly string[];
  /** Settings that rounding to decimals needs. */
  readonly doubleSettings: readonly string[];
  /** How `show` prints a tensor. */
  printed(x: Operand): Code;

  /** Around the rows of a literal: `np.array(` and `)`. */
  readonly array: readonly [string, string];
  readonly infinity: string;
  eye(rows: Operand, columns: Operand): Code;
  filled(kind: 'zeros' | 'ones', ...shape: readonly Operand[]): Code;
  /** 0 … count − 1 as numbers to compute with. */
  range(count: Operand): Code;
  /** 0, 2 … below count. */
  evenRange(count: Operand): Code;

  rows(x: Operand, indices: Operand): Code;
  reshape(x: Operand, ...shape: readonly Operand[]): Code;
  reshapeAs(x: Operand, like: Operand): Code;
  /** (a, b, c) -> (b, a, c) */
  swapFirst(x: Operand): Code;
  /** The last two axes. */
  transpose(x: Operand): Code;
  /** Each of the first axis `count` times, one after the other. */
  repeat(x: Operand, count: Operand): Code;
  concat(...parts: readonly Operand[]): Code;
  /** On a new last axis. */
  stack(...parts: readonly Operand[]): Code;

  unary(name: 'exp' | 'tanh' | 'sqrt' | 'abs' | 'sin' | 'cos' | 'floor' | 'round', x: Operand): Code;
  where(condition: Operand, then: Operand, otherwise: Operand): Code;
  /** The larger of each number and 0. */
  positive(x: Operand): Code;
  /** No number below `low`, none above `high`. */
  clip(x: Operand, low: Operand, high: Operand): Code;
  whole(x: Operand): Code;
  reduce(name: 'sum' | 'max' | 'mean', x: Operand, how: Reduction): Code;
  cumulative(x: Operand): Code;
  /** From the largest, along the last axis. */
  descending(x: Operand): Code;
  /** Places of the numbers in rising order, the first of equals first. */
  order(x: Operand): Code;
  double(x: Operand): Code;
  float(x: Operand): Code;

  /** Null: the script has its own. */
  readonly softmax: ((x: Operand) => Code) | null;
  readonly gelu: ((x: Operand) => Code) | null;
  /** Exponentials in float32, where a large one becomes infinite. */
  overflowing(x: Operand): Code;
}

const tuple = (...items: readonly Operand[]): string =>
  `(${items.map(textOf).join(', ')}${items.length === 1 ? ',' : ''})`;

/** What all have in common, under the name that the module is imported by and its word for an axis. */
function arraysOf(module: string, axisWord: 'axis' | 'dim') {
  const own = (name: string, ...args: readonly Operand[]): Code => call(`${module}.${name}`, ...args);
  const axis = (place: number): Code => keyword(axisWord, place);
  const common = {
    doubleSettings: [],
    printed: codeOf,
    infinity: `${module}.inf`,
    eye: (rows, columns) => own('eye', rows, columns),
    filled: (kind, ...shape) => own(kind, ...shape),
    range: (count) => own('arange', count),
    evenRange: (count) => own('arange', 0, count, 2),
    rows: (x, indices) => at(x, indices),
    reshape: (x, ...shape) => method(x, 'reshape', ...shape),
    concat: (...parts) => own('concat', list(...parts), axis(-1)),
    stack: (...parts) => own('stack', list(...parts), axis(-1)),
    unary: (name, x) => own(name, x),
    where: (condition, then, otherwise) => own('where', condition, then, otherwise),
    whole: codeOf,
    cumulative: (x) => own('cumsum', x, axis(-1)),
    double: codeOf,
    float: codeOf,
    overflowing: (x) => own('exp', x),
  } satisfies Partial<Language>;
  return { own, axis, common };
}

/** What NumPy and JAX have in common. */
function numpyLike(module: 'np' | 'jnp') {
  const { own, axis, common } = arraysOf(module, 'axis');
  return {
    ...common,
    array: [`${module}.array(`, ')'],
    filled: (kind, ...shape) => own(kind, tuple(...shape)),
    reshapeAs: (x, like) => method(x, 'reshape', `${textOf(like)}.shape`),
    swapFirst: (x) => method(x, 'swapaxes', 0, 1),
    transpose: (x) => method(x, 'swapaxes', -1, -2),
    repeat: (x, count) => own('repeat', x, count, axis(0)),
    concat: (...parts) => own('concatenate', list(...parts), axis(-1)),
    unary: (name, x) => own(name === 'round' ? 'rint' : name, x),
    positive: (x) => own('maximum', x, 0),
    clip: (x, low, high) => own('clip', x, low, high),
    reduce: (name, x, { axis: place, keep }) =>
      method(x, name, axis(place), ...(keep ? [keyword('keepdims', 'True')] : [])),
    descending: (x) => negative(own('sort', negative(x), axis(-1))),
    order: (x) => own('argsort', x, axis(-1), keyword('kind', '"stable"')),
    softmax: null,
    gelu: null,
    overflowing: (x) => own('exp', method(x, 'astype', `${module}.float32`)),
  } satisfies Partial<Language>;
}

export const numpy: Language = {
  ...numpyLike('np'),
  name: 'NumPy',
  install: 'numpy',
  exactness: 'NumPy counts in float64, the playground in float32: they agree to about six digits.',
  imports: ['import numpy as np'],
  settings: ['np.set_printoptions(precision=6, suppress=True, threshold=10**9, linewidth=120)'],
};

/** Of a library that is in no Debian, where the tests run NumPy and PyTorch. */
const notRun = (name: string): string =>
  `${name} counts in float32, as the playground does: only the last digits of a number may differ. The same steps are tested in NumPy and PyTorch; in ${name} nobody has run them yet.`;

export const jax: Language = {
  ...numpyLike('jnp'),
  name: 'JAX',
  install: 'jax',
  exactness: notRun('JAX'),
  imports: ['import jax', 'import jax.numpy as jnp'],
  settings: [
    '# Products in full float32, on a GPU or TPU too.',
    'jax.config.update("jax_default_matmul_precision", "highest")',
    'jnp.set_printoptions(precision=6, suppress=True, threshold=10**9, linewidth=120)',
  ],
  doubleSettings: ['# Decimals are counted in float64.', 'jax.config.update("jax_enable_x64", True)'],
  order: (x) => call('jnp.argsort', x, 'axis=-1'),
  positive: (x) => call('jax.nn.relu', x),
  softmax: (x) => call('jax.nn.softmax', x, 'axis=-1'),
  gelu: (x) => call('jax.nn.gelu', x, 'approximate=True'),
};

const torch = arraysOf('torch', 'dim');

export const pytorch: Language = {
  ...torch.common,
  name: 'PyTorch',
  install: 'torch',
  exactness: 'PyTorch counts in float32, as the playground does: only the last digits of a number may differ.',
  imports: ['import torch'],
  settings: ['torch.set_printoptions(precision=6, sci_mode=False, threshold=10**9, linewidth=120)'],
  array: ['torch.tensor(', ')'],
  reshapeAs: (x, like) => method(x, 'reshape_as', like),
  swapFirst: (x) => method(x, 'transpose', 0, 1),
  transpose: (x) => method(x, 'transpose', -1, -2),
  repeat: (x, count) => method(x, 'repeat_interleave', count, torch.axis(0)),
  concat: (...parts) => torch.own('cat', list(...parts), torch.axis(-1)),
  positive: (x) => torch.own('relu', x),
  clip: (x, low, high) => torch.own('clamp', x, low, high),
  whole: (x) => method(x, 'long'),
  reduce: (name, x, { axis, keep }) =>
    method(x, name === 'max' ? 'amax' : name, torch.axis(axis), ...(keep ? [keyword('keepdim', 'True')] : [])),
  descending: (x) => at(torch.own('sort', x, torch.axis(-1), keyword('descending', 'True')), 0),
  order: (x) => torch.own('argsort', x, torch.axis(-1), keyword('stable', 'True')),
  double: (x) => method(x, 'double'),
  float: (x) => method(x, 'float'),
  softmax: (x) => torch.own('softmax', x, torch.axis(-1)),
  gelu: (x) => torch.own('nn.functional.gelu', x, keyword('approximate', '"tanh"')),
};

const tf = arraysOf('tf', 'axis');
const float = keyword('dtype', 'tf.float32');

/** TensorFlow mixes no whole numbers with others: ranges are float32. */
export const tensorflow: Language = {
  ...tf.common,
  name: 'TensorFlow 2',
  install: 'tensorflow',
  exactness: notRun('TensorFlow'),
  imports: ['import numpy as np', 'import tensorflow as tf'],
  settings: [
    '# Products in full float32, on a GPU too.',
    'tf.config.experimental.enable_tensor_float_32_execution(False)',
    'np.set_printoptions(precision=6, suppress=True, threshold=10**9, linewidth=120)',
  ],
  printed: (x) => method(x, 'numpy'),
  array: ['tf.constant(', ')'],
  infinity: 'np.inf',
  filled: (kind, ...shape) => tf.own(kind, list(...shape)),
  range: (count) => tf.own('range', count, float),
  evenRange: (count) => tf.own('range', 0, count, 2, float),
  rows: (x, indices) => tf.own('gather', x, indices),
  reshape: (x, ...shape) => tf.own('reshape', x, list(...shape)),
  reshapeAs: (x, like) => tf.own('reshape', x, `${textOf(like)}.shape`),
  swapFirst: (x) => tf.own('transpose', x, list(1, 0, 2)),
  transpose: (x) => tf.own('linalg.matrix_transpose', x),
  repeat: (x, count) => tf.own('repeat', x, count, tf.axis(0)),
  positive: (x) => tf.own('nn.relu', x),
  clip: (x, low, high) => tf.own('clip_by_value', x, low, high),
  whole: (x) => tf.own('cast', x, 'tf.int32'),
  reduce: (name, x, { axis, keep }) =>
    tf.own(`reduce_${name}`, x, tf.axis(axis), ...(keep ? [keyword('keepdims', 'True')] : [])),
  descending: (x) => tf.own('sort', x, tf.axis(-1), keyword('direction', '"DESCENDING"')),
  order: (x) => tf.own('argsort', x, tf.axis(-1), keyword('stable', 'True')),
  double: (x) => tf.own('cast', x, 'tf.float64'),
  float: (x) => tf.own('cast', x, 'tf.float32'),
  softmax: (x) => tf.own('nn.softmax', x, tf.axis(-1)),
  gelu: (x) => tf.own('nn.gelu', x, keyword('approximate', 'True')),
};
