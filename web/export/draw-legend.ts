import type { ColourScale, Palette } from '../views/shared/colour.ts';
import { strokeOf } from './draw-arcs.ts';
import type { Sheet } from './drawing.ts';
import { textWidth } from './text-size.ts';

const style = { size: 12 };
const STOPS = 28;
const RAMP = { width: 112, height: 12 };
const GAP = 20;
const LINE = 20;
/** Width of a sample and the gap after it. px */
const SAMPLE = 26;

export interface Legend {
  /** Null if no colours need explaining. */
  readonly ramp: { readonly scale: ColourScale; readonly low: string; readonly high: string } | null;
  /** Sample weights with their lines. */
  readonly lines: readonly { readonly weight: number; readonly text: string }[];
  /** The explanation of hatched cells; null if there are none. */
  readonly hidden: string | null;
  /** The explanation of cells without a finite number; null if there are none. */
  readonly nonFinite: string | null;
  readonly notes: readonly string[];
}

/** One entry of a legend. */
interface LegendItem {
  readonly width: number;
  readonly draw: (sheet: Sheet, x: number, y: number) => void;
}

/** Draws the legend, on as many lines as it needs. Returns its height. px */
export function drawLegend(sheet: Sheet, legend: Legend, palette: Palette, width: number): number {
  const items = itemsOf(legend, palette, width);
  let [x, y] = [0, 0];
  for (const item of items) {
    if (x > 0 && x + item.width > width) [x, y] = [0, y + LINE];
    item.draw(sheet, x, y + 12);
    x += item.width + GAP;
  }
  return items.length === 0 ? 0 : y + LINE;
}

const itemsOf = ({ ramp, lines, hidden, nonFinite, notes }: Legend, palette: Palette, width: number): LegendItem[] => [
  ...(ramp === null ? [] : [rampItem(ramp, palette)]),
  ...lines.map(({ weight, text }) => lineItem(weight, text, palette)),
  ...(hidden === null ? [] : [hiddenItem(hidden, palette)]),
  ...(nonFinite === null ? [] : [nonFiniteItem(nonFinite, palette)]),
  ...notes.flatMap((note) => wrapped(note, width, style.size)).map((line) => textItem(line, palette)),
];

function write(sheet: Sheet, text: string, x: number, y: number, { soft }: Palette): void {
  sheet.text(text, { ...style, x, y, fill: soft });
}

const textItem = (text: string, palette: Palette): LegendItem => ({
  width: textWidth(text, style),
  draw: (sheet, x, y) => write(sheet, text, x, y, palette),
});

function rampItem({ scale, low, high }: NonNullable<Legend['ramp']>, palette: Palette): LegendItem {
  const [left, right] = [textWidth(low, style) + 6, textWidth(high, style) + 6];
  return {
    width: left + RAMP.width + right,
    draw(sheet, x, y) {
      write(sheet, low, x, y, palette);
      const last = scale.fill.length - 1;
      for (let stop = 0; stop < STOPS; stop++) {
        const fill = scale.fill[Math.round((stop / (STOPS - 1)) * last)] ?? palette.paper;
        // Each stop extends to the end, below the next one, so that there are no seams.
        const start = (stop * RAMP.width) / STOPS;
        sheet.rect({ x: x + left + start, y: y - 10, width: RAMP.width - start, height: RAMP.height }, fill);
      }
      sheet.frame({ x: x + left, y: y - 10, ...RAMP }, palette.line);
      write(sheet, high, x + left + RAMP.width + 6, y, palette);
    },
  };
}

/** A sample with its explanation on the right. */
const sampleItem = (text: string, palette: Palette, drawSample: LegendItem['draw']): LegendItem => ({
  width: SAMPLE + textWidth(text, style),
  draw(sheet, x, y) {
    drawSample(sheet, x, y);
    write(sheet, text, x + SAMPLE, y, palette);
  },
});

const lineItem = (weight: number, text: string, palette: Palette): LegendItem =>
  sampleItem(text, palette, (sheet, x, y) => {
    const line = [
      ['M', x, y - 4],
      ['L', x + 20, y - 4],
    ] as const;
    sheet.path(line, strokeOf(weight, palette));
  });

const hiddenItem = (text: string, palette: Palette): LegendItem =>
  sampleItem(text, palette, (sheet, x, y) => {
    const box = { x, y: y - 10, width: 20, height: 12 };
    sheet.hatch([box], palette.soft);
    sheet.frame(box, palette.line);
  });

const nonFiniteItem = (text: string, palette: Palette): LegendItem =>
  sampleItem(text, palette, (sheet, x, y) => {
    sheet.frame({ x, y: y - 10, width: 20, height: 12 }, palette.ink, [2, 2]);
    sheet.text('×', { ...style, x: x + 10, y: y + 0.5, fill: palette.ink, anchor: 'middle' });
  });

/** Wraps text into lines of at most `width` px, at spaces if possible. */
export function wrapped(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (part: string): boolean => textWidth(part, { size }) <= width;
  for (const word of text.split(/(?<= )/)) {
    if (fits((line + word).trimEnd())) {
      line += word;
      continue;
    }
    if (line !== '') lines.push(line.trimEnd());
    line = '';
    for (const { segment } of graphemes.segment(word)) {
      if (line !== '' && !fits(line + segment)) {
        lines.push(line);
        line = '';
      }
      line += segment;
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
