import type { Axis, Tensor } from '../core/types.ts';
import { figureWords } from '../i18n/figure.ts';
import { AttentionError } from '../scene/error.ts';
import { shownLayer } from '../scene/layers.ts';
import type { Scene } from '../scene/types.ts';
import { axisLabels, axisRole, labelsFor, labelsOf } from '../trace/axis-labels.ts';
import { type Digits, digitsOf, formatNumber } from '../trace/number-format.ts';
import { isolated, namedToken, visibleToken } from '../trace/token-text.ts';
import { described, hasHeads, isName, isWeights, roleOf } from '../trace/trace-reader.ts';
import { type GridModel, matrixGrid } from '../views/grid/model.ts';
import {
  type Accent,
  type ColourScale,
  divergingScale,
  greatest,
  type Palette,
  sequentialScale,
} from '../views/shared/colour.ts';
import { checkSameWords } from './arguments.ts';
import { type FigureSubject, headText } from './caption.ts';
import { queryOf } from './reading.ts';
import type { TraceLike } from './trace-like.ts';

/** What a figure shows, whatever format it is drawn in. */
export interface Subject extends FigureSubject {
  readonly digits: Digits;
}

interface SubjectOptions {
  /** From 0, or `all` heads. Default: the scene's. */
  readonly head?: number | 'all';
  /** From 0. Default: the scene's. */
  readonly layer?: number;
  readonly lang?: string;
}

/** Throws AttentionError `out-of-range`, and `shape` for the trace of another scene. */
export function subjectOf(scene: Scene, trace: TraceLike, { head, layer, lang = 'en' }: SubjectOptions): Subject {
  checkSameWords(scene, trace);
  const own = layer ?? shownLayer(scene, trace.layers);
  if (!Number.isInteger(own) || own < 0 || own >= trace.layers) {
    throw new AttentionError('out-of-range', `layer is ${own}; there are layers 0 to ${trace.layers - 1}`, 'layer');
  }
  return { scene, trace, layer: own, head: headOf(head, scene, trace), lang, digits: digitsOf(scene) };
}

function headOf(given: SubjectOptions['head'], scene: Scene, trace: TraceLike): number | 'all' {
  const heads = trace.symbols['H'] ?? 1;
  const head = given ?? Math.min(scene.view?.head ?? 0, heads - 1);
  if (head === 'all') return heads === 1 ? 0 : 'all';
  if (Number.isInteger(head) && head >= 0 && head < heads) return head;
  throw new AttentionError('out-of-range', `head is ${head}; there are heads 0 to ${heads - 1}, and "all"`, 'head');
}

/** The slices to draw: one head, or every head of a tensor that has several if the subject says `all`. Throws as `sliceOf` does. */
export function slicesOf({ scene, trace, layer, head }: Subject, name: string, most: DrawLimits): readonly Slice[] {
  const first = sliceOf(trace, scene, name, layer, head === 'all' ? 0 : head, most);
  if (head !== 'all' || first.head === null) return [first];
  if (first.heads * first.rows * first.columns > most.cells * 4) {
    const what = `${name} has ${first.heads} heads of ${first.rows} × ${first.columns}; a picture of all draws at most ${most.cells * 4} cells: choose one head`;
    throw new AttentionError('too-large', what, 'head');
  }
  // A key/value head is addressed by the first query head of its group.
  const group = (trace.symbols['H'] ?? 1) / first.heads;
  return Array.from({ length: first.heads }, (_, index) =>
    index === 0 ? first : sliceOf(trace, scene, name, layer, index * group, most),
  );
}

/** "scores · head 2 of 4, same meaning · layer 1 of 2" */
export function titleOf(slices: readonly Slice[], subject: Subject): string {
  const { trace, lang } = subject;
  const words = figureWords(lang);
  const [one] = slices as [Slice];
  const heads = one.head !== null && one.heads > 1;
  return [
    one.name,
    ...(slices.length > 1 ? [words.heads(one.heads)] : heads ? [headTitle(one, subject)] : []),
    ...(trace.layers > 1 ? [words.layer(one.layer + 1, trace.layers)] : []),
    ...(one.query === null ? [] : [words.of(isolated(namedToken(trace.tokens, one.query)))]),
  ].join(' · ');
}

/** Key/value heads (of k and v) have no names. */
export function headTitle(one: Slice, subject: Subject): string {
  const head = one.head ?? 0;
  return one.heads === (subject.trace.symbols['H'] ?? 1)
    ? headText({ ...subject, layer: one.layer }, head)
    : figureWords(subject.lang).head(head + 1, one.heads, '');
}

/** One slice of a tensor: a matrix, or a vector as one row. */
export interface Slice {
  readonly name: string;
  readonly layer: number;
  readonly axes: readonly Axis[];
  readonly shape: readonly number[];
  /** From 0; null if the tensor has no heads. */
  readonly head: number | null;
  readonly heads: number;
  readonly rows: number;
  readonly columns: number;
  /** Which query, if the tensor has one matrix for each query. */
  readonly query: number | null;
  readonly data: Float32Array;
  /** −∞ in hidden cells. */
  readonly masked: Float32Array;
  /** Largest finite absolute value in the whole tensor, so that the colours of its heads can be compared. */
  readonly scaleMax: number;
  /** The first tensor row and column that each cell stands for in an overview; null if every cell is one number. */
  readonly places: { readonly rows: readonly number[]; readonly columns: readonly number[] } | null;
}

/** Limits of a picture. */
interface DrawLimits {
  /** Most cells to draw one by one. */
  readonly cells: number;
  /** Rows and columns of the overview that replaces a larger (T_q, T_k) matrix; null to refuse it. */
  readonly side: number | null;
  /** Names that are allowed besides tensors. For the error message. */
  readonly pictures: readonly string[];
}

