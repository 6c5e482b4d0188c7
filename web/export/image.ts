import type { PlatformBlob } from '../core/platform.ts';
import { AttentionError } from '../scene/error.ts';
import { type Figure, hundredths, type Item, type Label } from './drawing.ts';

/**
 * A figure as a standalone SVG document: no script, style sheet, font or external resource. It uses only attributes, so it looks the
 * same in a page, as an image, on paper and in other programs.
 */
export function svgOf(figure: Figure): string {
  const { width, height, title, description, lang, fonts, items } = figure;
  const size = `width="${hundredths(width)}" height="${hundredths(height)}" viewBox="0 0 ${hundredths(width)} ${hundredths(height)}"`;
  const family = escaped(fonts.sans);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" xml:lang="${escaped(lang)}" direction="ltr" font-family="${family}">
<title>${escaped(title)}</title>
<desc>${escaped(description)}</desc>
${groups(items)
  .map((group) => groupMarkup(group, figure))
  .join('\n')}
</svg>
`;
}

/** Groups neighbours of the same style, so that the style is written once. A large grid has thousands of items. */
function groups(items: readonly Item[]): Item[][] {
  const all: Item[][] = [];
  let previous = '';
  for (const item of items) {
    const style = styleOf(item);
    if (style === previous) all.at(-1)?.push(item);
    else all.push([item]);
    previous = style;
  }
  return all;
}

const styleOf = (item: Item): string =>
  item.kind === 'text' ? `${familyOf(item)} ${item.size} ${item.bold} ${item.anchor} ${item.fill}` : item.kind;

const familyOf = ({ mono, serif }: Label): keyof Figure['fonts'] => (mono ? 'mono' : serif ? 'serif' : 'sans');

function groupMarkup(group: readonly Item[], { fonts }: Figure): string {
  const [first] = group;
  const inside = group.map(element).join('\n');
  if (first?.kind === 'rect') return `<g shape-rendering="crispEdges">\n${inside}\n</g>`;
  if (first?.kind !== 'text') return inside;
  const kind = familyOf(first);
  const family = kind === 'sans' ? '' : ` font-family="${escaped(fonts[kind])}"`;
  const weight = first.bold ? ' font-weight="bold"' : '';
  const anchor = first.anchor === 'start' ? '' : ` text-anchor="${first.anchor}"`;
  return `<g font-size="${first.size}" fill="${hex(first.fill)}"${family}${weight}${anchor}>\n${inside}\n</g>`;
}

function element(item: Item): string {
  switch (item.kind) {
    case 'rect':
      return `<rect x="${item.x}" y="${item.y}" width="${item.width}" height="${item.height}" fill="${hex(item.fill)}"/>`;
    case 'path': {
      const stroke =
        item.stroke === null ? '' : ` stroke="${hex(item.stroke)}" stroke-width="${hundredths(item.width)}"`;
      const opacity = item.opacity === 1 ? '' : ` stroke-opacity="${hundredths(item.opacity)}"`;
      const dash = item.dash.length === 0 ? '' : ` stroke-dasharray="${item.dash.join(' ')}"`;
      return `<path d="${item.d}" fill="${item.fill === null ? 'none' : hex(item.fill)}"${stroke}${opacity}${dash}/>`;
    }
    case 'text': {
      const { x, y, angle, whole, text } = item;
      const place = angle === 0 ? `x="${x}" y="${y}"` : `transform="translate(${x} ${y}) rotate(${angle})"`;
      const tip = whole === null ? '' : `<title>${escaped(whole)}</title>`;
      const drawn = `<text ${place}>${tip}${escaped(text)}</text>`;
      return item.href === undefined ? drawn : `<a href="${escaped(item.href)}" target="_blank">${drawn}</a>`;
    }
  }
}

/** Older SVG readers do not understand "rgb(1 2 3)". */
const hex = (colour: string): string =>
  colour.replace(/^rgb\((\d+) (\d+) (\d+)\)$/, (_, ...parts: string[]) =>
    ['#', ...parts.slice(0, 3).map((part) => Number(part).toString(16).padStart(2, '0'))].join(''),
  );

/** Escapes text for XML. Characters that XML 1.0 cannot contain (most controls, lone surrogates) become U+FFFD. */
export const escaped = (given: string): string =>
  given
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export type Scale = 1 | 2 | 4;

/** The largest canvas side that every browser supports. Pixels */
const LARGEST = 16_384;

/**
 * A figure as PNG, with `scale` pixels for each px. It is drawn on a canvas, because loading an SVG as an image needs a blob: or data:
 * address, which a strict policy forbids. Throws AttentionError `range` (scale), `too-large` (no canvas is that large) and `unsupported`.
 */
export async function pngOf(figure: Figure, scale: Scale = 1): Promise<PlatformBlob> {
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
    context.font = `${item.bold ? 'bold ' : ''}${item.size}px ${fonts[familyOf(item)]}`;
    context.fillStyle = item.fill;
    context.textAlign = item.anchor === 'middle' ? 'center' : item.anchor === 'start' ? 'left' : 'right';
    context.textBaseline = 'alphabetic';
    context.translate(item.x, item.y);
    context.rotate((item.angle * Math.PI) / 180);
    context.fillText(item.text, 0, 0);
  }
  context.restore();
}
