import type { Axis, Tensor, Trace } from '../core/types.ts';
import { AttentionError } from '../scene/error.ts';
import type { Scene } from '../scene/types.ts';
import { type GridModel, isStrange } from '../views/grid/model.ts';
import { type Accent, greatest } from '../views/shared/colour.ts';
import { formatConstant, formatNumber, longestNumber, weightForms } from '../views/shared/number-format.ts';
import { visibleToken } from '../views/shared/token-text.ts';
import { axisLabels, axisRole, labelsFor, labelsOf } from '../views/trace/labels.ts';
import { described, isName, isShare, isWhole, roleOf } from '../views/trace/trace-reader.ts';

/** What a figure reads of a trace. */
export type TraceLike = Pick<
  Trace,
  'tokens' | 'keyTokens' | 'vocabulary' | 'layers' | 'steps' | 'parameters' | 'symbols' | 'tensor' | 'overview'
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
  /** Where the rows and columns begin in the tensor, which has more of them; null: all are here. */
  readonly places: { readonly rows: readonly number[]; readonly columns: readonly number[] } | null;
}

/** How much of a tensor is drawn. */
export interface Most {
  /** Cells that are drawn one by one. */
  readonly cells: number;
  /** Rows, and columns, of queries and keys beyond that, each for several; null: more is refused. */
  readonly side: number | null;
}

/** Throws AttentionError `unknown-tensor`, `out-of-range` and, where the slice has more cells than are drawn, `too-large`. */
export function sliceOf(trace: TraceLike, scene: Scene, name: string, layer: number, head: number, most: Most): Slice {
  const found = described(trace, name, layer);
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
  const sizes = headed ? shape.slice(1) : shape;
  const query = sizes.length > 2 ? Math.min(scene.view?.focus ?? 0, (sizes[0] ?? 1) - 1) : null;
  const [rows, columns] = [sizes.length > 1 ? (sizes.at(-2) ?? 1) : 1, sizes.at(-1) ?? 1];
  const common = {
    name,
    layer: found.layer,
    axes,
    shape,
    head: headed ? slice : null,
    heads,
    query,
  };
  if (rows * columns > most.cells) {
    const far = most.side !== null && axes.at(-2) === 'T_q' && axes.at(-1) === 'T_k';
    if (far) return { ...common, ...farOf(trace, name, window, { rows, columns }, most.side) };
    const what = `${name} is ${rows} × ${columns}; what is drawn cell by cell has at most ${most.cells} cells`;
    throw new AttentionError('too-large', what, name);
  }
  const part = ({ data }: Tensor): Float32Array => {
    const start = (query ?? 0) * rows * columns;
    return data.subarray(start, start + rows * columns);
  };
  const own = trace.tensor(name, window);
  const data = part(own);
  const masked = isShare(name) ? described(trace, 'masked', layer) : undefined;
  const all = (): Tensor => (headed ? trace.tensor(name, { layer: found.layer }) : own);
  return {
    ...common,
    rows,
    columns,
    data,
    hides: masked?.layer === found.layer ? part(trace.tensor('masked', window)) : data,
    bound: isShare(name) ? 1 : isName(name) ? Infinity : greatest(all().data),
    places: null,
  };
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** The largest of the cells that each row and column stands for, as the core finds it; hidden where all are. */
function farOf(
  trace: TraceLike,
  name: string,
  window: { head?: number; layer: number },
  { rows, columns }: Size,
  side: number,
) {
  const [height, width] = [Math.min(rows, side), Math.min(columns, side)];
  const { max, hidden } = trace.overview(name, { ...window, height, width });
  const starts = (all: number, count: number) =>
    Array.from({ length: count }, (_, at) => Math.floor((at * all) / count));
  return {
    rows: height,
    columns: width,
    data: max.map((value, at) => (hidden[at] === 1 ? 0 : value)),
    hides: hidden.map((share) => (share === 1 ? -Infinity : 0)),
    bound: greatest(max),
    places: { rows: starts(rows, height), columns: starts(columns, width) },
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
    rowLabels: at(trace.tokens, slice.places?.rows).map(visibleToken),
    columnLabels: at(trace.keyTokens, slice.places?.columns).map(visibleToken),
    rowRole: 'q',
    columnRole: 'k',
    corner,
    aside: null,
    hiddenText: '',
  };
}

/** Any tensor as the page's matrix has it. */
export function matrixModel(slice: Slice, trace: TraceLike, scene: Scene, digits: number): GridModel {
  const { name, axes, shape, rows, columns, hides, data, places } = slice;
  const labels = labelsFor(name, scene, labelsOf(scene, trace));
  const [rowAxis, columnAxis] = [axes.at(-2), axes.at(-1)];
  const ranked = shape.length > 1;
  const anyHidden = hides.includes(-Infinity);
  return {
    ...cells(slice, digits),
    rowLabels: ranked ? at(axisLabels(labels, rowAxis, shape.at(-2) ?? rows), places?.rows) : [''],
    columnLabels: at(axisLabels(labels, columnAxis, shape.at(-1) ?? columns), places?.columns),
    rowRole: ranked ? axisRole(rowAxis) : 'x',
    columnRole: axisRole(columnAxis),
    corner: null,
    aside: null,
    hiddenText: anyHidden ? formatNumber(hides === data ? -Infinity : 0, digits) : '',
  };
}

const at = (labels: readonly string[], places: readonly number[] | undefined): readonly string[] =>
  places?.map((place) => labels[place] ?? '') ?? labels;

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
