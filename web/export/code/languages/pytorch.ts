import { at, type Code, call, codeOf, keyword, list, method, type Operand } from '../code.ts';
import type { Language } from '../language.ts';

const own = (name: string, ...args: readonly Operand[]): Code => call(`torch.${name}`, ...args);
const dim = (place: number): Code => keyword('dim', place);

export const pytorch: Language = {
  name: 'PyTorch',
  install: 'torch',
  exactness: 'PyTorch counts in float32, as the playground does: only the last digits of a number may differ.',
  imports: ['import torch'],
  settings: ['torch.set_printoptions(precision=6, sci_mode=False, threshold=10**9, linewidth=120)'],
  doubleSettings: [],
  printed: codeOf,
  array: ['torch.tensor(', ')'],
  infinity: 'torch.inf',
  eye: (rows, columns) => own('eye', rows, columns),
  filled: (kind, ...shape) => own(kind, ...shape),
  range: (count) => own('arange', count),
  evenRange: (count) => own('arange', 0, count, 2),
  rows: (x, indices) => at(x, indices),
  reshape: (x, ...shape) => method(x, 'reshape', ...shape),
  reshapeAs: (x, like) => method(x, 'reshape_as', like),
  swapFirst: (x) => method(x, 'transpose', 0, 1),
  transpose: (x) => method(x, 'transpose', -1, -2),
  repeat: (x, count) => method(x, 'repeat_interleave', count, dim(0)),
  concat: (...parts) => own('cat', list(...parts), dim(-1)),
  stack: (...parts) => own('stack', list(...parts), dim(-1)),
  unary: (name, x) => own(name, x),
  where: (condition, then, otherwise) => own('where', condition, then, otherwise),
  positive: (x) => own('relu', x),
  clip: (x, low, high) => own('clamp', x, low, high),
  whole: (x) => method(x, 'long'),
  reduce: (name, x, { axis, keep }) =>
    method(x, name === 'max' ? 'amax' : name, dim(axis), ...(keep ? [keyword('keepdim', 'True')] : [])),
  cumulative: (x) => own('cumsum', x, dim(-1)),
  descending: (x) => at(own('sort', x, dim(-1), keyword('descending', 'True')), 0),
  order: (x) => own('argsort', x, dim(-1), keyword('stable', 'True')),
  double: (x) => method(x, 'double'),
  float: (x) => method(x, 'float'),
  softmax: (x) => own('softmax', x, dim(-1)),
  gelu: (x) => own('nn.functional.gelu', x, keyword('approximate', '"tanh"')),
  overflowing: (x) => own('exp', x),
};
