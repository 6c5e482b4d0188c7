import { at, type Code, call, codeOf, keyword, list, method, negative, type Operand, textOf } from '../code.ts';
import type { Language } from '../language.ts';

const tuple = (...items: readonly Operand[]): string =>
  `(${items.map(textOf).join(', ')}${items.length === 1 ? ',' : ''})`;

/** What NumPy and JAX have in common, under the name that the module is imported by. */
export function arraysOf(module: 'np' | 'jnp') {
  const own = (name: string, ...args: readonly Operand[]): Code => call(`${module}.${name}`, ...args);
  const axis = (place: number): Code => keyword('axis', place);
  return {
    doubleSettings: [],
    printed: codeOf,
    array: [`${module}.array(`, ')'],
    infinity: `${module}.inf`,
    eye: (rows, columns) => own('eye', rows, columns),
    filled: (kind, ...shape) => own(kind, tuple(...shape)),
    range: (count) => own('arange', count),
    evenRange: (count) => own('arange', 0, count, 2),
    rows: (x, indices) => at(x, indices),
    reshape: (x, ...shape) => method(x, 'reshape', ...shape),
    reshapeAs: (x, like) => method(x, 'reshape', `${textOf(like)}.shape`),
    swapFirst: (x) => method(x, 'swapaxes', 0, 1),
    transpose: (x) => method(x, 'swapaxes', -1, -2),
    repeat: (x, count) => own('repeat', x, count, axis(0)),
    concat: (...parts) => own('concatenate', list(...parts), axis(-1)),
    stack: (...parts) => own('stack', list(...parts), axis(-1)),
    unary: (name, x) => own(name === 'round' ? 'rint' : name, x),
    where: (condition, then, otherwise) => own('where', condition, then, otherwise),
    positive: (x) => own('maximum', x, 0),
    clip: (x, low, high) => own('clip', x, low, high),
    whole: codeOf,
    reduce: (name, x, { axis: place, keep }) =>
      method(x, name, axis(place), ...(keep ? [keyword('keepdims', 'True')] : [])),
    cumulative: (x) => own('cumsum', x, axis(-1)),
    descending: (x) => negative(own('sort', negative(x), axis(-1))),
    order: (x) => own('argsort', x, axis(-1), keyword('kind', '"stable"')),
    double: codeOf,
    float: codeOf,
    softmax: null,
    gelu: null,
    overflowing: (x) => own('exp', method(x, 'astype', `${module}.float32`)),
  } satisfies Partial<Language>;
}

export const numpy: Language = {
  ...arraysOf('np'),
  name: 'NumPy',
  install: 'numpy',
  exactness: 'NumPy counts in float64, the playground in float32: they agree to about six digits.',
  imports: ['import numpy as np'],
  settings: ['np.set_printoptions(precision=6, suppress=True, threshold=10**9, linewidth=120)'],
};
