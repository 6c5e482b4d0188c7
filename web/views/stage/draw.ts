import { nothing, svg, type TemplateResult } from 'lit';
import type { Box, Flow, Label, Mark, StagePicture } from './marks.ts';
import { curveOf, fillOpacity, fine } from './markup.ts';

/**
 * A picture's marks as SVG elements: bands below boxes below text. An element that can be pressed has its mark's
 * index as `data-mark`. Elements are reused, so every attribute is written each time.
 */
export function drawn({ marks }: StagePicture, chosen: string | null): readonly (readonly TemplateResult[])[] {
  const layers = { flow: [] as TemplateResult[], box: [] as TemplateResult[], label: [] as TemplateResult[] };
  for (const [index, mark] of marks.entries()) layers[mark.kind].push(element(mark, index, mark.key === chosen));
  return Object.values(layers);
}

function element(mark: Mark, index: number, chosen: boolean): TemplateResult {
  switch (mark.kind) {
    case 'box':
      return box(mark, index, chosen);
    case 'label':
      return label(mark, index);
    case 'flow':
      return flow(mark);
  }
}

const box = ({ x, y, width, height, role, look, strength, opacity, number }: Box, index: number, chosen: boolean) =>
  svg`<rect
    class="box ${role} ${look} ${chosen ? 'chosen' : ''}"
    data-mark=${number === undefined ? nothing : index}
    x=${fine(x)}
    y=${fine(y)}
    width=${fine(Math.max(0, width))}
    height=${fine(Math.max(0, height))}
    rx=${look === 'bar' ? 1.5 : 3}
    fill-opacity=${fillOpacity({ look, strength })}
    opacity=${fine(opacity)}
  />`;

const label = ({ x, y, text, sub, power, size, anchor, role, look, opacity, number }: Label, index: number) =>
  svg`<text
    class="label ${role} ${look}"
    data-mark=${number === undefined ? nothing : index}
    x=${fine(x)}
    y=${fine(y)}
    dy="0.35em"
    font-size=${fine(size)}
    text-anchor=${anchor}
    opacity=${fine(opacity)}
  >${text}${sub === undefined ? nothing : svg`<tspan dy="0.3em">${sub}</tspan>`}${power === undefined ? nothing : svg`<tspan dy="-0.3em">${power}</tspan>`}</text>`;

const flow = (mark: Flow) =>
  svg`<path class="flow ${mark.role}" d=${curveOf(mark)} stroke-width=${fine(mark.width)} opacity=${fine(mark.opacity)} />`;

/** Fills hidden cells. */
export const hatch = svg`<defs>
  <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <line class="hatch-line" x1="0" y1="0" x2="0" y2="6" />
  </pattern>
</defs>`;
