import type { Formula, Step } from '../core/types.ts';
import { stepOf, type TraceReader } from './trace-reader.ts';

/** What the index letters of a formula stand for. */
export type Bindings = Readonly<Record<string, number>>;

export type Cell = Extract<Formula, { op: 'tensor' }>;

/** Where a formula stands: the tensors it names are those of its layer. */
export interface Place {
  readonly trace: TraceReader;
  readonly layer: number;
}

/** The layer in which a cell of a formula is looked for. */
export const layerOf = (cell: Cell, place: Place): number => (cell.previous ? place.layer - 1 : place.layer);

const binaries: Readonly<Record<string, (left: number, right: number) => number>> = {
  subtract: (left, right) => left - right,
  floorDivide: (left, right) => Math.floor(left / right),
  modulo: (left, right) => left % right,
  minimum: Math.min,
  maximum: Math.max,
  equals: (left, right) => (left === right ? 1 : 0),
  lessOrEqual: (left, right) => (left <= right ? 1 : 0),
};

/**
 * The value of an index, a size or a condition (1 or 0). What a cell of a step is worth is never computed here but read from
 * the trace. Throws RangeError for an unknown letter or symbol and for any other operator.
 */
export function evaluateIndex(formula: Formula, bindings: Bindings, place: Place): number {
  const own = (values: Bindings, name: string): number => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new RangeError(`the formula names ${name}, which the trace does not have`);
    return value;
  };
  const evaluate = (part: Formula): number => evaluateIndex(part, bindings, place);
  const binary = Object.hasOwn(binaries, formula.op) ? binaries[formula.op] : undefined;
  if (binary && 'args' in formula) {
    const [left, right] = formula.args;
    if (!left || !right) throw new RangeError(`${formula.op} wants two operands`);
    return binary(evaluate(left), evaluate(right));
  }
  switch (formula.op) {
    case 'number':
      return formula.value;
    case 'symbol':
      return own(place.trace.symbols, formula.name);
    case 'index':
      return own(bindings, formula.name);
    case 'tensor':
      return place.trace.value(formula.name, formula.index.map(evaluate), layerOf(formula, place));
    case 'add':
      return formula.args.reduce((total, part) => total + evaluate(part), 0);
    case 'multiply':
      return formula.args.reduce((total, part) => total * evaluate(part), 1);
    case 'absolute':
      return formula.args[0] ? Math.abs(evaluate(formula.args[0])) : Number.NaN;
    case 'where': {
      const branch = branchOf(formula, bindings, place);
      if (branch) return evaluate(branch);
      throw new RangeError('where wants three operands');
    }
    default:
      throw new RangeError(`${formula.op} has no place in an index`);
  }
}

/**
 * The branch that a choice takes, by its condition; null for what is no choice. `value` is what the trace says the choice
 * comes to: between two constants that decides, and a condition on measured numbers is not worked out again.
 */
export function branchOf(part: Formula, bindings: Bindings, place: Place, value?: number): Formula | null {
  if (part.op !== 'where') return null;
  const [condition, then, otherwise] = part.args;
  if (!condition || !then || !otherwise) return null;
  if (value !== undefined && then.op === 'number' && otherwise.op === 'number') {
    if (value === then.value) return then;
    if (value === otherwise.value) return otherwise;
  }
  return evaluateIndex(condition, bindings, place) === 0 ? otherwise : then;
}

/** A step's formula taken apart: its own cell and what that equals. */
export interface Sides {
  readonly left: Cell;
  readonly right: Formula;
}

export function sides(formula: Formula): Sides | null {
  if (formula.op !== 'equals') return null;
  const [left, right] = formula.args;
  return left?.op === 'tensor' && right ? { left, right } : null;
}

/** Binds the letters on the left of a step's formula to the cell's index. */
export function bind(left: Cell, index: readonly number[]): Bindings {
  const bindings: Record<string, number> = {};
  for (const [axis, letter] of left.index.entries()) {
    const value = index[axis];
    if (letter.op === 'index' && value !== undefined) bindings[letter.name] = value;
  }
  return bindings;
}

/**
 * When a step only reshapes one number of an earlier step (scaled = scores/√d_k), that number's cell: the right side names
 * one tensor, once, at the step's own index. Such an input is worth spelling out instead of naming.
 */
export function soleInput(step: Step, trace: TraceReader): Cell | null {
  const parts = sides(step.formula);
  if (!parts) return null;
  const cells = cellsOf(parts.right);
  const [cell] = cells;
  if (!cell || cells.length !== 1 || !stepOf(trace, cell.name, layerOf(cell, { trace, layer: step.layer })))
    return null;
  const same =
    cell.index.length === parts.left.index.length &&
    cell.index.every((letter, axis) => {
      const own = parts.left.index[axis];
      return letter.op === 'index' && own?.op === 'index' && letter.name === own.name;
    });
  return same ? cell : null;
}

export function cellsOf(formula: Formula): Cell[] {
  if (formula.op === 'tensor') return [formula];
  return 'args' in formula ? formula.args.flatMap(cellsOf) : [];
}

/** Whether a part is made of index letters, symbols and constants alone. */
export const isPlain = (part: Formula): boolean => cellsOf(part).length === 0;

/**
 * Whether a part is nothing at all, as an empty row is: told from zeros and −∞ among the trace's own numbers, without
 * working anything out. 0/0 counts as 0.
 */
export function isZero(part: Formula, bindings: Bindings, place: Place): boolean {
  const zero = (inner: Formula) => isZero(inner, bindings, place);
  switch (part.op) {
    case 'number':
      return part.value === 0;
    case 'tensor':
      return evaluateIndex(part, bindings, place) === 0;
    case 'sum': {
      const size = evaluateIndex(part.size, bindings, place);
      for (let i = 0; i < size; i++) {
        if (!isZero(part.args[0], { ...bindings, [part.over]: i }, place)) return false;
      }
      return true;
    }
    case 'add':
      return part.args.every(zero);
    case 'multiply':
      return part.args.some(zero);
    case 'sqrt':
      return part.args.every(zero);
    case 'exp': {
      const cells = cellsOf(part);
      return cells.length === 1 && cells.every((cell) => evaluateIndex(cell, bindings, place) === -Infinity);
    }
    default:
      return false;
  }
}
