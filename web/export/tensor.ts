import type { Tensor, Trace } from '../core/types.ts';
import { AttentionError } from '../scene/error.ts';
import { minusInfinity } from '../scene/parse.ts';
import type { Scene } from '../scene/types.ts';
import { axisLabels, isToken, labelsFor, labelsOf } from '../trace/axis-labels.ts';
import { described, hasHeads } from '../trace/trace-reader.ts';
import { checkOptions, checkSameWords } from './arguments.ts';
import { TooLargeError } from './numbers/too-large.ts';

export const tensorFormats = ['csv', 'npy', 'json'] as const;
export type TensorFormat = (typeof tensorFormats)[number];

/** A tensor's name in the trace, the name of each axis, and the labels along each axis (null for plain indices). */
export interface TensorAbout {
  readonly name: string;
  readonly axes: readonly string[];
  readonly labels: readonly (readonly string[] | null)[];
}

/**
 * A tensor as a file. Every number reads back to the same float32.
 *
 * csv: RFC 4180 in UTF-8. The first line has the names of the axes and the labels of the last axis. Each later line has the indices of
 * its row, the row's label and its numbers. −∞ is -inf, ∞ is inf, NaN is nan, as Python reads them.
 * npy: version 1.0, little-endian float32 in C order, for numpy.load.
 * json: { name, axes, shape, labels, data } with nested arrays, and no labels if there are none; "-inf", "inf" and "nan" are strings.
 *
 * Throws AttentionError `shape` if the number of axes or labels does not match the tensor, and `too-large` for a text of more than
 * 8 388 608 numbers.
 */
export function tensorAs(format: TensorFormat, tensor: Tensor, about: TensorAbout): Uint8Array {
  checkAbout(tensor, about);
  if (format !== 'npy' && tensor.data.length > MOST_IN_TEXT) {
    const tooMany = (found: number, limit: number): string =>
      `${about.name} has ${found} numbers; ${format} takes at most ${limit}: take npy, or one head`;
    throw new TooLargeError(tooMany, tensor.data.length, MOST_IN_TEXT, about.name);
  }
  switch (format) {
    case 'csv':
      return new TextEncoder().encode(csv(tensor, about));
    case 'npy':
      return npy(tensor);
    case 'json':
      return new TextEncoder().encode(json(tensor, about));
    default:
      throw new AttentionError(
        'range',
        `there is no format "${format}"; there are ${tensorFormats.join(', ')}`,
        'format',
      );
  }
}

/** JavaScript strings cannot be much longer than half a gigabyte. */
export const MOST_IN_TEXT = 2 ** 23;

/** Throws AttentionError `shape` if the number of axes or labels does not match the tensor, and `scene-form` for an unknown option. */
export function checkAbout({ shape, data }: Tensor, about: TensorAbout): void {
  checkOptions(about, ['name', 'axes', 'labels']);
  const { name, axes, labels } = about;
  const fail = (what: string): never => {
    throw new AttentionError('shape', `${name} is ${shape.join('×')}, but ${what}`, name);
  };
  const count = shape.reduce((product, size) => product * size, 1);
  if (count !== data.length) fail(`it has ${data.length} numbers`);
  if (axes.length !== shape.length) fail(`${axes.length} axes are named`);
  for (const [axis, names] of labels.entries()) {
    if (names && names.length !== shape[axis]) fail(`axis ${axis} has ${names.length} labels`);
  }
}

/** A number in Python's notation. */
function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? minusInfinity : 'inf';
  return shortestFloat32(value);
}

