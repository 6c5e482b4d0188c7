import type { Formula } from '../core/types.ts';
import {
  type Bindings,
  bind,
  branchOf,
  type Cell,
  cellsOf,
  evaluateIndex,
  layerOf,
  sides,
  soleInput,
} from './formula-value.ts';
import { described, stepOf, type TraceReader } from './trace-reader.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A block of cells of one tensor: for each axis from `start` up to and without `end`. */
export interface SourceBlock {
  readonly name: string;
  /** The layer whose tensor it is, from 0. */
  readonly layer: number;
  readonly ranges: readonly Range[];
}

/**
 * Which cells of which tensors a cell came from, read off its formula: for `scores` a row of q and a row of k, for `q` a
 * row of x0 and a column of w_q. A step that only reshapes one number (scaled, masked) also gives what that number came
 * from. A branch not taken (the score behind the mask) gives nothing. Parameters come from nothing. Without `layer`, the
 * cell is one of the last layer that has the step.
 */
export function sourceCells(trace: TraceReader, name: string, index: readonly number[], layer?: number): SourceBlock[] {
  const step = stepOf(trace, name, layer);
  const parts = step && sides(step.formula);
  if (!step || !parts || index.length !== step.shape.length) return [];
  const place = { trace, layer: step.layer };
  const blocks = new Map<string, SourceBlock>();
  walk(parts.right, [bind(parts.left, index)]);
  const sole = soleInput(step, trace);
  const direct = [...blocks.values()];
  // Only an input that the cell really read (not one behind a mask) is followed.
  const read = sole && direct.find((block) => block.name === sole.name);
  if (!read) return direct;
  const deeper = sourceCells(trace, read.name, index, read.layer).filter((block) => !blocks.has(keyOf(block)));
  return [...direct, ...deeper];

  /** `cases`: one set of bindings for each term of the sums around this part. */
  function walk(part: Formula, cases: readonly Bindings[]): void {
    switch (part.op) {
      case 'tensor':
        for (const inner of part.index) walk(inner, cases);
        addAll(part, cases);
        return;
      case 'sum': {
        const { over, args } = part;
        const expanded = cases.flatMap((bindings) => {
          const size = evaluateIndex(part.size, bindings, place);
          const terms = winds(args[0], over) ? Array.from({ length: size }, (_, i) => i) : [0, size - 1];
          return terms.filter((i) => i < size).map((i) => ({ ...bindings, [over]: i }));
        });
        walk(args[0], expanded);
        return;
      }
      case 'where': {
        const [condition, then, otherwise] = part.args;
        if (!condition || !then || !otherwise) return;
        walk(condition, cases);
        if (cellsOf(then).length + cellsOf(otherwise).length === 0) return;
        for (const branch of [then, otherwise]) {
          const choosing = cases.filter((bindings) => branchOf(part, bindings, place) === branch);
          if (choosing.length > 0) walk(branch, choosing);
        }
        return;
      }
      default:
        if ('args' in part) for (const inner of part.args) walk(inner, cases);
    }
  }

  function addAll(cell: Cell, cases: readonly Bindings[]): void {
    const layerIndex = described(trace, cell.name, layerOf(cell, place))?.layer ?? 0;
    for (const bindings of cases) {
      const index = cell.index.map((letter) => evaluateIndex(letter, bindings, place));
      add(cell.name, layerIndex, index);
    }
  }

  function add(tensor: string, index: number, cell: readonly number[]): void {
    const key = keyOf({ name: tensor, layer: index });
    const before = blocks.get(key);
    const ranges = cell.map((along, axis) => {
      const range = before?.ranges[axis];
      return { start: Math.min(along, range?.start ?? along), end: Math.max(along + 1, range?.end ?? along + 1) };
    });
    blocks.set(key, { name: tensor, layer: index, ranges });
  }
}

const keyOf = ({ name, layer }: Pick<SourceBlock, 'name' | 'layer'>) => `${name} ${layer}`;

/**
 * Whether cells do not run evenly along a letter: it wraps around (mod, div) or decides something. Otherwise its first and
 * last value reach as far as all of them, which a sum over a whole matrix needs: 512 tokens have 262 144 terms.
 */
function winds(part: Formula, letter: string): boolean {
  const inside = part.op === 'tensor' ? part.index : 'args' in part ? part.args : [];
  if (['floorDivide', 'modulo', 'where'].includes(part.op) && names(part, letter)) return true;
  return inside.some((inner) => winds(inner, letter));
}

function names(part: Formula, letter: string): boolean {
  if (part.op === 'index') return part.name === letter;
  const inside = part.op === 'tensor' ? part.index : 'args' in part ? part.args : [];
  return inside.some((inner) => names(inner, letter));
}
