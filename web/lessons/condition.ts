import { defaults } from '../scene/defaults.ts';
import type { Scene } from '../scene/types.ts';
import type { Cells, Challenge, Condition, Prediction } from './types.ts';

/** What a condition reads of a trace; the core's own trace is one, and so is a copy of it. */
interface ConditionTrace {
  readonly steps: readonly Named[];
  readonly parameters: readonly Named[];
  tensor(name: string, window?: { readonly layer?: number }): Numbers;
  variance(name: string): number;
}

interface Named {
  readonly name: string;
}

interface Numbers {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

/** A run of a task, when it was measured last: what was chosen for it, and what it has reached. */
export interface TrainingFacts {
  readonly task: string;
  readonly layers: number;
  readonly heads: number;
  readonly dModel: number;
  readonly positions: string;
  readonly mask: string;
  /** Numbers that are trained. */
  readonly size: number;
  readonly step: number;
  /** On sequences that it did not learn from. */
  readonly accuracy: number | null;
}

/** The scene that was asked for, where the reader began, and what became of it. */
export interface LessonState {
  readonly scene: Scene;
  readonly start: Scene;
  /** Of `scene`; null while there is none, as when the scene was refused. */
  readonly trace: ConditionTrace | null;
  /** Why the scene was refused, where it was. */
  readonly problem: { readonly code: string; readonly path: string } | null;
  /** Of the run that was told of last, where there is one. */
  readonly training?: TrainingFacts | null;
}

/** Whether a condition holds. Compares numbers that the core computed, and computes none. */
export function holds(condition: Condition, moment: LessonState): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, moment));
  if ('any' in condition) return condition.any.some((part) => holds(part, moment));
  if ('not' in condition) return !holds(condition.not, moment);
  if ('scene' in condition) return compares(condition, at(moment.scene, condition.scene));
  if ('same' in condition) return alike(at(moment.scene, condition.same), at(moment.start, condition.same));
  if ('refused' in condition) return isRefused(condition, moment.problem);
  if ('training' in condition) {
    const { training } = moment;
    return training != null && compares(condition, training[condition.training]);
  }
  const { trace } = moment;
  if (trace === null) return false;
  if ('step' in condition) return named(trace.steps, condition.step);
  if ('variance' in condition) {
    return hasTensor(trace, condition.variance) && compares(condition, trace.variance(condition.variance));
  }
  return hasTensor(trace, condition.tensor) && tensorHolds(condition, trace);
}

/** Whether a challenge is met as it asks. `moment.start` is the challenge's own start. */
export const isSolved = (challenge: Challenge, moment: LessonState): boolean =>
  holds(challenge.check, moment) && !(challenge.forbid ?? []).some((condition) => holds(condition, moment));

/** The number that a reader is asked for; null where the trace has no such cell, as when the reader changed the scene. */
export function predictedNumber({ tensor, index, layer }: Prediction, trace: ConditionTrace): number | null {
  if (!hasTensor(trace, tensor)) return null;
  const { shape, data } = trace.tensor(tensor, layer === undefined ? {} : { layer });
  if (shape.length !== index.length || index.some((place, axis) => place >= (shape[axis] ?? 0))) return null;
  return data[index.reduce((flat, place, axis) => flat * (shape[axis] ?? 1) + place, 0)] ?? null;
}

/** Whether a prediction is right: of the choices the nearest to the number, typed the same as far as the digits are shown. */
export function isRight({ choices, digits }: Prediction, predicted: number, actual: number): boolean {
  if (choices !== undefined) {
    const distance = (choice: number): number => Math.abs(choice - actual);
    return choices.every((choice) => distance(predicted) <= distance(choice));
  }
  // Float32 may lie a hair beyond the middle between two numbers as they are shown.
  return Math.abs(predicted - actual) <= 0.5 * 10 ** -digits + 1e-6;
}

type TensorCondition = Extract<Condition, { tensor: string }>;

