import type { Box, Flow, Mark, StagePicture } from './marks.ts';

/** Hundredths of a pixel are enough. */
export const fine = (value: number): number => Math.round(value * 100) / 100;

/** Cells stay light enough for the numbers on them. */
export function fillOpacity({ look, strength }: Pick<Box, 'look' | 'strength'>): number {
  if (look === 'frame') return 0;
  if (look === 'bar') return fine(strength);
  if (look === 'hatched') return 1;
  return fine((look === 'lit' ? 0.12 : 0.05) + 0.34 * strength);
}

export function curveOf({ x, y, toX, toY }: Pick<Flow, 'x' | 'y' | 'toX' | 'toY'>): string {
  const middle = fine((x + toX) / 2);
  return `M${fine(x)} ${fine(y)}C${middle} ${fine(y)} ${middle} ${fine(toY)} ${fine(toX)} ${fine(toY)}`;
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A picture's marks as SVG text, for pages without scripts. `marks.css` colours them. */
export const markup = ({ marks }: StagePicture): string =>
  marks
    .filter(({ opacity }) => opacity > 0)
    .map(textOf)
    .join('');

function textOf(mark: Mark): string {
  const seen = mark.opacity === 1 ? '' : ` opacity="${fine(mark.opacity)}"`;
  switch (mark.kind) {
    case 'box': {
      const { x, y, width, height, role, look } = mark;
      if (width <= 0) return '';
      return `<rect class="box ${role} ${look}" x="${fine(x)}" y="${fine(y)}" width="${fine(width)}" height="${fine(height)}" rx="${look === 'bar' ? 1.5 : 3}" fill-opacity="${fillOpacity(mark)}"${seen}/>`;
    }
    case 'label': {
      const { x, y, size, anchor, role, look, text, sub, power } = mark;
      const low = sub === undefined ? '' : `<tspan dy="0.3em">${escaped(sub)}</tspan>`;
      const high = power === undefined ? '' : `<tspan dy="-0.3em">${escaped(power)}</tspan>`;
      return `<text class="label ${role} ${look}" x="${fine(x)}" y="${fine(y)}" dy="0.35em" font-size="${fine(size)}" text-anchor="${anchor}"${seen}>${escaped(text)}${low}${high}</text>`;
    }
    case 'flow':
      return `<path class="flow ${mark.role}" d="${curveOf(mark)}" stroke-width="${fine(mark.width)}"${seen}/>`;
  }
}
