import { shorten } from '../trace/token-text.ts';
import type { Box } from '../views/shared/box.ts';
import { type TextStyle, textWidth } from './text-size.ts';

/** A picture as a list of items, drawn in order. Sizes are px, and y grows downwards. */
export interface Figure {
  readonly width: number;
  readonly height: number;
  /** The title in one line, and a full text description for screen readers. */
  readonly title: string;
  readonly description: string;
  /** BCP 47 */
  readonly lang: string;
  /** CSS font family lists. */
  readonly fonts: { readonly sans: string; readonly mono: string; readonly serif: string };
  readonly items: readonly Item[];
}

export type Item = Rectangle | Path | Label;

export interface Rectangle {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** CSS colour */
  readonly fill: string;
}

export interface Path {
  readonly kind: 'path';
  /** SVG path data with absolute M, L and C commands. */
  readonly d: string;
  /** CSS colours; null for none. */
  readonly fill: string | null;
  readonly stroke: string | null;
  readonly width: number;
  /** Opacity of the stroke. */
  readonly opacity: number;
  /** Lengths of dashes and gaps; empty for a solid line. */
  readonly dash: readonly number[];
}

export interface Label extends TextStyle {
  readonly kind: 'text';
  /** Position of the start, middle or end of the text, on its baseline. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly fill: string;
  /** Degrees, clockwise, about (x, y). */
  readonly angle: number;
  /** The widest that the text can be in any font. px */
  readonly room: number;
  /** The full text if `text` was shortened, otherwise null. */
  readonly whole: string | null;
  /** Link target, in an SVG. */
  readonly href?: string;
}

/** Rounds to hundredths. A finer value is not visible and makes the file larger. */
export const hundredths = (value: number): number => Math.round(value * 100) / 100;

interface TextOptions extends TextStyle {
  readonly x: number;
  readonly y: number;
  readonly fill: string;
  readonly anchor?: Label['anchor'];
  readonly angle?: number;
  /** Longer text is shortened with an ellipsis. Default: no limit. */
  readonly maxWidth?: number;
  readonly href?: string;
}

/** Collects the items of a figure. `moveTo` sets the origin of the items that follow. */
export class Sheet {
  readonly items: Item[] = [];
  #x = 0;
  #y = 0;

  moveTo(x: number, y: number): void {
    this.#x = x;
    this.#y = y;
  }

  rect({ x, y, width, height }: Box, fill: string): void {
    if (width <= 0 || height <= 0) return;
    this.items.push({
      kind: 'rect',
      x: hundredths(x + this.#x),
      y: hundredths(y + this.#y),
      width: hundredths(width),
      height: hundredths(height),
      fill,
    });
  }

  /** Each command with its points: `[['M', 0, 0], ['L', 10, 10]]`. */
  path(commands: readonly (readonly ['M' | 'L' | 'C', ...number[]])[], style: Partial<Omit<Path, 'kind' | 'd'>>): void {
    if (commands.length === 0) return;
    const d = commands.map(([name, ...points]) => {
      const moved = points.map((point, i) => hundredths(point + (i % 2 === 0 ? this.#x : this.#y)));
      return name + moved.join(' ');
    });
    this.items.push({
      kind: 'path',
      d: d.join(''),
      fill: null,
      stroke: null,
      width: 1,
      opacity: 1,
      dash: [],
      ...style,
    });
  }

  /** The border of a box. */
  frame({ x, y, width, height }: Box, stroke: string, dash: readonly number[] = []): void {
    const [right, bottom] = [x + width, y + height];
    const corners = [
      ['M', x, y],
      ['L', right, y],
      ['L', right, bottom],
      ['L', x, bottom],
      ['L', x, y],
    ] as const;
    this.path(corners, { stroke, dash });
  }

  /** Returns the widest that the text can be in any font. */
  text(
    whole: string,
    {
      x,
      y,
      fill,
      size,
      bold = false,
      mono = false,
      serif = false,
      anchor = 'start',
      angle = 0,
      maxWidth,
      href,
    }: TextOptions,
  ): number {
    const style = { size, bold, mono, serif };
    const text = maxWidth === undefined ? whole : shorten(whole, (part) => textWidth(part, style) <= maxWidth);
    const width = textWidth(text, style);
    this.items.push({
      kind: 'text',
      x: hundredths(x + this.#x),
      y: hundredths(y + this.#y),
      text,
      ...style,
      anchor,
      fill,
      angle,
      room: hundredths(width),
      whole: text === whole ? null : whole,
      ...(href === undefined ? {} : { href }),
    });
    return width;
  }

  /** Hatches boxes. All boxes share one grid of diagonals, so neighbours have no seam. */
  hatch(boxes: readonly Box[], stroke: string): void {
    const lines = new Map<number, [from: number, to: number][]>();
    for (const { x, y, width, height } of boxes) {
      const last = Math.floor((x + width + y + height) / HATCH);
      for (let line = Math.ceil((x + y) / HATCH); line <= last; line++) {
        // The part of the diagonal x + y = line · HATCH inside the box.
        const from = Math.max(x, line * HATCH - y - height);
        const to = Math.min(x + width, line * HATCH - y);
        if (to - from > 0.01) lines.set(line, [...(lines.get(line) ?? []), [from, to]]);
      }
    }
    const commands: (readonly ['M' | 'L', number, number])[] = [];
    for (const [line, parts] of lines) {
      for (const [from, to] of joined(parts)) {
        commands.push(['M', from, line * HATCH - from], ['L', to, line * HATCH - to]);
      }
    }
    this.path(commands, { stroke, opacity: 0.55 });
  }
}

/** Distance between diagonals, along x. px */
const HATCH = 6;

function joined(parts: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const whole: (readonly [number, number])[] = [];
  for (const [from, to] of parts.toSorted((a, b) => a[0] - b[0])) {
    const last = whole.at(-1);
    if (last && from - last[1] < 0.01) whole[whole.length - 1] = [last[0], Math.max(last[1], to)];
    else whole.push([from, to]);
  }
  return whole;
}
