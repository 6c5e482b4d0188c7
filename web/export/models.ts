import type { Axis, Tensor, Trace } from '../core/types.ts';
import { AttentionError } from '../scene/error.ts';
import type { Scene } from '../scene/types.ts';
import { axisLabels, axisRole } from '../views/axis-labels.ts';
import { formatConstant, formatNumber, longestNumber, weightForms } from '../views/format.ts';
import { type GridModel, isStrange } from '../views/grid-picture.ts';
import { isName, isShare, isWhole, roleOf } from '../views/role.ts';
import { type Accent, greatest } from '../views/scale.ts';
import { visibleToken } from '../views/token-text.ts';
import { labelsFor, labelsOf } from '../views/trace-labels.ts';
import { described, type TraceReader } from '../views/trace-reader.ts';

/** What a figure reads of a trace. */
export type TraceLike = Pick<
  Trace,
  'tokens' | 'keyTokens' | 'vocabulary' | 'layers' | 'steps' | 'parameters' | 'symbols' | 'tensor'
>;

/** A tensor of the trace with its own layer, and one slice of it: a matrix, or a vector as one row. */
export interface Slice {
  readonly name: string;
  readonly layer: number;
  readonly axes: readonly Axis[];
  readonly shape: readonly number[];
  /** From 0; null: it has no heads. */
  readonly head: number | null;
  readonly heads: number;
  readonly rows: number;
  readonly columns: number;
  /** Of a tensor with one matrix a query: which. */
  readonly query: number | null;
  readonly data: Float32Array;
  /** −∞ where a cell is hidden. */
  readonly hides: Float32Array;
  /** Largest finite size among all numbers of the tensor, so that heads can be compared. */
  readonly bound: number;
}

/** Throws AttentionError `unknown-tensor`, `out-of-range` and, where the slice has more cells than `most`, `too-large`. */
export function sliceOf(
  trace: TraceLike,
  scene: Scene,
  name: string,
  layer: number,
  head: number,
  most: number,
): Slice {
  const found = described(trace as Pick<TraceReader, 'steps' | 'parameters'>, name, layer);
  if (found === undefined) {
    const all = [...new Set([...trace.steps, ...trace.parameters].map((one) => one.name))].join(', ');
    throw new AttentionError(
      'unknown-tensor',
      `there is no picture or tensor "${name}"; there are heatmap, arcs, ${all}`,
      name,
    );
  }
  const { axes, shape } = found;
  const headed = axes[0] === 'H' || axes[0] === 'H_kv';
  const heads = headed ? (shape[0] ?? 1) : 1;
  const slice = sliceAt(trace, axes, head);
  if (headed && slice >= heads) {
    throw new AttentionError(
      'out-of-range',
      `head is ${head}; there are heads 0 to ${(trace.symbols['H'] ?? 1) - 1}`,
      'head',
    );
  }
  const window = headed ? { head: slice, layer: found.layer } : { layer: found.layer };
  const own = headed ? shape.slice(1) : shape;
  const query = own.length > 2 ? Math.min(scene.view?.focus ?? 0, (own[0] ?? 1) - 1) : null;
  const [rows, columns] = [own.length > 1 ? (own.at(-2) ?? 1) : 1, own.at(-1) ?? 1];
  if (rows * columns > most) {
    throw new AttentionError(
      'too-large',
      `${name} is ${rows} × ${columns}; a picture draws at most ${most} cells`,
      name,
    );
  }
  const whole = trace.tensor(name, { layer: found.layer });
  const part = (tensor: Tensor): Float32Array => {
    const start = (query ?? 0) * rows * columns;
    return tensor.data.subarray(start, start + rows * columns);
  };
  const data = part(headed ? trace.tensor(name, window) : whole);
  const masked = isShare(name)
    ? described(trace as Pick<TraceReader, 'steps' | 'parameters'>, 'masked', layer)
    : undefined;
  return {
    name,
    layer: found.layer,
    axes,
    shape,
    head: headed ? slice : null,
    heads,
    rows,
    columns,
    query,
    data,
    hides: masked?.layer === found.layer ? part(trace.tensor('masked', window)) : data,
    bound: isShare(name) ? 1 : isName(name) ? Infinity : greatest(whole.data),
  };
}

/** Which slice of a tensor belongs to a query head: groups of heads share a key/value head. */
function sliceAt({ symbols }: TraceLike, axes: readonly Axis[], head: number): number {
  const heads = symbols['H'] ?? 1;
  return axes[0] === 'H_kv' ? Math.floor(head / (heads / (symbols['H_kv'] ?? heads))) : head;
}

export const accentOf = (name: string): Accent => (name === 'weights' ? 'w' : roleOf(name));

/** Weights of one head as the page's heatmap has them. */
export function heatmapModel(
  slice: Slice,
  trace: TraceLike,
  digits: number,
  corner: { readonly rows: string; readonly columns: string },
): GridModel {
  return {
    ...cells(slice, digits),
    rowLabels: trace.tokens.map(visibleToken),
    columnLabels: trace.keyTokens.map(visibleToken),
    rowRole: 'q',
    columnRole: 'k',
    corner,
    aside: null,
    hiddenText: '',
  };
}

/** Any tensor as the page's matrix has it. */
export function matrixModel(slice: Slice, trace: TraceLike, scene: Scene, digits: number): GridModel {
  const { name, axes, rows, columns, hides, data } = slice;
  const labels = labelsFor(name, scene, labelsOf(scene, trace));
  const [rowAxis, columnAxis] = [axes.at(-2), axes.at(-1)];
  const ranked = slice.shape.length > 1;
  const anyHidden = hides.includes(-Infinity);
  return {
    ...cells(slice, digits),
    rowLabels: ranked ? axisLabels(labels, rowAxis, rows) : [''],
    columnLabels: axisLabels(labels, columnAxis, columns),
    rowRole: ranked ? axisRole(rowAxis) : 'x',
    columnRole: axisRole(columnAxis),
    corner: null,
    aside: null,
    hiddenText: anyHidden ? formatNumber(hides === data ? -Infinity : 0, digits) : '',
  };
}

function cells({ name, data, hides, rows, columns, bound }: Slice, digits: number) {
  const whole = isWhole(name);
  const strange = data.some(isStrange);
  return {
    rows,
    columns,
    value: (row: number, column: number) => data[row * columns + column] ?? Number.NaN,
    hidden: (row: number, column: number) => hides[row * columns + column] === -Infinity,
    text: whole ? formatConstant : (value: number) => formatNumber(value, digits),
    ...(isShare(name) ? { forms: weightForms(data, digits) } : {}),
    longest: Math.max(longestNumber(data, whole ? 0 : digits), strange ? 3 : 0),
    bound,
  };
}
