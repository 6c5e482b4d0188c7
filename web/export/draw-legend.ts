import type { ColourScale, Palette } from '../views/shared/colour.ts';
import { strokeOf } from './draw-arcs.ts';
import type { Sheet } from './drawing.ts';
import { textWidth } from './text-size.ts';

const style = { size: 12 };
const STOPS = 28;
const RAMP = { width: 112, height: 12 };
const GAP = 20;
const LINE = 20;

export interface Legend {
  /** Null: no colours to explain. */
  readonly ramp: { readonly scale: ColourScale; readonly low: string; readonly high: string } | null;
  /** Weights whose lines are shown, with what they are called. */
  readonly lines: readonly { readonly weight: number; readonly text: string }[];
  /** Words for hatched cells and for those that hold no finite number; null: there are none. */
  readonly hidden: string | null;
  readonly nonFinite: string | null;
  readonly notes: readonly string[];
}

type Part = { readonly width: number; readonly draw: (x: number, y: number) => void };

/** Draws what colours and marks mean, a line under the other where one is too short. Returns its height. px */
export function drawLegend(
  sheet: Sheet,
  { ramp, lines, hidden, nonFinite, notes }: Legend,
  palette: Palette,
  width: number,
): number {
  const write = (text: string, x: number, y: number): void => {
    sheet.text(text, { ...style, x, y, fill: palette.soft });
  };
  const parts: Part[] = [];
  if (ramp) {
    const { scale, low, high } = ramp;
    const [before, after] = [textWidth(low, style) + 6, textWidth(high, style) + 6];
    parts.push({
      width: before + RAMP.width + after,
      draw: (x, y) => {
        write(low, x, y);
        const last = scale.fill.length - 1;
        for (let stop = 0; stop < STOPS; stop++) {
          const fill = scale.fill[Math.round((stop / (STOPS - 1)) * last)] ?? palette.paper;
          // Each goes on to the end, under the next: no seams.
          const from = (stop * RAMP.width) / STOPS;
          sheet.rect({ x: x + before + from, y: y - 10, width: RAMP.width - from, height: RAMP.height }, fill);
        }
        sheet.frame({ x: x + before, y: y - 10, ...RAMP }, palette.line);
        write(high, x + before + RAMP.width + 6, y);
      },
    });
  }
  const mark = (text: string, draw: (x: number, y: number) => void): void => {
    const at = 26;
    parts.push({
      width: at + textWidth(text, style),
      draw: (x, y) => {
        draw(x, y);
        write(text, x + at, y);
      },
    });
  };
  for (const { weight, text } of lines) {
    mark(text, (x, y) => {
      const line = [
        ['M', x, y - 4],
        ['L', x + 20, y - 4],
      ] as const;
      sheet.path(line, strokeOf(weight, palette));
    });
  }
  if (hidden !== null) {
    mark(hidden, (x, y) => {
      const box = { x, y: y - 10, width: 20, height: 12 };
      sheet.hatch([box], palette.soft);
      sheet.frame(box, palette.line);
    });
  }
  if (nonFinite !== null) {
    mark(nonFinite, (x, y) => {
      sheet.frame({ x, y: y - 10, width: 20, height: 12 }, palette.ink, [2, 2]);
      sheet.text('×', { ...style, x: x + 10, y: y + 0.5, fill: palette.ink, anchor: 'middle' });
    });
  }
  for (const note of notes) {
    for (const line of wrapped(note, width, style.size)) {
      parts.push({ width: textWidth(line, style), draw: (x, y) => write(line, x, y) });
    }
  }
  let [x, y] = [0, 0];
  for (const part of parts) {
    if (x > 0 && x + part.width > width) [x, y] = [0, y + LINE];
    part.draw(x, y + 12);
    x += part.width + GAP;
  }
  return parts.length === 0 ? 0 : y + LINE;
}

/** Lines no wider than that; at a space where there is one, else anywhere. */
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
