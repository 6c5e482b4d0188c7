import { shortestFloat32 } from '../tensor.ts';

/**
 * Python expressions: text with its operator precedence, so that parentheses appear only where they are needed. Each step is written
 * once with these and with the functions of a `Language`.
 */

export interface Code {
  readonly text: string;
  /** Precedence of its outermost operator; see `levels`. */
  readonly level: number;
}

/** A string is a name or another expression that never needs parentheses. */
export type Operand = Code | string | number;

/** Matrix products have their own level: Python reads `a @ b * c` from the left, but people may not. */
const levels = { atom: 9, power: 8, negative: 7, product: 6, matrix: 5, sum: 4, both: 3, comparison: 2 } as const;

export const codeOf = (operand: Operand): Code => {
  if (typeof operand === 'number') return { text: String(operand), level: operand < 0 ? levels.negative : levels.atom };
  return typeof operand === 'string' ? { text: operand, level: levels.atom } : operand;
};

/** The text, in parentheses if its precedence is below `level`. */
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
export const indexed = (x: Operand, ...indices: readonly Operand[]): Code => ({
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

/** A left-associative operator: a right operand of the same level needs parentheses. `loose` (1) drops them. */
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

/** A floating-point literal with the shortest decimals that read back to this float32: 0.1, -2.5e-7, 3.0, -inf. */
export function float32(number: number): string {
  if (!Number.isFinite(number)) return Number.isNaN(number) ? 'nan' : number > 0 ? 'inf' : '-inf';
  const short = shortestFloat32(number);
  return /[.e]/.test(short) ? short.replace('e+', 'e') : `${short}.0`;
}

/** A floating-point literal with the shortest decimals of a double. */
export function float64(number: number): string {
  const text = Object.is(number, -0) ? '-0' : String(number);
  return /[.e]/.test(text) ? text.replace('e+', 'e') : `${text}.0`;
}

/** The rows of a matrix (or a vector as one row), with aligned columns. */
export function alignedRows(
  { shape, data }: { readonly shape: readonly number[]; readonly data: ArrayLike<number> },
  write: (number: number) => string = float32,
): readonly string[] {
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

// Line separators, zero-width characters, and characters that change the direction of text.
const unseen = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A Python string literal on one line, with invisible characters escaped. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replace(unseen, (mark) => {
    const code = (mark.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });

/** A C++ string literal. Invisible characters become octal escapes of their bytes. */
export function utf8Escaped(text: string): string {
  const bytes = (mark: string): string =>
    Array.from(new TextEncoder().encode(mark), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  // Compilers warn about trigraphs: ??/ was once another spelling of a backslash.
  const body = text
    .replace(/["\\]|(?<=\?)\?/g, '\\$&')
    .replace(/\p{Cc}/gu, bytes)
    .replace(unseen, bytes);
  return `"${body}"`;
}

/** Wraps words into lines of at most `width`, each with `prefix`. No line ends in a C++ line continuation. */
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
