import { AttentionError } from '../scene/error.ts';
import type { Figure, Item } from './display.ts';

export type Scale = 1 | 2 | 4;

/** Pixels along one side that every browser has a canvas for. */
const LARGEST = 16_384;

/**
 * A figure as PNG, `scale` pixels a px. Drawn on a canvas: an SVG drawn as an image would need an address that a strict policy
 * does not allow. Throws AttentionError `range` (scale), `too-large` (no canvas has so many pixels) and `unsupported`.
 */
export async function pngOf(figure: Figure, scale: Scale = 1): Promise<Blob> {
  if (![1, 2, 4].includes(scale)) throw new AttentionError('range', `scale is ${scale}; it must be 1, 2 or 4`, 'scale');
  const [width, height] = [Math.ceil(figure.width * scale), Math.ceil(figure.height * scale)];
  if (Math.max(width, height) > LARGEST) {
    throw new AttentionError(
      'too-large',
      `at scale ${scale} the picture is ${width} × ${height} pixels; the limit is ${LARGEST} a side: choose a smaller scale, or SVG`,
      'scale',
    );
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  const blob = context && (await paint(context, figure, scale));
  if (!blob) throw new AttentionError('unsupported', `there is no canvas of ${width} × ${height} pixels here`, 'scale');
  return blob;
}

function paint(context: CanvasRenderingContext2D, figure: Figure, scale: Scale): Promise<Blob | null> {
  context.scale(scale, scale);
  context.direction = 'ltr';
  for (const item of figure.items) draw(context, item, figure);
  return new Promise((resolve) => {
    context.canvas.toBlob(resolve, 'image/png');
  });
}

function draw(context: CanvasRenderingContext2D, item: Item, { fonts }: Figure): void {
  if (item.kind === 'rect') {
    context.fillStyle = item.fill;
    context.fillRect(item.x, item.y, item.width, item.height);
    return;
  }
  context.save();
  if (item.kind === 'path') {
    const path = new Path2D(item.d);
    if (item.fill !== null) {
      context.fillStyle = item.fill;
      context.fill(path);
    }
    if (item.stroke !== null) {
      context.strokeStyle = item.stroke;
      context.lineWidth = item.width;
      context.globalAlpha = item.opacity;
      context.setLineDash([...item.dash]);
      context.stroke(path);
    }
  } else {
    context.font = `${item.bold ? 'bold ' : ''}${item.size}px ${item.mono ? fonts.mono : fonts.sans}`;
    context.fillStyle = item.fill;
    context.textAlign = item.anchor === 'middle' ? 'center' : item.anchor === 'start' ? 'left' : 'right';
    context.textBaseline = 'alphabetic';
    context.translate(item.x, item.y);
    context.rotate((item.angle * Math.PI) / 180);
    context.fillText(item.text, 0, 0);
  }
  context.restore();
}
