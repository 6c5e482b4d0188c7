import type { Decoding } from '../core/decoding-types.ts';
import { defaults } from '../scene/defaults.ts';
import type { Scene } from '../scene/types.ts';
import { lessonLimits } from './limits.ts';
import type { Cells, Challenge, Condition, Prediction } from './types.ts';

/** What a condition reads from a trace. The core's own trace fits, and so does a copy. */
interface ConditionTrace {
  readonly steps: readonly Named[];
  readonly parameters: readonly Named[];
  tensor(name: string, window?: { readonly layer?: number }): Numbers;
  variance(name: string): number;
  decoding?(): Decoding;
}

interface Named {
  readonly name: string;
  readonly layer?: number | undefined;
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

/** What a check found. */
export interface Verdict {
  readonly holds: boolean;
  /** How many cells the conditions compare, if that is beyond the limit. Then nothing holds. */
  readonly excess: number | null;
}

/** Whether a condition holds, and none of the forbidden ones. Compares numbers that the core computed, and computes none. */
export function verdictOf(condition: Condition, forbid: readonly Condition[], moment: LessonState): Verdict {
  const own = new Check(moment);
  const holds = own.holds(condition) && !forbid.some((one) => own.holds(one));
  const isBeyond = own.cells > lessonLimits.cells;
  return { holds: holds && !isBeyond, excess: isBeyond ? own.cells : null };
}

export const holds = (condition: Condition, moment: LessonState): boolean => verdictOf(condition, [], moment).holds;

/** Whether a challenge is solved. `moment.start` is the challenge's own start. */
export const isSolved = ({ check, forbid = [] }: Challenge, moment: LessonState): boolean =>
  verdictOf(check, forbid, moment).holds;

/** How many cells of the trace these conditions compare if each of them is checked. */
export const comparedCells = (conditions: readonly Condition[], trace: ConditionTrace): number => {
  const cells = new TensorReader(trace);
  return conditions.reduce((sum, condition) => sum + countCells(condition, cells), 0);
};

function countCells(condition: Condition, cells: TensorReader): number {
  if ('all' in condition) return condition.all.reduce((sum, part) => sum + countCells(part, cells), 0);
  if ('any' in condition) return condition.any.reduce((sum, part) => sum + countCells(part, cells), 0);
  if ('not' in condition) return countCells(condition.not, cells);
  return 'tensor' in condition && cells.has(condition.tensor, condition.layer) ? cells.count(condition) : 0;
}

/** The tensors of a trace, each read once. */
class TensorReader {
  readonly #read = new Map<string, Numbers>();

  constructor(private readonly trace: ConditionTrace) {}

  has(name: string, layer?: number): boolean {
    return hasTensor(this.trace, name, layer);
  }

  tensor({ tensor, layer }: Pick<Cells, 'tensor' | 'layer'>): Numbers {
    const key = `${layer ?? ''} ${tensor}`;
    const known = this.#read.get(key) ?? this.trace.tensor(tensor, layer === undefined ? {} : { layer });
    this.#read.set(key, known);
    return known;
  }

  /** How many cells a condition compares. */
  count(condition: Cells): number {
    const { shape, data } = this.tensor(condition);
    const columns = shape.at(-1) ?? 1;
    const rows = shape.length < 2 ? 1 : (shape.at(-2) ?? 1);
    const { head, row, column } = condition;
    const chosen = (all: number, one: number | undefined): number => (one === undefined ? all : 1);
    return chosen(data.length / Math.max(1, rows * columns), head) * chosen(rows, row) * chosen(columns, column);
  }
}

/** One check of some conditions. Beyond the limit of compared cells nothing more is compared. */
class Check {
  readonly #tensors: TensorReader | null;
  #cells = 0;

  constructor(private readonly moment: LessonState) {
    this.#tensors = moment.trace && new TensorReader(moment.trace);
  }

  /** How many cells were compared, with those of the condition that went beyond the limit. */
  get cells(): number {
    return this.#cells;
  }

  holds(condition: Condition): boolean {
    const { moment } = this;
    if ('all' in condition) return condition.all.every((part) => this.holds(part));
    if ('any' in condition) return condition.any.some((part) => this.holds(part));
    if ('not' in condition) return !this.holds(condition.not);
    if ('scene' in condition) return compares(condition, at(moment.scene, condition.scene));
    if ('same' in condition) return alike(at(moment.scene, condition.same), at(moment.start, condition.same));
    if ('refused' in condition) return isRefused(condition, moment.problem);
    if ('training' in condition) {
      const { training } = moment;
      return training != null && compares(condition, training[condition.training]);
    }
    const { trace } = moment;
    if (trace === null || this.#tensors === null) return false;
    if ('step' in condition) return named(trace.steps, condition.step);
    if ('decoding' in condition) {
      const facts = decodingOf(trace);
      return facts !== null && compares(condition, facts[condition.decoding]);
    }
    if ('variance' in condition) {
      return hasTensor(trace, condition.variance) && compares(condition, trace.variance(condition.variance));
    }
    if (!hasTensor(trace, condition.tensor, condition.layer)) return false;
    this.#cells += this.#tensors.count(condition);
    return this.#cells <= lessonLimits.cells && tensorHolds(condition, this.#tensors);
  }
}

/** Null if the scene cannot have a cache: the core refuses to count then. */
function decodingOf(trace: ConditionTrace): Decoding | null {
  try {
    return trace.decoding?.() ?? null;
  } catch {
    return null;
  }
}

/** The number to predict. Null if the trace has no such cell, as after the reader changed the scene. */
export function predictedNumber({ tensor, index, layer }: Prediction, trace: ConditionTrace): number | null {
  if (!hasTensor(trace, tensor, layer)) return null;
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

function tensorHolds(condition: TensorCondition, tensors: TensorReader): boolean {
  const found = linesOf(condition, tensors.tensor(condition));
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
  if ('equals' in condition) return isEqual(condition, found, tensors);
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
  tensors: TensorReader,
): boolean {
  if (!tensors.has(condition.equals, condition.layer)) return false;
  const others = linesOf(condition, tensors.tensor({ ...condition, tensor: condition.equals }));
  return (
    lines.length === others.length &&
    lines.every(({ cells }, line) => {
      const other = others[line]?.cells ?? [];
      return cells.length === other.length && cells.every((cell, index) => close(cell, other[index], condition.within));
    })
  );
}

/** Equal numbers are close. The difference of two infinities is NaN. */
const close = (a: number, b: number | undefined, within: number): boolean =>
  b !== undefined && (a === b || Math.abs(a - b) <= within);

const named = (list: readonly Named[], name: string, layer?: number): boolean =>
  list.some((one) => one.name === name && (layer === undefined || one.layer === undefined || one.layer === layer));

const hasTensor = (trace: ConditionTrace, name: string, layer?: number): boolean =>
  named(trace.steps, name, layer) || named(trace.parameters, name, layer);

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
