import { defaults } from '../scene/defaults.ts';
import type { Scene } from '../scene/types.ts';
import type { Cells, Challenge, Condition, Prediction } from './types.ts';

/** What a condition reads from a trace. The core's own trace fits, and so does a copy. */
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

/** The last measurement of a training run, with its settings. */
export interface TrainingFacts {
  readonly task: string;
  readonly layers: number;
  readonly heads: number;
  readonly dModel: number;
  readonly positions: string;
  readonly mask: string;
  /** The number of trained parameters. */
  readonly size: number;
  readonly step: number;
  /** On sequences that it was not trained on. */
  readonly accuracy: number | null;
}

/** The requested scene, the reader's starting point, and the result. */
export interface LessonState {
  readonly scene: Scene;
  readonly start: Scene;
  /** The trace of `scene`. Null if there is none, for example after an error. */
  readonly trace: ConditionTrace | null;
  /** The error of the scene, if it has one. */
  readonly problem: { readonly code: string; readonly path: string } | null;
  /** The training run that was measured last, if any. */
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

/** Whether a challenge is solved. `moment.start` is the challenge's own start. */
export const isSolved = (challenge: Challenge, moment: LessonState): boolean =>
  holds(challenge.check, moment) && !(challenge.forbid ?? []).some((condition) => holds(condition, moment));

/** The number to predict. Null if the trace has no such cell, as after the reader changed the scene. */
export function predictedNumber({ tensor, index, layer }: Prediction, trace: ConditionTrace): number | null {
  if (!hasTensor(trace, tensor)) return null;
  const { shape, data } = trace.tensor(tensor, layer === undefined ? {} : { layer });
  if (shape.length !== index.length || index.some((place, axis) => place >= (shape[axis] ?? 0))) return null;
  return data[index.reduce((flat, place, axis) => flat * (shape[axis] ?? 1) + place, 0)] ?? null;
}

/** Whether a prediction is right: the nearest choice, or a typed number that equals it in the digits on show. */
export function isRight({ choices, digits }: Prediction, predicted: number, actual: number): boolean {
  if (choices !== undefined) {
    const distance = (choice: number): number => Math.abs(choice - actual);
    return choices.every((choice) => distance(predicted) <= distance(choice));
  }
  // A float32 may lie just past the midpoint of two displayed numbers.
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

/** A row of a matrix or a part of it. `from` is the column of its first cell. */
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

/** Equal numbers are close. The difference of two infinities is NaN. */
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

/** The value of a JSON pointer in a scene or its defaults. Null if there is none. */
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

/** Whether two JSON values are equal in any key order. */
function alike(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && alike(Reflect.get(a, key), Reflect.get(b, key)))
  );
}
