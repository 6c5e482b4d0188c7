/** What the steps ask of a library of arrays for Python. Shapes and axes mean the same in all of them. */
import type { Code, Operand } from './code.ts';

/** `axis` is counted from the end (−1 the last); `keep`: the axis stays, of length 1. */
export interface Reduction {
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
