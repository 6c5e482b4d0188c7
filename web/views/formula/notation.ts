import type { Formula } from '../../core/types.ts';

// Rules of notation, shared by MathML on the page and TeX in a notebook.

/** How tightly an operator binds, to decide on brackets. */
export function strength(formula: Formula): number {
  switch (formula.op) {
    case 'equals':
    case 'lessOrEqual':
    case 'where':
      return 0;
    case 'add':
    case 'subtract':
      return 1;
    case 'sum':
      return 2;
    case 'modulo':
      // Always in brackets: few readers know how tightly mod binds.
      return 0.5;
    case 'multiply':
      return 3;
    case 'divide':
    case 'exp':
    case 'power':
      return 3.5;
    case 'number':
      return formula.value < 0 ? 2 : 4;
    default:
      return 4;
  }
}

/** A factor of 1 is not written. */
export const isLiteralOne = (formula: Formula): boolean => formula.op === 'number' && formula.value === 1;

/** Replaces tensor names in a formula by a lesson document's names. */
export function calledLike(formula: Formula, called: (name: string) => string | undefined): Formula {
  const inner = (part: Formula): Formula => calledLike(part, called);
  switch (formula.op) {
    case 'number':
    case 'symbol':
    case 'index':
      return formula;
    case 'tensor': {
      const other = called(formula.name);
      const index = formula.index.map(inner);
      return other === undefined ? { ...formula, index } : { ...formula, index, called: other };
    }
    case 'sum':
      return { ...formula, size: inner(formula.size), args: [inner(formula.args[0])] };
    default:
      return { ...formula, args: formula.args.map(inner) };
  }
}

/**
 * Whether an index can be a subscript of the name. w_q already has one, y of the last layer has a superscript, and
 * a lesson document's name may be anything.
 */
export const hasPlainName = ({ name, called, previous }: Extract<Formula, { op: 'tensor' }>): boolean =>
  nameParts(name).sub === '' && called === undefined && !previous;

export interface Case {
  readonly value: Formula;
  /** All of them must hold. Empty for "otherwise". */
  readonly conditions: readonly Formula[];
}

/**
 * Nested conditions as one list of cases: one in `otherwise` continues the list, one in `then` with the same
 * `otherwise` narrows its case.
 */
export function casesOf(formula: Formula): Case[] {
  const [condition, then, otherwise] = formula.op === 'where' ? formula.args : [];
  if (!condition || !then || !otherwise) return [{ value: formula, conditions: [] }];
  const inner = then.op === 'where' && JSON.stringify(then.args[2]) === JSON.stringify(otherwise) ? then.args : null;
  const [narrower, value] = inner ?? [];
  const first =
    narrower && value ? { value, conditions: [condition, narrower] } : { value: then, conditions: [condition] };
  return [first, ...casesOf(otherwise)];
}

const letters: Readonly<Record<string, string>> = { gamma: 'γ', beta: 'β', epsilon: 'ε' };

/** The letter of a name: γ for gamma. */
export const written = (base: string): string => (Object.hasOwn(letters, base) ? (letters[base] ?? base) : base);

/**
 * w_q → w with subscript q, x0 → x with subscript 0, j' → j with a prime, mean_square_1 → mean square with
 * subscript 1.
 */
export function nameParts(name: string): { base: string; sub: string; primes: number } {
  const primes = /'*$/.exec(name)?.[0].length ?? 0;
  const bare = name.slice(0, name.length - primes);
  const [, base = bare, sub = ''] =
    /^(.+)_(\d+)$/.exec(bare) ?? /^([^_]+)_(.+)$/.exec(bare) ?? /^([a-z])(\d+)$/.exec(bare) ?? [];
  return { base: base.replaceAll('_', ' '), sub, primes };
}
