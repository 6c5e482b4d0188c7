import { html, nothing } from 'lit';
import type { ColourScale } from './scale.ts';
import { fill, strings } from './strings.ts';
import { styled } from './styled.ts';

const STOPS = 12;

/** The colour scale with numbers at its ends (and its middle when it diverges), and a sample of the hatching. */
export function legend(
  scale: ColourScale | null,
  ends: { low: string; high: string },
  hidden: string | null,
  note: string | null = null,
) {
  if (!scale) return nothing;
  const last = scale.fill.length - 1;
  const stops = Array.from({ length: STOPS + 1 }, (_, i) => scale.fill[Math.round((i / STOPS) * last)]);
  const ramp = { 'background-image': `linear-gradient(to right, ${stops.join(', ')})` };
  const name = fill(strings.grid.legend, ends);
  return html`<div class="legend">
    <span role="img" aria-label=${name}>
      ${ends.low}<i class="ramp" ${styled(ramp)}></i>${ends.high}
    </span>
    ${hidden === null ? nothing : html`<span><i class="hatch"></i>${hidden}</span>`}
    ${note === null ? nothing : html`<span class="note" title=${note}>${note}</span>`}
  </div>`;
}