/** Throws AttentionError `unknown-tensor`, `out-of-range`, and `too-large` for a slice with too many cells. */
function sliceOf(trace: TraceLike, scene: Scene, name: string, layer: number, head: number, most: DrawLimits): Slice {
  const found = described(trace, name, layer);
  if (found === undefined) {
    const all = new Set([...most.pictures, ...[...trace.steps, ...trace.parameters].map((one) => one.name)]);
    const what = `there is no picture or tensor "${name}"; there are ${[...all].join(', ')}`;
    throw new AttentionError('unknown-tensor', what, name);
  }
  const { axes, shape } = found;
  const headed = hasHeads(axes);
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
  const query = sizes.length > 2 ? Math.min(queryOf({ scene, trace }), (sizes[0] ?? 1) - 1) : null;
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
    const isLarge = most.side !== null && axes.at(-2) === 'T_q' && axes.at(-1) === 'T_k';
    if (isLarge) return { ...common, ...overviewOf(trace, name, window, { rows, columns }, most.side) };
    const what = `${name} is ${rows} × ${columns}; a picture has at most ${most.cells} cells`;
    throw new AttentionError('too-large', what, name);
  }
  const part = ({ data }: Tensor): Float32Array => {
    const start = (query ?? 0) * rows * columns;
    return data.subarray(start, start + rows * columns);
  };
  const own = trace.tensor(name, window);
  const data = part(own);
  const masked = isWeights(name) ? described(trace, 'masked', layer) : undefined;
  const all = (): Tensor => (headed ? trace.tensor(name, { layer: found.layer }) : own);
  return {
    ...common,
    rows,
    columns,
    data,
    masked: masked?.layer === found.layer ? part(trace.tensor('masked', window)) : data,
    scaleMax: isWeights(name) ? 1 : isName(name) ? Infinity : greatest(all().data),
    places: null,
  };
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** An overview from the core: each cell is the maximum of the cells it stands for, and hidden if they all are. */
function overviewOf(
  trace: TraceLike,
  name: string,
  window: { head?: number; layer: number },
  { rows, columns }: Size,
  side: number,
) {
  const [height, width] = [Math.min(rows, side), Math.min(columns, side)];
  const { max, hidden } = trace.overview(name, { ...window, height, width });
  const starts = (all: number, count: number) =>
    Array.from({ length: count }, (_, index) => Math.floor((index * all) / count));
  return {
    rows: height,
    columns: width,
    data: max.map((value, index) => (hidden[index] === 1 ? 0 : value)),
    masked: hidden.map((share) => (share === 1 ? -Infinity : 0)),
    scaleMax: greatest(max),
    places: { rows: starts(rows, height), columns: starts(columns, width) },
  };
}

/** The index of a query head in a tensor. Groups of query heads share a key/value head. */
function sliceAt({ symbols }: TraceLike, axes: readonly Axis[], head: number): number {
  const heads = symbols['H'] ?? 1;
  return axes[0] === 'H_kv' ? Math.floor(head / (heads / (symbols['H_kv'] ?? heads))) : head;
}

const accentOf = (name: string): Accent => (name === 'weights' ? 'w' : roleOf(name));

/** The weights of one head, as in the page's heatmap. */
export function heatmapModel(
  slice: Slice,
  trace: TraceLike,
  digits: Digits,
  corner: { readonly rows: string; readonly columns: string },
): GridModel {
  return matrixGrid({
    ...common(slice, digits),
    rowLabels: picked(trace.tokens, slice.places?.rows).map(visibleToken),
    columnLabels: picked(trace.keyTokens, slice.places?.columns).map(visibleToken),
    rowRole: 'q',
    columnRole: 'k',
    corner,
  });
}

/** Any tensor, as in the page's matrix view. */
export function matrixModel(slice: Slice, trace: TraceLike, scene: Scene, digits: Digits): GridModel {
  const { name, axes, shape, rows, columns, masked, data, places } = slice;
  const labels = labelsFor(name, scene, labelsOf(scene, trace));
  const [rowAxis, columnAxis] = [axes.at(-2), axes.at(-1)];
  const ranked = shape.length > 1;
  return matrixGrid({
    ...common(slice, digits),
    rowLabels: ranked ? picked(axisLabels(labels, rowAxis, shape.at(-2) ?? rows), places?.rows) : [''],
    columnLabels: picked(axisLabels(labels, columnAxis, shape.at(-1) ?? columns), places?.columns),
    rowRole: ranked ? axisRole(rowAxis) : 'x',
    columnRole: axisRole(columnAxis),
    hiddenText: masked.includes(-Infinity) ? formatNumber(masked === data ? -Infinity : 0, digits) : '',
  });
}

const picked = (labels: readonly string[], places: readonly number[] | undefined): readonly string[] =>
  places?.map((place) => labels[place] ?? '') ?? labels;

const common = ({ name, data, masked, rows, columns, scaleMax }: Slice, digits: Digits) => ({
  ...{ name, data, masked, rows, columns, scaleMax, digits },
  areWeights: isWeights(name),
});

/** The colour scale of a tensor. */
export const scaleOf = (name: string, palette: Palette): ColourScale =>
  isWeights(name) ? sequentialScale(palette) : divergingScale(palette, accentOf(name));

/** The numbers at the two ends of its colour scale. */
export const endsOf = ({ name, scaleMax }: Slice, digits: Digits): { readonly low: string; readonly high: string } =>
  isWeights(name)
    ? { low: '0', high: scaleMax === 1 ? '1' : formatNumber(scaleMax, digits) }
    : { low: formatNumber(-scaleMax, digits), high: formatNumber(scaleMax, digits) };