function csv({ shape, data }: Tensor, { name, axes, labels }: TensorAbout): string {
  const columns = shape.at(-1) ?? 1;
  const outer = shape.slice(0, -1);
  const label = (axis: number, index: number): string => title(labels[axis]?.[index], axes[axis] ?? '', index);
  const corner = `${name} (${axes.slice(-2).join(' × ')})`;
  const heads = Array.from({ length: columns }, (_, index) => label(shape.length - 1, index));
  const lines = [[...axes.slice(0, -2), corner, ...heads].map(cell).join(',')];
  const rows = outer.reduce((product, size) => product * size, 1);
  for (let row = 0; row < rows; row += 1) {
    const indices = indicesOf(row, outer);
    const leading = indices.slice(0, -1).map(String);
    const own = indices.length === 0 ? name : label(indices.length - 1, indices.at(-1) ?? 0);
    const numbers = Array.from(data.subarray(row * columns, (row + 1) * columns), floatText);
    lines.push([...leading, cell(own), ...numbers].join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** The indices of a row along all axes but the last. */
export function indicesOf(row: number, outer: readonly number[]): number[] {
  const indices: number[] = [];
  let remaining = row;
  for (const size of outer.toReversed()) {
    indices.unshift(remaining % size);
    remaining = Math.floor(remaining / size);
  }
  return indices;
}

/**
 * A header cell that no program takes for a number and no spreadsheet for a formula. A label that does not start with a letter, or that
 * spells a number such as "nan", gets its index in front.
 */
function title(label: string | undefined, axis: string, index: number): string {
  const plain = `${axis}[${index}]`;
  if (label === undefined) return plain;
  return /^\p{L}/u.test(label) && !/^(?:nan|inf|infinity|true|false)$/i.test(label) ? label : `${plain} ${label}`;
}

const cell = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** numpy.lib.format, version 1.0: the header ends with a line feed, and the data starts at a multiple of 64 bytes. */
function npy({ shape, data }: Tensor): Uint8Array {
  const axes = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const dict = `{'descr': '<f4', 'fortran_order': False, 'shape': (${axes}), }`;
  const length = Math.ceil((10 + dict.length + 1) / 64) * 64 - 10;
  const bytes = new Uint8Array(10 + length + data.length * 4);
  const view = new DataView(bytes.buffer);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  view.setUint16(8, length, true);
  bytes.set(new TextEncoder().encode(`${dict.padEnd(length - 1)}\n`), 10);
  for (const [index, value] of data.entries()) view.setFloat32(10 + length + index * 4, value, true);
  return bytes;
}

function json(tensor: Tensor, { name, axes, labels }: TensorAbout): string {
  const named = labels.some((one) => one !== null) ? `, "labels": ${JSON.stringify(labels)}` : '';
  const head = `"name": ${JSON.stringify(name)}, "axes": ${JSON.stringify(axes)}, "shape": ${JSON.stringify(tensor.shape)}${named}`;
  return `{ ${head},\n"data": ${nestedJson(tensor)} }\n`;
}

/** The numbers as nested JSON arrays; "-inf", "inf" and "nan" are strings. */
export function nestedJson({ shape, data }: Tensor): string {
  const text = (value: number): string => (Number.isFinite(value) ? floatText(value) : `"${floatText(value)}"`);
  const nested = (axis: number, first: number): string => {
    if (axis === shape.length) return text(data[first] ?? Number.NaN);
    const size = shape.slice(axis + 1).reduce((product, extent) => product * extent, 1);
    const parts = Array.from({ length: shape[axis] ?? 0 }, (_, index) => nested(axis + 1, first + index * size));
    return axis === shape.length - 1 ? `[${parts.join(', ')}]` : `[\n${parts.join(',\n')}\n]`;
  };
  return nested(0, 0);
}

/**
 * The axes and labels of a tensor of the trace, or of one head of it, for `tensorAs`. Throws AttentionError `unknown-tensor`, `shape` for
 * the trace of another scene, `out-of-range` for a head of a tensor without heads, and `scene-form` for an unknown option.
 */
export function aboutTensor(
  scene: Scene,
  trace: Pick<Trace, 'tokens' | 'keyTokens' | 'vocabulary' | 'symbols' | 'steps' | 'parameters'>,
  name: string,
  options: { readonly head?: number; readonly layer?: number } = {},
): TensorAbout {
  checkOptions(options, ['head', 'layer']);
  checkSameWords(scene, trace);
  const { head, layer } = options;
  const found = described(trace, name, layer);
  if (found === undefined) throw new AttentionError('unknown-tensor', `the trace has no tensor "${name}"`, name);
  const { axes, shape } = found;
  if (head !== undefined && !hasHeads(axes))
    throw new AttentionError('out-of-range', `${name} (${axes.join(', ')}) has no heads to choose from`, name);
  const labels = labelsFor(name, scene, labelsOf(scene, trace));
  const from = head === undefined ? 0 : 1;
  return {
    name,
    axes: axes.slice(from),
    labels: axes.slice(from).map((axis, index) => {
      const named = labels[axis] !== undefined || isToken(axis);
      return named ? axisLabels(labels, axis, shape[index + from] ?? 0) : null;
    }),
  };
}

/** The shortest decimal that reads back to this finite float32, in JavaScript's notation. −0 keeps its sign. */
export function shortestFloat32(value: number): string {
  if (Object.is(value, -0)) return '-0';
  for (let digits = 1; digits < 9; digits += 1) {
    const text = value.toPrecision(digits);
    // `String` removes the trailing zeros and exponents that `toPrecision` adds, such as 1e+2 for 100.
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}
