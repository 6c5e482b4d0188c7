import type { Formula } from '../core/types.ts';
import { type Bindings, bind, evaluateIndex, sides, soleInput } from './evaluate.ts';
import type { TraceReader } from './trace-reader.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A block of cells of one tensor: for each axis from `start` up to and without `end`. */
export interface Light {
  readonly name: string;
  readonly ranges: readonly Range[];
}

/**
 * Which cells of which tensors a cell came from, read off its formula: for `scores` a row of q and a row of k, for `q` a
 * row of x0 and a column of w_q. A step that only reshapes one number (scaled, masked) also gives what that number came
 * from. A branch not taken (the score behind the mask) gives nothing. Parameters come from nothing.
 */
export function lightFor(trace: TraceReader, name: string, index: readonly number[]): Light[] {
  const step = trace.steps.find((candidate) => candidate.name === name);
  const parts = step && sides(step.formula);
  if (!step || !parts || index.length !== step.shape.length) return [];
  const lights = new Map<string, Light>();
  walk(parts.right, [bind(parts.left, index)]);
  const sole = soleInput(step, trace);
  const direct = [...lights.values()];
  // Only an input that the cell really read (not one behind a mask) is followed.
  if (sole && lights.has(sole.name)) {
    const deeper = lightFor(trace, sole.name, index).filter((light) => !lights.has(light.name));
    return [...direct, ...deeper];
  }
  return direct;

  /** `cases`: one set of bindings for each term of the sums around this part. */
  function walk(part: Formula, cases: readonly Bindings[]): void {
    switch (part.op) {
      case 'tensor':
        for (const inner of part.index) walk(inner, cases);
        for (const bindings of cases) {
          add(
            part.name,
            part.index.map((letter) => evaluateIndex(letter, bindings, trace)),
          );
        }
        return;
      case 'sum': {
        const expanded = cases.flatMap((bindings) => {
          const size = evaluateIndex(part.size, bindings, trace);
          return Array.from({ length: size }, (_, i) => ({ ...bindings, [part.over]: i }));
        });
        walk(part.args[0], expanded);
        return;
      }
      case 'where': {
        const [condition, then, otherwise] = part.args;
        if (!condition || !then || !otherwise) return;
        const truth = (bindings: Bindings) => evaluateIndex(condition, bindings, trace) !== 0;
        const [yes, no] = [cases.filter(truth), cases.filter((bindings) => !truth(bindings))];
        if (yes.length > 0) walk(then, yes);
        if (no.length > 0) walk(otherwise, no);
        return;
      }
      default:
        if ('args' in part) for (const inner of part.args) walk(inner, cases);
    }
  }

  function add(tensor: string, cell: readonly number[]): void {
    const before = lights.get(tensor);
    const ranges = cell.map((at, axis) => {
      const range = before?.ranges[axis];
      return { start: Math.min(at, range?.start ?? at), end: Math.max(at + 1, range?.end ?? at + 1) };
    });
    lights.set(tensor, { name: tensor, ranges });
  }
}
