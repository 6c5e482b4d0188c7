import stringWidth from 'string-width';
import { factsText, unwrittenTexts } from '../export/caption.ts';
import {
  endsOf,
  headTitle,
  matrixModel,
  type Slice,
  type Subject,
  scaleOf,
  slicesOf,
  titleOf,
} from '../export/models.ts';
import { readingOf } from '../export/reading.ts';
import { type Theme, themePalette } from '../export/themes.ts';
import { figureWords } from '../i18n/figure.ts';
import { shorten } from '../trace/token-text.ts';
import { isWeights } from '../trace/trace-reader.ts';
import { type GridModel, isNonFinite } from '../views/grid/model.ts';
import type { ColourScale, Rgb } from '../views/shared/colour.ts';

/** Pads text with spaces to a number of terminal columns, on its right or left. */
export function padded(text: string, columns: number, side: 'left' | 'right' = 'right'): string {
  const blanks = ' '.repeat(Math.max(0, columns - stringWidth(text)));
  return side === 'left' ? blanks + text : text + blanks;
}

/** Supported colours: none, the 256 of xterm, or 24-bit. */
export type Colours = 'none' | '256' | 'all';

interface TextOptions {
  /** Columns of the terminal; wider tables continue below. Null for no limit. */
  readonly width: number | null;
  readonly colours: Colours;
  readonly theme: Theme;
}

/** Larger tensors are refused. */
const LIMITS = { cells: 65_536, side: null, pictures: ['heatmap'] };
const LONGEST_ROW_LABEL = 24;
const LONGEST_COLUMN_LABEL = 10;
const SHADES = '░▒▓█';
const MASKED = '/';

/** A tensor or the heatmap as a table of numbers, with shades or colours. Throws as `slicesOf` does. */
export function terminalText(subject: Subject, name: string, options: TextOptions): string {
  const tensor = name === 'heatmap' ? 'weights' : name;
  const slices = slicesOf(subject, tensor, LIMITS);
  const [one] = slices as [Slice];
  const lines = [
    strong(`${titleOf(slices, subject)} · ${one.axes.slice(-2).join(' × ')}`, options),
    factsText(subject),
    ...[isWeights(tensor) ? readingOf(subject) : null].flatMap((reading) => reading?.text ?? []),
    ...unwrittenTexts(subject),
  ];
  for (const slice of slices) {
    lines.push('', ...(slices.length > 1 ? [headTitle(slice, subject)] : []), ...table(slice, subject, options));
  }
  const legend = legendOf(slices, subject, options);
  return `${[...lines, ...(legend === '' ? [] : ['', legend])].join('\n')}\n`;
}

const strong = (text: string, { colours }: TextOptions): string =>
  colours === 'none' ? text : `\x1b[1m${text}\x1b[0m`;

function table(slice: Slice, subject: Subject, options: TextOptions): string[] {
  const model = matrixModel(slice, subject.trace, subject.scene, subject.digits);
  const write = model.forms?.[0]?.text ?? model.text;
  const texts = Array.from({ length: model.rows }, (_, row) =>
    Array.from({ length: model.columns }, (__, column) => write(model.value(row, column))),
  );
  const seen = texts.flatMap((row, index) => row.filter((_, column) => !model.hidden(index, column)));
  const numbers = Math.max(2, ...lengths(seen));
  const names = Math.min(LONGEST_COLUMN_LABEL, Math.max(...lengths(model.columnLabels)));
  // One column in front of the number, for its shade or as padding inside its colour.
  const cell = Math.max(numbers + 1, names);
  const side = Math.min(LONGEST_ROW_LABEL, Math.max(0, ...lengths(model.rowLabels)));
  const fitting = options.width === null ? model.columns : Math.floor((options.width - side) / (cell + 1));
  const band = Math.max(1, Math.min(model.columns, fitting));
  const paint = painter(slice, model, options);
  const lines: string[] = [];
  for (let first = 0; first < model.columns; first += band) {
    const columns = Array.from({ length: Math.min(band, model.columns - first) }, (_, index) => first + index);
    if (first > 0) lines.push('');
    const heads = columns.map((column) => fitted(model.columnLabels[column] ?? '', cell));
    lines.push([' '.repeat(side), ...heads].join(' ').trimEnd());
    for (const [row, line] of texts.entries()) {
      const cells = columns.map((column) => paint(row, column, line[column] ?? '', cell));
      lines.push([fitted(model.rowLabels[row] ?? '', side), ...cells].join(' ').trimEnd());
    }
  }
  return lines;
}

const lengths = (texts: readonly string[]): number[] => texts.map((text) => stringWidth(text));

