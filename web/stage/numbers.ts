import type { Parameter, RowCertainty, RowOptions, Step } from '../core/types.ts';
import type { Scene } from '../scene/types.ts';
import type { AxisLabels } from '../trace/axis-labels.ts';
import { type SourceBlock, sourceCells } from '../trace/cell-sources.ts';
import type { Digits } from '../trace/number-format.ts';
import { described, hasHeads, type Role, roleOf, stepOf, type TraceReader } from '../trace/trace-reader.ts';

/** What a journey reads: a trace and the labels of its axes. */
export interface StageSource {
  readonly scene: Scene;
  /** Reads all layers. */
  readonly reader: TraceReader;
  /** The same scene without its mistake. */
  readonly withoutMistake?: StageSource | null;
  readonly labels: AxisLabels;
  /** The index of the head on show, and the number of heads. */
  readonly head: number;
  readonly heads: number;
  readonly digits: Digits;
  /** How far a row of weights can be trusted. Null or absent where that is not known. */
  readonly certainty?: (row: Required<RowOptions>) => RowCertainty | null;
}

/** A number of the trace and its position. */
export interface StageNumber {
  readonly value: number;
  readonly cell: StageCell;
}

export interface StageCell {
  readonly name: string;
  readonly index: readonly number[];
  readonly layer: number;
  /** Whether it belongs to the trace without the mistake. */
  readonly isWithoutMistake?: true;
}

/** The trace that a cell belongs to. It knows the names of dimensions. */
export const readerOf = (source: StageSource, { isWithoutMistake }: StageCell): TraceReader =>
  namedReader((isWithoutMistake ? source.withoutMistake : null) ?? source);

const namedReaders = new WeakMap<StageSource, { readonly of: TraceReader; readonly named: TraceReader }>();

/** The same object while the source has the same reader, or every picture would compute its arithmetic again. */
function namedReader(source: StageSource): TraceReader {
  const known = namedReaders.get(source);
  if (known?.of === source.reader) return known.named;
  const named: TraceReader = {
    ...source.reader,
    dimensionName: (step, index) => {
      const { reader, labels, heads } = source;
      const head = hasHeads(step.axes) ? (index[0] ?? 0) * (heads / (step.shape[0] ?? heads)) : source.head;
      return nameOf({ reader, labels, heads, head }, step, index.at(-1) ?? 0);
    },
  };
  namedReaders.set(source, { of: source.reader, named });
  return named;
}

/** A run of numbers of one tensor. */
export interface Vector {
  readonly name: string;
  readonly layer: number;
  readonly role: Role;
  readonly size: number;
  /** Whether it belongs to a key's token, not to the query's. */
  readonly isOfKey: boolean;
  number(index: number): StageNumber;
  /** The name of a dimension, or its index. */
  label(index: number): string;
}

/** A row times a matrix: each number of the result comes from the whole row and one column. */
export interface Product {
  readonly input: Vector;
  readonly matrix: string;
  readonly result: Vector;
  /** Whether a row or column of the matrix has a number other than 0. */
  readonly filled: (axis: 'row' | 'column', index: number) => boolean;
  /** The entry that multiplies number `row` of the input for number `column` of the result. */
  entry(row: number, column: number): StageNumber;
}

/** The index of a token's vector in a tensor, without the last axis. Null if the tensor has no such row. */
export function rowOf(
  { axes, shape }: Step,
  { head, heads }: Pick<StageSource, 'head' | 'heads'>,
  query: number,
  key: number,
): number[] | null {
  const index: number[] = [];
  for (const [place, axis] of axes.slice(0, -1).entries()) {
    const size = shape[place] ?? 0;
    if (axis === 'H') index.push(head);
    else if (axis === 'H_kv') index.push(Math.floor(head / (heads / size)));
    else if (axis === 'T' || axis === 'T_q') index.push(query);
    else if (axis === 'T_k') index.push(key);
    else return null;
  }
  return index;
}

