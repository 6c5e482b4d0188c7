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
const held = (operand: Operand, level: number): string => {
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
  call(`${held(x, levels.atom)}.${name}`, ...args);
/** `x[…]` */
export const at = (x: Operand, ...indices: readonly Operand[]): Code => ({
  text: `${held(x, levels.atom)}[${indices.map(textOf).join(', ')}]`,
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
    text: `${held(left, level)} ${operator} ${held(right, level + 1 - loose)}`,
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
  text: `${held(left, levels.negative)} @ ${held(right, levels.negative)}`,
  level: levels.matrix,
});
export const power = (base: Operand, exponent: Operand): Code => ({
  text: `${held(base, levels.atom)} ** ${held(exponent, levels.negative)}`,
  level: levels.power,
});
export const negative = (x: Operand): Code => ({ text: `-${held(x, levels.power)}`, level: levels.negative });
