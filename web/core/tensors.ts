/** Requests for tensors by name, layer and head. */
import { described, type Message, message } from '../scene/error.ts';
import type { Embedding } from '../scene/types.ts';
import { isExtent, refuse } from './calls.ts';
import { inputsOf, parseFormula } from './formula.ts';
import type { SceneTrace, TensorDescription } from './module.ts';
import type { Axis, Parameter, Step, Trace } from './types.ts';

/** A range, end excluded. */
export type Range = readonly [number, number];

/** A tensor with the sizes of its windows. */
export interface TensorLayout extends Parameter {
  /** The sizes of one head: its rows, and the length of a row. */
  readonly own: readonly number[];
  readonly heads: number;
  readonly rows: number;
  readonly columns: number;
}

/** What functions beside a trace ask it for. */
export interface TraceSource {
  readonly trace: Pick<Trace, 'tokens' | 'keyTokens' | 'layers' | 'steps' | 'tensor'>;
  readonly embedding: Embedding | undefined;
  readonly find: (name: string, layer: number) => TensorLayout;
  readonly ask: <Value>(use: (inner: SceneTrace) => Value) => Value;
}

/** Throws AttentionError `out-of-range`. */
export function checkIndex(name: 'query' | 'key', index: unknown, size: number): void {
  const all: Message = name === 'query' ? message`there are ${size} queries` : message`there are ${size} keys`;
  if (!Number.isInteger(index) || Number(index) < 0 || Number(index) >= size)
    refuse(name, message`${name} is ${described(index)}; ${all}`, 'out-of-range');
}

/** Throws AttentionError `out-of-range`. */
export function checkLayer(name: string, layer: number, layers: number): void {
  if (Number.isInteger(layer) && layer >= 0 && layer < layers) return;
  refuse(name, message`layer is ${described(layer)}; there are layers 0 to ${layers - 1}`, 'out-of-range');
}

/** Throws AttentionError `unknown-tensor` for a name that none of `tensors` has. */
export function refuseName(name: string, tensors: readonly Parameter[], layer: number, layers: number): never {
  const known = tensors.filter((one) => one.layer <= layer);
  const all = [...new Set(known.map((one) => one.name))].join(', ');
  const where = layer < layers - 1 ? message`up to layer ${layer} the trace` : message`the trace`;
  return refuse(name, message`${where} has no tensor ${described(name)}; it has: ${all}`, 'unknown-tensor');
}

export const parameterOf = ({ name, layer, axes, shape }: TensorDescription): Parameter =>
  Object.freeze({
    name: String(name),
    layer,
    shape: Object.freeze(shape),
    // The core's letters are those of `Axis`.
    axes: Object.freeze(String(axes).split(' ') as Axis[]),
  });

export function layoutOf(description: TensorDescription): TensorLayout {
  const parameter = parameterOf(description);
  const { name, layer, shape, axes } = parameter;
  const own = hasHeads(parameter) ? shape.slice(1) : shape;
  const [rows = 1] = own;
  const heads = hasHeads(parameter) ? (shape[0] ?? 1) : 1;
  const columns = own.reduce((product, size, axis) => (axis === 0 ? 1 : product * size), 1);
  return { name, layer, shape, axes, own, heads, rows, columns };
}

export function headsOf(found: TensorLayout, head: number | undefined): Range {
  const { name, heads } = found;
  if (head === undefined) return [0, heads];
  if (!hasHeads(found)) refuse(name, message`${withAxes(found)} has no heads to choose from`, 'out-of-range');
  if (Number.isInteger(head) && head >= 0 && head < heads) return [head, head + 1];
  return refuse(name, message`head is ${described(head)}; ${name} has heads 0 to ${heads - 1}`, 'out-of-range');
}

/** "scores (H, T_q, T_k)". */
export const withAxes = ({ name, axes }: Parameter): string => `${name} (${axes.join(', ')})`;

export const hasHeads = ({ axes }: Parameter): boolean => axes[0] === 'H' || axes[0] === 'H_kv';

/** Everything is read once, before the trace is used: a getter may update or dispose it. */
export function windowArgument<Window extends object>(name: string, given: Window, known: readonly string[]): Window {
  const refused = (): never =>
    refuse(name, message`the window of ${described(name)} is { ${known.join(', ')} }, not ${described(given)}`);
  if (typeof given !== 'object' || given === null) refused();
  const window: Record<string, unknown> = {};
  for (const key in given) window[known.includes(key) ? key : refused()] = readOnce(given[key]);
  return window as Window;
}

/** Copies a pair. Any other array stays an error. */
function readOnce(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const { length } = value;
  return length === 2 ? [value[0], value[1]] : new Array(isExtent(length) ? length : 0);
}

const spanOf = ([from, to]: Range) => ({ from, to });
export const windowOf = ({ name, layer }: TensorLayout, heads: Range, rows: Range, columns: Range) => ({
  ...{ name, layer, heads: spanOf(heads), rows: spanOf(rows), columns: spanOf(columns) },
});

/** The part of an axis that is asked for; all of it when nothing is said. */
export function rangeOf(name: string, axis: string, given: Range | undefined, size: number): Range {
  if (given === undefined) return [0, size];
  const [from, to] = Array.isArray(given) && given.length === 2 ? given : [Number.NaN, Number.NaN];
  if (Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= size) return [from, to];
  const asked =
    Array.isArray(given) && given.length === 2
      ? message`${described(given[0])} to ${described(given[1])}`
      : described(given);
  return refuse(
    name,
    message`${axis} are ${asked}; they must be [from, to] with 0 ≤ from < to ≤ ${size} of ${name}`,
    'out-of-range',
  );
}

/** Its formula is parsed when somebody reads it: most steps are drawn without. */
export function stepOf(inner: SceneTrace, description: TensorDescription): Step {
  const { name, layer, shape, axes } = parameterOf(description);
  const text = inner.formula(name, layer);
  let inputs: readonly string[] | undefined;
  return Object.freeze({
    name,
    get formula() {
      return parseFormula(text);
    },
    shape,
    axes,
    get inputs() {
      inputs ??= Object.freeze(inputsOf(parseFormula(text)));
      return inputs;
    },
    layer,
  });
}
