import type { Tensor } from '../../core/types.ts';
import { shortestFloat32 } from '../tensor.ts';

/**
 * Pieces of Python: a text and how tightly it holds together, so that parentheses stand where they are needed and nowhere
 * else. A step is written once with these and with what a `Language` calls its functions.
 */

export interface Code {
  readonly text: string;
  /** Of the operator that binds it last; see `levels`. */
  readonly level: number;
}

/** A string is a name, or anything else that needs no parentheses. */
export type Operand = Code | string | number;

/** Products of matrices are a level of their own: Python would read `a @ b * c` from the left, people would not. */
const levels = { atom: 9, power: 8, negative: 7, product: 6, matrix: 5, sum: 4, both: 3, comparison: 2 } as const;

export const codeOf = (operand: Operand): Code => {
  if (typeof operand === 'number') return { text: String(operand), level: operand < 0 ? levels.negative : levels.atom };
  return typeof operand === 'string' ? { text: operand, level: levels.atom } : operand;
};

/** The text, in parentheses where something of `level` would tear it apart. */
const parenthesized = (operand: Operand, level: number): string => {
  const code = codeOf(operand);
  return code.level >= level ? code.text : `(${code.text})`;
};

export const textOf = (operand: Operand): string => codeOf(operand).text;

export const call = (name: string, ...args: readonly Operand[]): Code => ({
  text: `${name}(${args.map(textOf).join(', ')})`,
  level: levels.atom,
});
/** `x.name(…)` */
export const method = (x: Operand, name: string, ...args: readonly Operand[]): Code =>
  call(`${parenthesized(x, levels.atom)}.${name}`, ...args);
/** `x[…]` */
export const at = (x: Operand, ...indices: readonly Operand[]): Code => ({
  text: `${parenthesized(x, levels.atom)}[${indices.map(textOf).join(', ')}]`,
  level: levels.atom,
});
export const list = (...items: readonly Operand[]): Code => ({
  text: `[${items.map(textOf).join(', ')}]`,
  level: levels.atom,
});
/** A keyword argument. */
export const keyword = (name: string, value: Operand): Code => ({
  text: `${name}=${textOf(value)}`,
  level: levels.atom,
});

/** From the left: the right side needs parentheses where it is of the same level. */
const infix = (operator: string, level: number, loose = 0) => {
  return (left: Operand, right: Operand): Code => ({
    text: `${parenthesized(left, level)} ${operator} ${parenthesized(right, level + 1 - loose)}`,
    level,
  });
};

export const add = infix('+', levels.sum, 1);
export const subtract = infix('-', levels.sum);
export const multiply = infix('*', levels.product, 1);
export const divide = infix('/', levels.product);
export const modulo = infix('%', levels.product);
export const less = infix('<', levels.comparison);
export const greater = infix('>', levels.comparison);
export const atLeast = infix('>=', levels.comparison);
export const equals = infix('==', levels.comparison);
export const both = infix('&', levels.both);
export const either = infix('|', levels.both);
export const matmul = (left: Operand, right: Operand): Code => ({
  text: `${parenthesized(left, levels.negative)} @ ${parenthesized(right, levels.negative)}`,
  level: levels.matrix,
});
export const power = (base: Operand, exponent: Operand): Code => ({
  text: `${parenthesized(base, levels.atom)} ** ${parenthesized(exponent, levels.negative)}`,
  level: levels.power,
});
export const negative = (x: Operand): Code => ({ text: `-${parenthesized(x, levels.power)}`, level: levels.negative });

/** Numbers and texts as source code has them. */

/** The shortest decimals that are this float32 and no other: 0.1, -2.5e-7, 3.0, -inf. Always a floating-point literal. */
export function float32(number: number): string {
  if (!Number.isFinite(number)) return Number.isNaN(number) ? 'nan' : number > 0 ? 'inf' : '-inf';
  const short = shortestFloat32(number);
  return /[.e]/.test(short) ? short.replace('e+', 'e') : `${short}.0`;
}

/** The cells of a matrix (a vector is one row), each column as wide as it has to be. */
export function alignedRows({ shape, data }: Tensor, write: (number: number) => string = float32): readonly string[] {
  const columns = shape.at(-1) ?? 1;
  const cells = Array.from(data, write);
  const widths = Array.from({ length: columns }, (_, column) => {
    let width = 0;
    for (let place = column; place < cells.length; place += columns) width = Math.max(width, cells[place]?.length ?? 0);
    return width;
  });
  return Array.from({ length: cells.length / columns }, (_, row) =>
    cells
      .slice(row * columns, (row + 1) * columns)
      .map((cell, column) => cell.padStart(widths[column] ?? 0))
      .join(', '),
  );
}

// What would end a line, has no width, or shows the reader another order than the compiler sees.
const unseen = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** In double quotes, as Python writes it: one line, nothing hidden in it. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replace(unseen, (mark) => {
    const code = (mark.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });

/** As `quoted`, for C++: what is not seen becomes the octal numbers of its bytes. */
export function utf8Escaped(text: string): string {
  const bytes = (mark: string): string =>
    Array.from(new TextEncoder().encode(mark), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  // ??/ was once another way to write a backslash, and compilers still warn of it.
  const body = text
    .replace(/["\\]|(?<=\?)\?/g, '\\$&')
    .replace(/\p{Cc}/gu, bytes)
    .replace(unseen, bytes);
  return `"${body}"`;
}

/** Words into lines no longer than `width`, each after `prefix`. None ends as C++ would go on in the next. */
export function wrapped(text: string, prefix: string, width = 100): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && !/(\\|\?\?\/)$/.test(line) && prefix.length + line.length + 1 + word.length > width) {
      lines.push(prefix + line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, prefix + line];
}
