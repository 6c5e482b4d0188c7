import { drawCells, drawLabels, type Surface, type TextStyle } from '../views/grid/drawing.ts';
import {
  type GridLayout,
  type LayoutInput,
  LONGEST_ROW_LABEL,
  measureGrid,
  type TextWidths,
  visibleCells,
} from '../views/grid/layout.ts';
import { type GridModel, LABEL_SIZE, VALUE_SIZE } from '../views/grid/model.ts';
import type { Box } from '../views/shared/box.ts';
import type { ColourScale, Palette } from '../views/shared/colour.ts';
import type { Sheet } from './drawing.ts';
import { textWidth, widestText } from './text-size.ts';

/** A grid with its layout. */
interface Grid {
  readonly model: GridModel;
  readonly layout: GridLayout;
  readonly write: (value: number) => string;
  /** Whether the numbers in the cells have fewer digits than requested. */
  readonly shortened: boolean;
}

interface Colours {
  readonly palette: Palette;
  readonly scale: ColourScale;
}

const label = { size: LABEL_SIZE };
const number = { size: VALUE_SIZE, mono: true };

/** Narrower cells cannot be told apart. px */
const LEAST_CELL = 3;

const widths: TextWidths = {
  label: (texts) => widestText(texts, label),
  corner: (texts) => widestText(texts, { size: VALUE_SIZE }),
  digit: textWidth('0', number),
};

/** The page's layout, except that nothing scrolls. If the columns do not fit with numbers, only colours are drawn. Sizes are px. */
export function layOut(model: GridModel, fit: LayoutInput['fit'], width: number, height: number): Grid {
  const { layout, form } = measureGrid(
    model,
    widths,
    { width, height: fit === 'scroll' ? Infinity : height },
    fit,
    width,
  );
  if (fit === 'scroll' && layout.width > width) {
    return { model, layout: colourLayout(model, width), write: model.text, shortened: false };
  }
  const wanted = model.forms?.[0]?.digits ?? 0;
  return { model, layout, write: form?.text ?? model.text, shortened: form !== null && form.digits < wanted };
}

/** The layout of a matrix without numbers. */
function colourLayout({ rows, columns, rowLabels }: GridModel, width: number): GridLayout {
  const left = Math.min(widths.label(rowLabels), LONGEST_ROW_LABEL, width * 0.35) + 8;
  const cellWidth = Math.max(LEAST_CELL, Math.min(24, (width - left) / columns));
  const cellHeight = Math.max(LEAST_CELL, Math.min(16, 640 / rows));
  const top = 22;
  return {
    rows,
    columns,
    left,
    top,
    cellWidth,
    cellHeight,
    width: left + columns * cellWidth,
    height: top + rows * cellHeight,
    columnLabels: 'none',
    rowLabels: cellHeight >= LABEL_SIZE,
    values: false,
  };
}

/** Draws the grid at the sheet's origin, as the page does. Edges are whole px, so that cells have no seams at any integer scale. */
export function drawGrid(sheet: Sheet, { model, layout, write }: Grid, { palette, scale }: Colours): void {
  const offset = { x: 0, y: 0 };
  const { width, height } = layout;
  const highlight = { row: null, column: null, blocks: [] };
  const picture = {
    model,
    layout,
    write,
    palette,
    scale,
    weightScale: null,
    highlight,
    offset,
    width,
    height,
    ratio: 1,
  };
  const seen = visibleCells(layout, offset, width, height);
  const surface = new SheetSurface();
  drawCells(surface, picture, seen);
  drawLabels(surface, picture, seen);
  surface.addTo(sheet, palette.soft);
}

/** Distance from the middle of a line of text to its baseline, relative to the font size. */
const BASELINE = 0.36;

/** Collects the drawing and groups items of the same style, which keeps the SVG of a large grid small. */
class SheetSurface implements Surface {
  readonly #hidden: Box[] = [];
  readonly #boxes: Parameters<Sheet['rect']>[] = [];
  readonly #marks: ((sheet: Sheet) => void)[] = [];
  readonly #texts = new Map<string, Parameters<Sheet['text']>[]>();

  rect(x: number, y: number, width: number, height: number, fill: string): void {
    const [last, colour] = this.#boxes.at(-1) ?? [];
    const isNext = last && colour === fill && last.y === y && last.height === height && last.x + last.width === x;
    // Merge neighbouring boxes of the same colour.
    if (isNext) this.#boxes.splice(-1, 1, [{ ...last, width: last.width + width }, fill]);
    else this.#boxes.push([{ x, y, width, height }, fill]);
  }

  hatch(x: number, y: number, width: number, height: number): void {
    this.#hidden.push({ x, y, width, height });
  }

  frame(x: number, y: number, width: number, height: number, stroke: string): void {
    this.#marks.push((sheet) => sheet.frame({ x, y, width, height }, stroke, [2, 2]));
  }

  line(fromX: number, fromY: number, toX: number, toY: number, stroke: string): void {
    const points = [
      ['M', fromX, fromY],
      ['L', toX, toY],
    ] as const;
    this.#marks.push((sheet) => sheet.path(points, { stroke }));
  }

  text(text: string, x: number, y: number, fill: string, style: TextStyle, maxWidth = Infinity, angle = 0): void {
    const down = style.isMiddle ? BASELINE * style.size : 0;
    const turn = (angle * Math.PI) / 180;
    const place = { x: x - down * Math.sin(turn), y: y + down * Math.cos(turn), anchor: style.align, angle };
    const alike = this.#texts.get(fill) ?? [];
    alike.push([text, { ...style, ...place, fill, maxWidth }]);
    this.#texts.set(fill, alike);
  }

  textWidth(text: string, style: TextStyle): number {
    return textWidth(text, style);
  }

  clipped(_boxes: readonly Box[], draw: () => void): void {
    draw();
  }

  addTo(sheet: Sheet, hatching: string): void {
    sheet.hatch(this.#hidden, hatching);
    for (const box of this.#boxes) sheet.rect(...box);
    for (const mark of this.#marks) mark(sheet);
    for (const texts of this.#texts.values()) for (const text of texts) sheet.text(...text);
  }
}