function tensorHolds(condition: TensorCondition, trace: ConditionTrace): boolean {
  const found = linesOf(condition, read(condition, trace));
  if (found.length === 0) return false;
  const everyCell = (test: (cell: number, line: Line, index: number) => boolean): boolean =>
    found.every((line) => line.cells.every((cell, index) => test(cell, line, index)));
  if ('near' in condition) return isNear(found, condition.near, condition.within);
  if ('is' in condition) {
    const { within } = condition;
    return condition.is === 'identity'
      ? everyCell((cell, { row, from }, index) => close(cell, row === from + index ? 1 : 0, within))
      : found.every(({ cells }) => Math.max(...cells) - Math.min(...cells) <= within);
  }
  if ('largest' in condition) {
    return found.every(({ cells }) => {
      const largest = cells[condition.largest];
      return largest !== undefined && cells.every((cell, index) => index === condition.largest || cell < largest);
    });
  }
  if ('equals' in condition) return isEqual(condition, found, trace);
  return everyCell((cell) => compares(condition, cell));
}

/** One row of one matrix, or the part of it that is looked at: `from` is the column of its first cell. */
interface Line {
  readonly matrix: number;
  readonly row: number;
  readonly from: number;
  readonly cells: readonly number[];
}

function linesOf({ head, row, column }: Cells, { shape, data }: Numbers): Line[] {
  const columns = shape.at(-1) ?? 1;
  const rows = shape.length < 2 ? 1 : (shape.at(-2) ?? 1);
  const from = column ?? 0;
  const until = column === undefined ? columns : column + 1;
  const lines: Line[] = [];
  for (let start = 0; columns > 0 && start < data.length; start += columns) {
    const line = start / columns;
    const place = { matrix: Math.floor(line / rows), row: line % rows };
    if ((head !== undefined && place.matrix !== head) || (row !== undefined && place.row !== row)) continue;
    if (until > columns) continue;
    const cells = Array.from({ length: until - from }, (_, index) => data[start + from + index] ?? Number.NaN);
    lines.push({ ...place, from, cells });
  }
  return lines;
}

function isNear(lines: readonly Line[], wanted: readonly number[], within: number): boolean {
  const cells = lines.flatMap((line) => line.cells);
  return (
    wanted.length > 0 &&
    cells.length % wanted.length === 0 &&
    cells.every((cell, index) => close(cell, wanted[index % wanted.length] ?? Number.NaN, within))
  );
}

function isEqual(
  condition: Extract<Condition, { equals: string }>,
  lines: readonly Line[],
  trace: ConditionTrace,
): boolean {
  if (!hasTensor(trace, condition.equals)) return false;
  const others = linesOf(condition, read({ ...condition, tensor: condition.equals }, trace));
  return (
    lines.length === others.length &&
    lines.every(({ cells }, line) => {
      const other = others[line]?.cells ?? [];
      return cells.length === other.length && cells.every((cell, index) => close(cell, other[index], condition.within));
    })
  );
}

const read = ({ tensor, layer }: Cells, trace: ConditionTrace): Numbers =>
  trace.tensor(tensor, layer === undefined ? {} : { layer });

/** Equal counts as close, which the difference of two infinities is not. */
const close = (a: number, b: number | undefined, within: number): boolean =>
  b !== undefined && (a === b || Math.abs(a - b) <= within);

const named = (list: readonly Named[], name: string): boolean => list.some((one) => one.name === name);

const hasTensor = (trace: ConditionTrace, name: string): boolean =>
  named(trace.steps, name) || named(trace.parameters, name);

type Comparison = { readonly is: unknown } | { readonly atLeast: number } | { readonly atMost: number };

function compares(comparison: Comparison, value: unknown): boolean {
  if ('is' in comparison) return alike(value, comparison.is);
  if (typeof value !== 'number') return false;
  return 'atLeast' in comparison ? value >= comparison.atLeast : value <= comparison.atMost;
}

const isRefused = (wanted: Extract<Condition, { refused: string }>, problem: LessonState['problem']): boolean =>
  problem !== null && problem.code === wanted.refused && (wanted.path === undefined || problem.path === wanted.path);

/** What a JSON pointer leads to in a scene, or else in the defaults; null where there is nothing. */
function at(scene: Scene, pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return inside(scene, keys) ?? inside(defaults, keys) ?? null;
}

function inside(whole: object, keys: readonly string[]): unknown {
  let found: unknown = whole;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

/** The same JSON, in whatever order its keys are. */
function alike(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && alike(Reflect.get(a, key), Reflect.get(b, key)))
  );
}
