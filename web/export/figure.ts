import { weightsStepOf } from '../core/weights-step.ts';
import { figureLanguages, figureWords } from '../i18n/figure.ts';
import { AttentionError } from '../scene/error.ts';
import type { Scene } from '../scene/types.ts';
import { formatPercent } from '../trace/number-format.ts';
import { isNonFinite } from '../views/grid/model.ts';
import { LINE_THRESHOLD, selectLines } from '../views/lines/line-selection.ts';
import type { Palette } from '../views/shared/colour.ts';
import { checkOptions } from './arguments.ts';
import { factsText, licenceText, sentenceText, unwrittenTexts } from './caption.ts';
import { drawArcs, layOutArcs } from './draw-arcs.ts';
import { drawGrid, layOut } from './draw-grid.ts';
import { drawLegend, type Legend, wrapped } from './draw-legend.ts';
import { type Figure, Sheet } from './drawing.ts';
import {
  endsOf,
  headTitle,
  heatmapModel,
  matrixModel,
  type Slice,
  type Subject,
  scaleOf,
  slicesOf,
  subjectOf,
  titleOf,
} from './models.ts';
import { readingOf } from './reading.ts';
import { textWidth } from './text-size.ts';
import { fontsOf, isTheme, type Theme, themePalette } from './themes.ts';
import type { TraceLike } from './trace-like.ts';

export interface FigureOptions {
  /** `heatmap`, `arcs`, or names of tensors, in drawing order. */
  readonly pictures: readonly string[];
  /** From 0, or `all` for every head side by side. Default: the scene's. */
  readonly head?: number | 'all';
  /** From 0. Default: the scene's. */
  readonly layer?: number;
  readonly theme?: Theme;
  readonly lang?: string;
  /** px, 240 to 4096. Default: the width of the pictures, at most 960. */
  readonly width?: number;
  /** Replaces the sentence and the settings; null for neither. Notes about random vectors and the licence always appear. */
  readonly caption?: string | null;
  /** The address of the scene in a playground, as a link in an SVG. Default: none. */
  readonly link?: string;
}

const optionNames = [
  'pictures',
  'head',
  'layer',
  'theme',
  'lang',
  'width',
  'caption',
  'link',
] as const satisfies readonly (keyof FigureOptions)[];

/** Every cell is an SVG element, so their number is limited. */
const LIMITS = { cells: 40_000, side: 128, pictures: ['heatmap', 'arcs'] };
const PAD = 20;
const GAP = 24;
const TITLE = 24;

/** A laid-out picture. `draw` takes its upper left corner. px */
interface FigureBlock {
  readonly width: number;
  readonly height: number;
  readonly draw: (sheet: Sheet, x: number, y: number) => void;
  /** Whether its numbers have fewer digits than requested. */
  readonly shortened?: boolean;
}

/** What all blocks share. */
interface FigureContext extends Subject {
  readonly palette: Palette;
}

/**
 * Lays out pictures of a computed scene: each with title and legend, and a caption below all. Throws AttentionError `scene-form` (swapped
 * arguments, an unknown option), `shape` (the trace of another scene), `unknown-tensor` (an unknown picture), `out-of-range` (head, layer), `range` (an option) and `too-large`.
 */
export function figureOf(scene: Scene, trace: TraceLike, options: FigureOptions): Figure {
  checkArguments(scene, trace, options);
  const { pictures, theme = 'light', lang = 'en', width } = options;
  const palette = themePalette(theme);
  const context: FigureContext = { ...subjectOf(scene, trace, options), palette };
  const maxWidth = (width ?? 960) - 2 * PAD;
  const rows = flow(pictures, context, maxWidth);
  const widest = Math.max(...rows.map((row) => row.reduce((sum, { width: own }) => sum + own + GAP, -GAP)));
  const inner = Math.max(widest, width === undefined ? 380 : maxWidth);

  const sheet = new Sheet();
  const body = new Sheet();
  let y = PAD;
  for (const row of rows) {
    let x = PAD;
    for (const block of row) {
      block.draw(body, Math.round(x), Math.round(y));
      x += block.width + GAP;
    }
    y += Math.max(...row.map(({ height }) => height)) + GAP;
  }
  body.moveTo(PAD, y - 4);
  y += drawCaption(body, context, options, inner);
  const [whole, height] = [Math.ceil(inner + 2 * PAD), Math.ceil(y - 4 + PAD - 6)];
  sheet.rect({ x: 0, y: 0, width: whole, height }, palette.paper);
  const words = figureWords(lang);
  const names = pictures.map((name) => (name === 'heatmap' || name === 'arcs' ? words.names[name] : name));
  return {
    width: whole,
    height,
    title: words.title(names),
    description: [
      options.caption ?? `${sentenceText(context)}. ${factsText(context)}`,
      ...[...readingTexts(pictures, context), ...unwrittenTexts(context)].map((text) => text.replace(/\.$/, '')),
      licenceText(lang),
    ].join('. '),
    lang,
    fonts: fontsOf(palette),
    items: [...sheet.items, ...body.items],
  };
}

