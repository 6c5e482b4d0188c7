/**
 * A tensor as Python prints it with the library's own settings, for the stored outputs of notebooks. It follows NumPy's array2string
 * and PyTorch's _tensor_str. The numbers are the core's, in the shortest decimals of float32.
 */
import type { Tensor } from '../../core/types.ts';
import { shortestFloat32 } from '../tensor.ts';

type Numbers = Pick<Tensor, 'shape' | 'data'>;

/** More numbers than this are abbreviated to the first and the last three of each axis. */
const threshold = 1000;
const edge = 3;

/** The indices of an axis that are printed. Null stands for the rest. */
function shownOf(size: number, isShort: boolean): readonly (number | null)[] {
  const all = Array.from({ length: size }, (_, index) => index);
  return isShort && size > 2 * edge ? [...all.slice(0, edge), null, ...all.slice(-edge)] : all;
}

/** The numbers that are printed. The format depends on them alone. */
function visible({ shape, data }: Numbers, isShort: boolean): readonly number[] {
  const collect = (axis: number, start: number): readonly number[] => {
    if (axis === shape.length) return [data[start] ?? Number.NaN];
    const step = shape.slice(axis + 1).reduce((size, length) => size * length, 1);
    return shownOf(shape[axis] ?? 0, isShort).flatMap((index) =>
      index === null ? [] : collect(axis + 1, start + index * step),
    );
  };
  return collect(0, 0);
}

/** How a library lays out brackets. */
interface Layout {
  readonly width: number;
  readonly indent: number;
  readonly separator: string;
  /** What stands for the numbers that are left out of a row. */
  readonly ellipsis: string;
  /** Lines of a row that is too long, from its words. */
  readonly wrap: (words: readonly string[], indent: string, width: number) => string;
}

function nested(tensor: Numbers, format: (value: number) => string, layout: Layout, isShort: boolean): string {
  const { shape, data } = tensor;
  const print = (axis: number, start: number): string => {
    const indent = ' '.repeat(layout.indent + axis + 1);
    const step = shape.slice(axis + 1).reduce((size, length) => size * length, 1);
    const indices = shownOf(shape[axis] ?? 0, isShort);
    const below = shape.length - axis;
    if (below === 1) {
      const words = indices.map((index) =>
        index === null ? layout.ellipsis : format(data[start + index] ?? Number.NaN),
      );
      return `[${layout.wrap(words, indent, layout.width - below - axis)}]`;
    }
    const parts = indices.map((index) => (index === null ? '...' : print(axis + 1, start + index * step)));
    return `[${parts.join(`${layout.separator.trimEnd()}${'\n'.repeat(below - 1)}${indent}`)}]`;
  };
  return print(0, 0);
}

// ---- NumPy -------------------------------------------------------------------------------------------------------------

const precision = 8;

/** As `print(array)` in NumPy, which JAX and `tensor.numpy()` of TensorFlow share. `isWhole`: an array of integers. */
export function numpyText(tensor: Numbers, isWhole = false): string {
  const isShort = tensor.data.length > threshold;
  const shown = visible(tensor, isShort);
  const format = isWhole ? padded(shown.map(String)) : numpyFormat(shown);
  return nested(tensor, format, { width: 75, indent: 0, separator: ' ', ellipsis: '...', wrap: wrapWords }, isShort);
}

const padded = (texts: readonly string[]): ((value: number) => string) => {
  const width = Math.max(0, ...texts.map((text) => text.length));
  return (value) => String(value).padStart(width);
};

