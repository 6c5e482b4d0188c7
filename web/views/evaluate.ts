import type { Formula, Step } from '../core/types.ts';
import type { TraceReader } from './trace-reader.ts';

/** What the index letters of a formula stand for. */
export type Bindings = Readonly<Record<string, number>>;

export type Cell = Extract<Formula, { op: 'tensor' }>;

/**
 * The value of an index, a size or a condition (1 or 0): whole numbers only. What a cell of a step is worth is never
 * computed here but read from the trace. Throws RangeError for an unknown letter or symbol and for any other operator.
 */
export function evaluateIndex(formula: Formula, bindings: Bindings, trace: TraceReader): number {
  const own = (values: Bindings, name: string): number => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new RangeError(`the formula names ${name}, which the trace does not have`);
    return value;
  };
  const evaluate = (part: Formula): number => evaluateIndex(part, bindings, trace);
  const [a, b] = 'args' in formula ? formula.args : [];
  const pair = (): [number, number] => {
    if (!a || !b) throw new RangeError(`${formula.op} wants two operands`);
    return [evaluate(a), evaluate(b)];
  };
  switch (formula.op) {
    case 'number':
      return formula.value;
    case 'symbol':
      return own(trace.symbols, formula.name);
    case 'index':
      return own(bindings, formula.name);
    case 'tensor':
      return trace.value(formula.name, formula.index.map(evaluate));
    case 'add':
      return formula.args.reduce((total, part) => total + evaluate(part), 0);
    case 'multiply':
      return formula.args.reduce((total, part) => total * evaluate(part), 1);
    case 'subtract': {
      const [left, right] = pair();
      return left - right;
    }
    case 'floorDivide': {
      const [left, right] = pair();
      return Math.floor(left / right);
    }
    case 'modulo': {
      const [left, right] = pair();
      return left % right;
    }
    case 'lessOrEqual': {
      const [left, right] = pair();
      return left <= right ? 1 : 0;
    }
    default:
      throw new RangeError(`${formula.op} has no place in an index`);
  }
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
  if (!cell || cells.length !== 1 || !trace.steps.some((other) => other.name === cell.name)) return null;
  const same =
    cell.index.length === parts.left.index.length &&
    cell.index.every((letter, axis) => {
      const own = parts.left.index[axis];
      return letter.op === 'index' && own?.op === 'index' && letter.name === own.name;
    });
  return same ? cell : null;
}

function cellsOf(formula: Formula): Cell[] {
  if (formula.op === 'tensor') return [formula];
  return 'args' in formula ? formula.args.flatMap(cellsOf) : [];
}