const fitted = (label: string, columns: number): string =>
  padded(
    shorten(label, (part) => stringWidth(part) <= columns),
    columns,
    'left',
  );

type Paint = (row: number, column: number, text: string, columns: number) => string;

function painter(slice: Slice, model: GridModel, { colours, theme }: TextOptions): Paint {
  if (colours === 'none') {
    return (row, column, text, columns) =>
      model.hidden(row, column)
        ? MASKED.repeat(columns)
        : padded(shadeOf(model.value(row, column), slice.scaleMax) + text, columns, 'left');
  }
  const scale = scaleOf(slice.name, themePalette(theme));
  return (row, column, text, columns) => {
    if (model.hidden(row, column)) return MASKED.repeat(columns);
    const value = model.value(row, column);
    const whole = padded(text, columns, 'left');
    if (isNonFinite(value) || model.scaleMax === Infinity) return whole;
    const step = scale.step(value, model.scaleMax);
    return coloured(whole, scale.rgb[step] ?? [0, 0, 0], inkOf(scale.ink[step] ?? ''), colours);
  };
}

/** One of four shades by absolute value; a space for 0. */
function shadeOf(value: number, bound: number): string {
  if (isNonFinite(value) || value === 0 || bound === Infinity) return ' ';
  const last = SHADES.length - 1;
  return SHADES[Math.min(last, Math.floor((Math.abs(value) / bound) * SHADES.length))] ?? ' ';
}

function legendOf(slices: readonly Slice[], { digits, lang }: Subject, options: TextOptions): string {
  const [one] = slices as [Slice];
  const share = isWeights(one.name);
  const { low, high } = endsOf(one, digits);
  const parts: string[] = [];
  if (one.scaleMax < Infinity && options.colours === 'none')
    parts.push(`${share ? low : '0'} ${SHADES} ${share ? high : `±${high}`}`);
  else if (one.scaleMax < Infinity)
    parts.push(`${low} ${ramp(scaleOf(one.name, themePalette(options.theme)), options.colours)} ${high}`);
  if (slices.some(({ masked: hides }) => hides.includes(-Infinity)))
    parts.push(`${MASKED.repeat(2)} ${figureWords(lang).masked}`);
  return parts.join('   ');
}

const RAMP = 16;
const ramp = (scale: ColourScale, colours: Colours): string =>
  Array.from({ length: RAMP }, (_, index) => {
    const rgb = scale.rgb[Math.round((index / (RAMP - 1)) * (scale.rgb.length - 1))] ?? [0, 0, 0];
    return coloured(' ', rgb, [0, 0, 0], colours);
  }).join('');

const inkOf = (css: string): Rgb => (css === 'rgb(255 255 255)' ? [255, 255, 255] : [0, 0, 0]);

/** Colours text with SGR sequences (ECMA-48, and xterm's 38 and 48). */
function coloured(text: string, ground: Rgb, ink: Rgb, colours: Colours): string {
  const code = (rgb: Rgb): string => (colours === 'all' ? `2;${rgb.join(';')}` : `5;${nearest(rgb)}`);
  return `\x1b[48;${code(ground)};38;${code(ink)}m${text}\x1b[0m`;
}

/** The nearest of xterm's 256 colours: the 6 × 6 × 6 cube and the 24 greys. */
function nearest(rgb: Rgb): number {
  const levels = [0, 95, 135, 175, 215, 255];
  const closest = (byte: number): number =>
    levels.reduce(
      (best, level, index) => (Math.abs(level - byte) < Math.abs((levels[best] ?? 0) - byte) ? index : best),
      0,
    );
  const [r, g, b] = [closest(rgb[0]), closest(rgb[1]), closest(rgb[2])];
  const grey = Math.max(0, Math.min(23, Math.round(((rgb[0] + rgb[1] + rgb[2]) / 3 - 8) / 10)));
  const off = (candidate: readonly number[]): number =>
    candidate.reduce((sum, byte, index) => sum + (byte - (rgb[index] ?? 0)) ** 2, 0);
  const cube = [levels[r] ?? 0, levels[g] ?? 0, levels[b] ?? 0];
  const level = 8 + 10 * grey;
  return off(cube) <= off([level, level, level]) ? 16 + 36 * r + 6 * g + b : 232 + grey;
}

/** Escapes control characters, so that text of a file cannot control the terminal. */
export const escapeControls = (text: string): string =>
  text.replace(/[^\P{C}\n]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);

/** The same for text that stays on one line. */
export const escapedLine = (text: string): string => escapeControls(text).replaceAll('\n', '\\n');
