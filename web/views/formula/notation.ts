import type { Formula } from '../../core/types.ts';

// How formulas are written, whatever they are written in: MathML on the page, TeX in a notebook.

/** How tightly an operator binds, to know where brackets are needed. */
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
      // In brackets next to anything: few readers know what mod binds tighter than.
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

export interface Case {
  readonly value: Formula;
  /** All of them must hold; empty: otherwise. */
  readonly conditions: readonly Formula[];
}

/** A choice between choices as one list of cases: a choice in `otherwise` goes on, one in `then` with the same `otherwise` narrows. */
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

/** How the letter of a name is written: γ for gamma. */
export const written = (base: string): string => (Object.hasOwn(letters, base) ? (letters[base] ?? base) : base);

/** w_q → w with subscript q, x0 → x with subscript 0, j' → j with a prime, mean_square_1 → mean square with subscript 1. */
export function nameParts(name: string): { base: string; sub: string; primes: number } {
  const primes = /'*$/.exec(name)?.[0].length ?? 0;
  const bare = name.slice(0, name.length - primes);
  const [, base = bare, sub = ''] =
    /^(.+)_(\d+)$/.exec(bare) ?? /^([^_]+)_(.+)$/.exec(bare) ?? /^([a-z])(\d+)$/.exec(bare) ?? [];
  return { base: base.replaceAll('_', ' '), sub, primes };
}
