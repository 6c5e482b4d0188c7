import { type Palette, sequentialScale } from '../shared/colour.ts';
import { contextOf, fitCanvas, pixelRatioOf } from '../shared/custom-element.ts';
import { withoutLabels } from './layout.ts';
import type { GridModel } from './model.ts';
import { isImage, type PaintCache, paintCells } from './paint.ts';

/** The least size of a cell with a number. */
const READABLE = 34;

export interface Thumbnail {
  readonly model: GridModel;
  readonly cache: PaintCache;
  readonly palette: Palette;
  /** The width and height in CSS pixels. */
  readonly size: number;
  /** The row in focus. */
  readonly query: number | null;
}

/** Paints a matrix without labels. */
export function paintThumbnail(canvas: HTMLCanvasElement, { model, cache, palette, size, query }: Thumbnail): void {
  fitCanvas(canvas, size, size);
  const context = contextOf(canvas);
  if (!context) return;
  const cell = Math.min(size / model.rows, size / model.columns);
  const layout = withoutLabels(model.rows, model.columns, cell, cell >= READABLE);
  const ratio = pixelRatioOf(canvas);
  const picture = {
    model,
    layout,
    write: model.forms?.at(-1)?.text ?? model.text,
    palette,
    scale: cache.scale(palette, sequentialScale),
    weightScale: null,
    highlight: { row: query, column: null, blocks: [] },
    offset: { x: 0, y: 0 },
    width: size,
    height: size,
    ratio,
  };
  paintCells(context, picture, {
    image: isImage(layout) ? cache.pixels(model, palette, sequentialScale) : null,
    hatch: cache.hatch(context, palette, ratio),
  });
}
