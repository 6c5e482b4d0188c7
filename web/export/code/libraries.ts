import type { Tensor } from '../../core/types.ts';
import {
  type Code,
  call,
  codeOf,
  indexed,
  keyword,
  list,
  method,
  negative,
  type Operand,
  textOf,
} from './expressions.ts';

/** The array operations that the steps need, for each Python library. Shapes and axes mean the same in all of them. */

/** `axis` counts from the end (−1 is the last). With `keep` the axis stays, with length 1. */
interface Reduction {
  readonly axis: number;
  readonly keep?: boolean;
}

export interface Language {
  /** The name in sentences. */
  readonly name: string;
  /** The pip package. */
  readonly install: string;
  /** A sentence about its precision compared with the core's float32. */
  readonly exactness: string;
  readonly imports: readonly string[];
  /** Lines after the imports. */
  readonly settings: readonly string[];
  /** The line that sets how numbers are printed. Null for the library's own way. */
  readonly printing: string | null;
  /** The variable that has the numbers of a tensor, if they are too many to write out. */
  readonly packed?: (tensor: Tensor) => string | undefined;
  /** The numbers of a tensor as the scene gives them, in double precision. Undefined if the core has drawn or computed them. */
  readonly typed?: (tensor: Tensor) => readonly number[] | undefined;
  /** Further settings for rounding to decimals. */
  readonly doubleSettings: readonly string[];
  /** How `show` prints a tensor. */
  printed(x: Operand): Code;

  /** What goes around the rows of a literal: `np.array(` and `)`. */
  readonly array: readonly [string, string];
  readonly infinity: string;
  eye(rows: Operand, columns: Operand): Code;
  filled(kind: 'zeros' | 'ones', ...shape: readonly Operand[]): Code;
  /** 0 … count − 1. */
  range(count: Operand): Code;
  /** 0, 2, 4 … below count. */
  evenRange(count: Operand): Code;

  rows(x: Operand, indices: Operand): Code;
  reshape(x: Operand, ...shape: readonly Operand[]): Code;
  reshapeAs(x: Operand, like: Operand): Code;
  /** (a, b, c) -> (b, a, c) */
  swapFirst(x: Operand): Code;
  /** Swaps the last two axes. */
  transpose(x: Operand): Code;
  /** Repeats each entry of the first axis `count` times. */
  repeat(x: Operand, count: Operand): Code;
  concat(...parts: readonly Operand[]): Code;
  /** Stacks on a new last axis. */
  stack(...parts: readonly Operand[]): Code;

  unary(name: 'exp' | 'tanh' | 'sqrt' | 'abs' | 'sin' | 'cos' | 'floor' | 'round', x: Operand): Code;
  where(condition: Operand, then: Operand, otherwise: Operand): Code;
  /** max(x, 0) of each number. */
  positive(x: Operand): Code;
  /** Limits each number to low … high. */
  clip(x: Operand, low: Operand, high: Operand): Code;
  whole(x: Operand): Code;
  reduce(name: 'sum' | 'max' | 'mean', x: Operand, how: Reduction): Code;
  cumulative(x: Operand): Code;
  /** Sorts along the last axis, largest first. */
  descending(x: Operand): Code;
  /** The indices that sort the numbers in ascending order (stable). */
  order(x: Operand): Code;
  double(x: Operand): Code;
  float(x: Operand): Code;

  /** Null if the script defines its own. */
  readonly softmax: ((x: Operand) => Code) | null;
  readonly gelu: ((x: Operand) => Code) | null;
  /** exp in float32, which overflows to infinity for large numbers. */
  overflowing(x: Operand): Code;
}

const tuple = (...items: readonly Operand[]): string =>
  `(${items.map(textOf).join(', ')}${items.length === 1 ? ',' : ''})`;

/** What all libraries share, given the name of the module and of its axis argument. */
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
    rows: (x, indices) => indexed(x, indices),
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

/** What NumPy and JAX share. */
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
  exactness: 'NumPy computes in float64, the playground in float32, so they agree to about six digits.',
  imports: ['import numpy as np'],
  settings: [],
  printing: 'np.set_printoptions(precision=6, suppress=True, threshold=10**9, linewidth=120)',
};

/** For a library that Debian does not have. The tests run only NumPy and PyTorch, from Debian. */
const notRun = (name: string): string =>
  `${name} computes in float32, as the playground does, so only the last digits of a number may differ. The same steps are tested in NumPy and PyTorch. Nobody has run them in ${name} yet.`;

export const jax: Language = {
  ...numpyLike('jnp'),
  name: 'JAX',
  install: 'jax',
  exactness: notRun('JAX'),
  imports: ['import jax', 'import jax.numpy as jnp'],
  settings: [
    '# Use full float32 for matrix products, also on a GPU or TPU.',
    'jax.config.update("jax_default_matmul_precision", "highest")',
  ],
  printing: 'jnp.set_printoptions(precision=6, suppress=True, threshold=10**9, linewidth=120)',
  doubleSettings: ['# Rounding needs float64.', 'jax.config.update("jax_enable_x64", True)'],
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
  exactness: 'PyTorch computes in float32, as the playground does, so only the last digits of a number may differ.',
  imports: ['import torch'],
  settings: [],
  printing: 'torch.set_printoptions(precision=6, sci_mode=False, threshold=10**9, linewidth=120)',
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
  descending: (x) => indexed(torch.own('sort', x, torch.axis(-1), keyword('descending', 'True')), 0),
  order: (x) => torch.own('argsort', x, torch.axis(-1), keyword('stable', 'True')),
  double: (x) => method(x, 'double'),
  float: (x) => method(x, 'float'),
  softmax: (x) => torch.own('softmax', x, torch.axis(-1)),
  gelu: (x) => torch.own('nn.functional.gelu', x, keyword('approximate', '"tanh"')),
};

const tf = arraysOf('tf', 'axis');
const float = keyword('dtype', 'tf.float32');

/** Ranges are float32, because TensorFlow does not convert integers. */
export const tensorflow: Language = {
  ...tf.common,
  name: 'TensorFlow 2',
  install: 'tensorflow',
  exactness: notRun('TensorFlow'),
  imports: ['import numpy as np', 'import tensorflow as tf'],
  settings: [
    '# Use full float32 for matrix products, also on a GPU.',
    'tf.config.experimental.enable_tensor_float_32_execution(False)',
  ],
  printing: 'np.set_printoptions(precision=6, suppress=True, threshold=10**9, linewidth=120)',
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