export const numberAt = (reader: TraceReader, name: string, index: readonly number[], layer: number): StageNumber => ({
  value: reader.value(name, index, layer),
  cell: { name, index, layer },
});

/** A row of a step along its last axis. */
export function vectorOf(source: StageSource, step: Step, row: readonly number[]): Vector {
  return {
    name: step.name,
    layer: step.layer,
    role: roleOf(step.name),
    size: step.shape.at(-1) ?? 0,
    isOfKey: isOfKey(step),
    number: (index) => numberAt(source.reader, step.name, [...row, index], step.layer),
    label: (index) => nameOf(source, step, index) ?? String(index),
  };
}

type Labelled = Pick<StageSource, 'reader' | 'labels' | 'head' | 'heads'>;

/** The name of a dimension, or of the word or feature that a column stands for. */
function nameOf(source: Labelled, step: Step, index: number): string | undefined {
  const axis = step.axes.at(-1);
  return (axis && source.labels[axis]?.[index]) ?? featureOf(source, step, index) ?? undefined;
}

const isOfKey = ({ axes }: Step): boolean => axes.slice(0, -1).at(-1) === 'T_k';

/** The feature that a column of a projection reads, if it reads exactly one named feature. */
function featureOf(source: Labelled, step: Step, column: number): string | null {
  const { reader, labels, head, heads } = source;
  const names = labels.d_model;
  const made = step.name === 'z' || step.name === 'output' ? stepOf(reader, 'v', step.layer) : step;
  const matrix = made?.inputs.find((input) => input.startsWith('w_'));
  const found = matrix === undefined ? undefined : described(reader, matrix, step.layer);
  if (!names || !made || !found || 'formula' in found || found.shape.length !== 2) return null;
  if (step.name === 'output' && step.axes.at(-1) !== 'H·d_v') return null;
  const width = made.shape.at(-1) ?? 1;
  const own = rowOf(made, { head, heads }, 0, 0)?.[0] ?? 0;
  const index = step.name === 'output' ? column : own * width + column;
  return soleFeature(source, found, index, names);
}

function soleFeature(
  { reader }: Labelled,
  { name, layer, shape }: Parameter,
  column: number,
  names: readonly string[],
) {
  const [rows = 0, columns = 0] = shape;
  if (column >= columns) return null;
  let sole: number | null = null;
  for (let row = 0; row < rows; row++) {
    if (reader.value(name, [row, column], layer) === 0) continue;
    if (sole !== null) return null;
    sole = row;
  }
  return sole === null ? null : (names[sole] ?? null);
}

/** The matrix product behind a step, read from its formula. Null if there is none. */
export function productOf(source: StageSource, step: Step, row: readonly number[]): Product | null {
  const { reader } = source;
  const result = vectorOf(source, step, row);
  if (result.size === 0) return null;
  const blocks = sourceCells(reader, step.name, [...row, 0], step.layer);
  const matrix = blocks.find((block) => {
    const found = described(reader, block.name, block.layer);
    return found !== undefined && !('formula' in found) && found.shape.length === 2 && /^[wu]_/.test(block.name);
  });
  const given = blocks.find((block) => stepOf(reader, block.name, block.layer) !== undefined);
  const [across] = matrix?.ranges.slice(1) ?? [];
  if (!matrix || !given || !across) return null;
  // The columns of a head are adjacent.
  const columnOf = columnsOf(reader, step, row, matrix);
  const input = blockVector(source, given);
  const entry = (index: number, column: number): StageNumber =>
    numberAt(reader, matrix.name, [(matrix.ranges[0]?.start ?? 0) + index, columnOf(column)], matrix.layer);
  return { input, matrix: matrix.name, result, entry, filled: filledOf(input.size, result.size, entry) };
}

/** Larger matrices are not searched for zeros. */
const MANY = 4096;