function checkArguments(scene: Scene, trace: TraceLike, options: FigureOptions): void {
  const given: readonly (readonly [name: string, key: string, value: unknown])[] = [
    ['scene', 'attention', scene],
    ['trace', 'steps', trace],
    ['options', 'pictures', options],
  ];
  for (const [name, key, value] of given) {
    if (typeof value === 'object' && value !== null && key in value) continue;
    const what = `${name} is not valid: figureOf(scene, trace, options) takes a scene, the result of attend(scene), and { pictures }`;
    throw new AttentionError('scene-form', what, name);
  }
  const { pictures, theme = 'light', lang = 'en', width, link } = options;
  checkOptions(options, optionNames);
  const fail = (path: string, what: string): never => {
    throw new AttentionError('range', what, path);
  };
  if (!Array.isArray(pictures) || pictures.length === 0 || pictures.length > 64) {
    fail('pictures', `there are ${pictures?.length ?? 'no'} pictures; there must be 1 to 64`);
  }
  if (link !== undefined && !/^https?:\/\//.test(link))
    fail('link', `link is "${link}"; it must begin with https:// or http://`);
  if (!isTheme(theme)) fail('theme', `theme is "${theme}"; it must be light or dark`);
  if (!figureLanguages.some((code) => code === lang))
    fail('lang', `lang is "${lang}"; it must be ${figureLanguages.join(' or ')}`);
  if (width !== undefined && !(Number.isInteger(width) && width >= 240 && width <= 4096)) {
    fail('width', `width is ${width}; it must be a whole number from 240 to 4096`);
  }
}

/** What the asking word's row means, where weights are drawn. */
const readingTexts = (pictures: readonly string[], context: FigureContext): readonly string[] =>
  [pictures.some((name) => name === 'heatmap' || name === 'arcs') ? readingOf(context) : null].flatMap(
    (reading) => reading?.text ?? [],
  );

/** Arranges the pictures in rows. A heatmap and arcs of one head stand side by side if there is room; others have a row each. */
function flow(pictures: readonly string[], context: FigureContext, maxWidth: number): FigureBlock[][] {
  const rows: FigureBlock[][] = [];
  const half = (name: string | undefined) => (name === 'heatmap' || name === 'arcs') && context.head !== 'all';
  for (let index = 0; index < pictures.length; index += 1) {
    const [name = '', next] = [pictures[index], pictures[index + 1]];
    if (half(name) && half(next) && maxWidth >= 600) {
      const width = (maxWidth - GAP) / 2;
      rows.push([blockOf(name, context, width), blockOf(next ?? '', context, width)]);
      index += 1;
    } else rows.push([blockOf(name, context, half(name) ? Math.min(maxWidth, 520) : maxWidth)]);
  }
  return rows;
}

/** Lays out one picture. With all heads, as many stand side by side as fit. */
function blockOf(picture: string, context: FigureContext, width: number): FigureBlock {
  const tensor =
    picture === 'heatmap' || picture === 'arcs' ? weightsStepOf(context.trace.steps, context.layer) : picture;
  const { palette } = context;
  const slices = slicesOf(context, tensor, picture === 'arcs' ? { ...LIMITS, side: null } : LIMITS);
  const each = slices.length > 1;
  const columns = each ? Math.max(1, Math.min(slices.length, Math.floor((width + GAP) / (220 + GAP)))) : 1;
  const blockWidth = (width - GAP * (columns - 1)) / columns;
  const blocks = slices.map((one) => pictureOf(picture, one, context, blockWidth));
  const cell = {
    width: Math.max(...blocks.map((one) => one.width)),
    height: Math.max(...blocks.map((one) => one.height)),
  };
  const small = each ? 20 : 0;
  const body = Math.ceil(blocks.length / columns) * (cell.height + small + (each ? 12 : 0));
  const wide = columns * (cell.width + GAP) - GAP;
  const title = titleOf(slices, context);
  const text = Math.min(width, Math.max(wide, textWidth(title, { size: 13, bold: true })));
  const shortened = blocks.some((one) => one.shortened === true);
  const legend = legendOf(picture, slices, context, shortened);
  const legendHeight = drawLegend(new Sheet(), legend, palette, Math.max(wide, Math.min(width, 360)));
  return {
    width: Math.max(text, Math.min(width, 360)),
    height: TITLE + body + 10 + legendHeight,
    draw(sheet, x, y) {
      sheet.moveTo(x, y);
      sheet.text(title, { size: 13, bold: true, x: 0, y: 14, fill: palette.ink, maxWidth: Math.max(width, wide) });
      for (const [index, one] of blocks.entries()) {
        const [column, row] = [index % columns, Math.floor(index / columns)];
        const left = Math.round(x + column * (cell.width + GAP));
        const top = Math.round(y + TITLE + row * (cell.height + small + 12));
        sheet.moveTo(left, top);
        if (each)
          sheet.text(headTitle(slices[index] as Slice, context), {
            size: 12,
            x: 0,
            y: 13,
            fill: palette.soft,
            maxWidth: cell.width,
          });
        one.draw(sheet, left, top + small);
      }
      sheet.moveTo(x, y + TITLE + body + 10);
      drawLegend(sheet, legend, palette, Math.max(wide, Math.min(width, 360)));
    },
  };
}

function pictureOf(picture: string, one: Slice, context: FigureContext, width: number): FigureBlock {
  const { trace, scene, digits, palette, lang } = context;
  const words = figureWords(lang);
  if (picture === 'arcs') {
    const arcs = layOutArcs(one, { queries: trace.tokens, keys: trace.keyTokens }, words, width);
    const { width: wide, height } = arcs;
    return {
      width: wide,
      height,
      draw(sheet, x, y) {
        sheet.moveTo(x, y);
        drawArcs(sheet, arcs, palette);
      },
    };
  }
  const heatmap = picture === 'heatmap';
  const model = heatmap
    ? heatmapModel(one, trace, digits, { rows: words.queries, columns: words.keys })
    : matrixModel(one, trace, scene, digits);
  const grid = layOut(model, heatmap ? 'square' : 'scroll', width, Math.max(width, 240));
  const scale = scaleOf(one.name, palette);
  return {
    width: Math.min(grid.layout.width + lean(grid.layout), Math.max(width, grid.layout.width)),
    height: grid.layout.height,
    shortened: grid.shortened,
    draw(sheet, x, y) {
      sheet.moveTo(x, y);
      drawGrid(sheet, grid, { palette, scale });
    },
  };
}

/** How far the last slanted label extends past the right edge. The layout keeps this free but does not count it. */
const lean = ({ columnLabels, top }: { columnLabels: string; top: number }): number =>
  columnLabels === 'slanted' ? top : 0;

function legendOf(
  picture: string,
  slices: readonly Slice[],
  { palette, digits, lang }: FigureContext,
  shortened: boolean,
): Legend {
  const words = figureWords(lang);
  const [first] = slices as readonly [Slice, ...Slice[]];
  const { name, scaleMax: bound, rows, columns, places } = first;
  const any = (test: (one: Slice) => boolean): boolean => slices.some(test);
  if (picture === 'arcs') return arcsLegend(slices, words);
  return {
    ramp: bound < Infinity ? { scale: scaleOf(name, palette), ...endsOf(first, digits) } : null,
    lines: [],
    hidden: any(({ masked: hides }) => hides.includes(-Infinity)) ? words.masked : null,
    nonFinite: any(({ data }) => data.some(isNonFinite)) ? words.nonFinite : null,
    notes: [...(places ? [words.largest(rows, columns)] : []), ...(shortened ? [words.shortened] : [])],
  };
}

/** Explains the thickness of lines, and which weights have no line. */
function arcsLegend(slices: readonly Slice[], words: ReturnType<typeof figureWords>): Legend {
  const all = slices.map(({ data, rows, columns }) => selectLines(data, rows, columns, LINE_THRESHOLD));
  const [drawn, left] = [all.flatMap(({ lines }) => lines).length, all.reduce((sum, one) => sum + one.left, 0)];
  return {
    ramp: null,
    lines: [0.1, 0.5, 1].map((weight) => ({ weight, text: formatPercent(weight) })),
    hidden: null,
    nonFinite: null,
    notes: [
      ...(all.some(({ under }) => under) ? [words.under(formatPercent(LINE_THRESHOLD))] : []),
      ...(left > 0 ? [words.strongest(drawn, left)] : []),
      ...(slices.some(({ data }) => data.some(isNonFinite)) ? [words.noLine] : []),
    ],
  };
}

/** Most lines of a text in the caption. */
const MOST_LINES = 4;

/** Draws the caption and returns its height. */
function drawCaption(
  sheet: Sheet,
  context: FigureContext,
  { caption: given, link }: FigureOptions,
  width: number,
): number {
  const { palette, lang } = context;
  let y = 0;
  const write = (text: string, size: number, fill: string): void => {
    const lines = wrapped(text, width, size);
    const kept = lines.slice(0, MOST_LINES);
    if (lines.length > MOST_LINES) kept[MOST_LINES - 1] = `${kept[MOST_LINES - 1]?.slice(0, -2)}…`;
    for (const line of kept) {
      y += Math.round(size * 1.45);
      sheet.text(line, { x: 0, y: y - 4, size, fill });
    }
  };
  if (given === undefined) {
    write(sentenceText(context), 14, palette.ink);
    write(factsText(context), 12, palette.soft);
  } else if (given !== null) write(given, 14, palette.ink);
  for (const text of unwrittenTexts(context)) write(text, 12, palette.soft);
  write(licenceText(lang), 11, palette.soft);
  if (link !== undefined) {
    y += 18;
    sheet.text(figureWords(lang).open, { x: 0, y: y - 4, size: 11, fill: palette.roles.q, href: link });
  }
  return y;
}
