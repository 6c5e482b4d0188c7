import { type Figure, hundredths, type Item } from './display.ts';

/**
 * A figure as an SVG document that stands alone: no script, no style sheet, no font, nothing from elsewhere. Attributes only,
 * so that it is drawn alike in a page, as an image, on paper and by whatever else reads SVG.
 */
export function svgOf(figure: Figure): string {
  const { width, height, title, description, lang, fonts, items } = figure;
  const size = `width="${hundredths(width)}" height="${hundredths(height)}" viewBox="0 0 ${hundredths(width)} ${hundredths(height)}"`;
  const family = escaped(fonts.sans);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" xml:lang="${escaped(lang)}" direction="ltr" font-family="${family}">
<title>${escaped(title)}</title>
<desc>${escaped(description)}</desc>
${groups(items)
  .map((group) => drawn(group, figure))
  .join('\n')}
</svg>
`;
}

/** Neighbours that are drawn alike, so that it is said once: a large grid is thousands of them. */
function groups(items: readonly Item[]): Item[][] {
  const all: Item[][] = [];
  let before = '';
  for (const item of items) {
    const alike = manner(item);
    if (alike === before) all.at(-1)?.push(item);
    else all.push([item]);
    before = alike;
  }
  return all;
}

const manner = (item: Item): string =>
  item.kind === 'text' ? `${item.mono} ${item.size} ${item.bold} ${item.anchor} ${item.fill}` : item.kind;

function drawn(group: readonly Item[], { fonts }: Figure): string {
  const [first] = group;
  const inside = group.map(element).join('\n');
  if (first?.kind === 'rect') return `<g shape-rendering="crispEdges">\n${inside}\n</g>`;
  if (first?.kind !== 'text') return inside;
  const family = first.mono ? ` font-family="${escaped(fonts.mono)}"` : '';
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
      return `<text ${place}>${tip}${escaped(text)}</text>`;
    }
  }
}

/** "rgb(1 2 3)" is CSS that older readers of SVG do not know. */
const hex = (colour: string): string =>
  colour.replace(/^rgb\((\d+) (\d+) (\d+)\)$/, (_, ...parts: string[]) =>
    ['#', ...parts.slice(0, 3).map((part) => Number(part).toString(16).padStart(2, '0'))].join(''),
  );

/** What XML 1.0 has no way to say (most control characters, halves of a pair) becomes U+FFFD. */
const escaped = (given: string): string =>
  given
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