function numpyFormat(shown: readonly number[]): (value: number) => string {
  const finite = shown.filter(Number.isFinite);
  const sizes = finite.filter((value) => value !== 0).map(Math.abs);
  const [most, least] = [Math.max(...sizes), Math.min(...sizes)];
  const scientific = sizes.length > 0 && (most >= 1e8 || least < 1e-4 || most / least > 1000);
  const split = (value: number): readonly string[] =>
    scientific ? scientificParts(value) : [...fixedText(value).split('.'), ''].slice(0, 2);
  const parts = finite.map(split);
  const right = Math.max(0, ...parts.map(([, fraction = '']) => fraction.length));
  const tail = scientific ? 4 : 0;
  const special = shown.filter((value) => !Number.isFinite(value)).map(specialText);
  const left = Math.max(
    0,
    ...parts.map(([whole = '']) => whole.length),
    ...special.map((text) => text.length - right - 1 - tail),
  );
  return (value) => {
    if (!Number.isFinite(value)) return specialText(value).padStart(left + right + 1 + tail);
    if (scientific) return scientificText(value, right).padStart(left + right + 1 + tail);
    const [whole = '', fraction = ''] = split(value);
    return `${whole.padStart(left)}.${fraction.padEnd(right)}`;
  };
}

/** Up to eight decimals, without the zeros at the end. */
function fixedText(value: number): string {
  const short = Number(shortestFloat32(value));
  const isExact = Number(short.toFixed(precision)) === short;
  const text = (isExact ? short : value).toFixed(precision).replace(/0+$/, '');
  return Object.is(value, -0) ? `-${text}` : text;
}

/** The shortest decimal before and after its point. */
function scientificParts(value: number): readonly string[] {
  const [mantissa = ''] = Number(shortestFloat32(value)).toExponential(precision).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return [Object.is(value, -0) ? `-${whole}` : whole, fraction.replace(/0+$/, '')];
}

/** `1.250e-05`: the exact number, with so many decimals. */
function scientificText(value: number, decimals: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(decimals).split('e');
  const sign = Object.is(value, -0) ? '-' : '';
  const point = decimals === 0 ? '.' : '';
  return `${sign}${mantissa}${point}e${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`;
}

const specialText = (value: number): string => (Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf');

function wrapWords(words: readonly string[], indent: string, width: number): string {
  const lines: string[] = [];
  let line = indent;
  for (const [index, word] of words.entries()) {
    const isFirst = line.length <= indent.length;
    if (!isFirst && line.length + word.length > width) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += index < words.length - 1 ? `${word} ` : word;
  }
  return [...lines, line].join('\n').slice(indent.length);
}

// ---- PyTorch -----------------------------------------------------------------------------------------------------------

/** As `print(tensor)` in PyTorch. */
export function torchText(tensor: Numbers, isWhole = false): string {
  const isShort = tensor.data.length > threshold;
  const shown = visible(tensor, isShort);
  const format = isWhole ? padded(shown.map(String)) : torchFormat(shown);
  const wrap = (words: readonly string[], indent: string): string => {
    const perLine = Math.max(1, Math.floor((80 - indent.length + 1) / ((words[0]?.length ?? 0) + 2)));
    const lines = Array.from({ length: Math.ceil(words.length / perLine) }, (_, line) =>
      words.slice(line * perLine, (line + 1) * perLine).join(', '),
    );
    return lines.join(`,\n${indent}`);
  };
  const text = nested(
    tensor,
    format,
    { width: 80, indent: 'tensor('.length, separator: ',', ellipsis: ' ...', wrap },
    isShort,
  );
  return `tensor(${text})`;
}

function torchFormat(shown: readonly number[]): (value: number) => string {
  const used = shown.filter((value) => Number.isFinite(value) && value !== 0);
  const sizes = used.map(Math.abs);
  const [most, least] = [Math.max(...sizes), Math.min(...sizes)];
  const isWhole = used.every(Number.isInteger);
  const scientific = used.length > 0 && (most / least > 1000 || most > 1e8 || (!isWhole && least < 1e-4));
  const write = (value: number): string => {
    if (!Number.isFinite(value)) return specialText(value);
    // JavaScript writes −0 as 0.
    const sign = Object.is(value, -0) ? '-' : '';
    if (scientific) return sign + value.toExponential(4).replace(/e([+-])(\d)$/, 'e$10$2');
    return sign + (isWhole ? `${value.toFixed(0)}.` : value.toFixed(4));
  };
  const width = Math.max(1, ...used.map((value) => write(value).length));
  return (value) => write(value).padStart(width);
}