function filledOf(rows: number, columns: number, entry: Product['entry']): Product['filled'] {
  if (rows * columns > MANY) return () => true;
  let found: { readonly row: ReadonlySet<number>; readonly column: ReadonlySet<number> } | null = null;
  const look = () => {
    const [row, column] = [new Set<number>(), new Set<number>()];
    for (let index = 0; index < rows; index++) {
      for (let of = 0; of < columns; of++) {
        if (entry(index, of).value === 0) continue;
        row.add(index);
        column.add(of);
      }
    }
    return { row, column };
  };
  return (axis, index) => {
    found ??= look();
    return found[axis].has(index);
  };
}

function columnsOf(reader: TraceReader, step: Step, row: readonly number[], matrix: SourceBlock) {
  const known = new Map<number, number>();
  return (column: number): number => {
    let index = known.get(column);
    if (index === undefined) {
      const block = sourceCells(reader, step.name, [...row, column], step.layer).find(
        ({ name }) => name === matrix.name,
      );
      index = block?.ranges[1]?.start ?? 0;
      known.set(column, index);
    }
    return index;
  };
}

/** The cells of a block in row-major order. */
export function blockVector(source: StageSource, { name, layer, ranges }: SourceBlock): Vector {
  const sizes = ranges.map(({ start, end }) => end - start);
  const step = stepOf(source.reader, name, layer);
  const last = sizes.at(-1) ?? 1;
  const place = (position: number): number[] => {
    const index: number[] = [];
    let left = position;
    for (let axis = ranges.length - 1; axis >= 0; axis--) {
      const size = sizes[axis] ?? 1;
      index.unshift((ranges[axis]?.start ?? 0) + (left % size));
      left = Math.floor(left / size);
    }
    return index;
  };
  return {
    name,
    layer,
    role: roleOf(name),
    size: sizes.reduce((all, size) => all * size, 1),
    isOfKey: step !== undefined && isOfKey(step),
    number: (index) => numberAt(source.reader, name, place(index), layer),
    label: (index) => (step === undefined ? String(index) : vectorOf(source, step, []).label(index % last)),
  };
}

/** The numbers of a row that are shown. */
export interface Excerpt {
  readonly places: readonly number[];
  /** Whether all hidden numbers are 0. */
  readonly onlyZeros: boolean;
}

/** Rows this short are shown whole. */
const SHORT = 4;

/**
 * Picks at most `room` numbers of equally long vectors: the largest, in their order. A number that is 0 in every
 * vector comes last. `worth` is added to the rank of an index. The picture reports what it leaves out.
 */
export function excerptOf(
  vectors: readonly Vector[],
  room: number,
  worth: (index: number) => number = () => 0,
): Excerpt {
  const size = vectors[0]?.size ?? 0;
  const all = Array.from({ length: size }, (_, index) => index);
  if (size <= Math.min(SHORT, room)) return { places: all, onlyZeros: true };
  const own = all.map((index) => Math.max(...vectors.map((vector) => magnitude(vector.number(index).value))));
  const rank = all.map((index) => (own[index] ?? 0) + worth(index));
  const telling = all.filter((index) => rank[index] !== 0).length;
  const most = Math.max(1, Math.min(room, Math.max(telling, SHORT)));
  const first = all.toSorted((a, b) => (rank[b] ?? 0) - (rank[a] ?? 0) || a - b).slice(0, most);
  const shown = new Set(first);
  return {
    places: first.toSorted((a, b) => a - b),
    onlyZeros: all.every((index) => shown.has(index) || own[index] === 0),
  };
}

/** NaN ranks first. */
const magnitude = (value: number): number => (Number.isNaN(value) ? Infinity : Math.abs(value));

/** The range of at most `room` keys around one key. */
export function keysAround(key: number, count: number, room: number): { readonly from: number; readonly to: number } {
  const most = Math.max(1, Math.min(count, room));
  const from = Math.min(Math.max(0, key - Math.floor(most / 2)), count - most);
  return { from, to: from + most };
}
