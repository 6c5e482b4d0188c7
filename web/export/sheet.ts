import { shorten } from '../views/shared/token-text.ts';
import { hundredths, type Item, type Label, type Path } from './display.ts';
import { type TextStyle, textWidth } from './text-size.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Words extends TextStyle {
  readonly x: number;
  readonly y: number;
  readonly fill: string;
  readonly anchor?: Label['anchor'];
  readonly angle?: number;
  /** A text that is longer is shortened, so that it shows. Default: as long as it is. */
  readonly room?: number;
}

/** What is drawn, as it comes. `at` moves what follows. */
export class Sheet {
  readonly items: Item[] = [];
  #x = 0;
  #y = 0;

  at(x: number, y: number): void {
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

  /** Points of each command: `[['M', 0, 0], ['L', 10, 10]]`. */
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

  /** Returns the width it may take. */
  text(
    whole: string,
    { x, y, fill, size, bold = false, mono = false, anchor = 'start', angle = 0, room }: Words,
  ): number {
    const style = { size, bold, mono };
    const text = room === undefined ? whole : shorten(whole, (part) => textWidth(part, style) <= room);
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
    });
    return width;
  }

  /** Diagonal lines over boxes, on one grid for all, so that boxes side by side have no seam. */
  hatch(boxes: readonly Box[], stroke: string): void {
    const lines = new Map<number, [from: number, to: number][]>();
    for (const { x, y, width, height } of boxes) {
      const last = Math.floor((x + width + y + height) / HATCH);
      for (let line = Math.ceil((x + y) / HATCH); line <= last; line++) {
        // Where x + y = line · HATCH is in the box.
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

/** px between lines, along x. */
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
