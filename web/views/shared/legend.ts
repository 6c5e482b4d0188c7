import { css, html, nothing } from 'lit';
import type { LanguageCode } from '../../i18n/language.ts';
import { fill } from '../../i18n/sentences.ts';
import { viewWords } from '../../i18n/views.ts';
import type { ColourScale } from './colour.ts';
import { styled } from './custom-element.ts';

const STOPS = 12;

/** Cells without a colour: hatched, or crossed if they hold NaN or ∞. */
export interface Marks {
  readonly hidden: boolean;
  readonly nonFinite: boolean;
}

/** The colour scale with numbers at its ends, and a sample of each mark in use. */
export function legend(
  language: LanguageCode,
  scale: ColourScale | null,
  ends: { low: string; high: string },
  { hidden, nonFinite }: Marks = { hidden: false, nonFinite: false },
  note: string | null = null,
) {
  const words = viewWords(language);
  if (!scale) return nothing;
  const last = scale.fill.length - 1;
  const stops = Array.from({ length: STOPS + 1 }, (_, i) => scale.fill[Math.round((i / STOPS) * last)]);
  const ramp = { 'background-image': `linear-gradient(to right, ${stops.join(', ')})` };
  const name = fill(words.grid.legend, ends);
  return html`<div class="legend">
    <span role="img" aria-label=${name}>
      ${ends.low}<i class="ramp" ${styled(ramp)}></i>${ends.high}
    </span>
    ${hidden ? html`<span><i class="hatch"></i>${words.grid.masked}</span>` : nothing}
    ${nonFinite ? html`<span><i class="non-finite" aria-hidden="true">×</i>${words.grid.nonFinite}</span>` : nothing}
    ${note === null ? nothing : html`<span class="note" title=${note}>${note}</span>`}
  </div>`;
}

/** A picture with its legend above or below. Later sheets may style `.legend` and `.note` further. */
export const legendStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    gap: 0.5rem;
    font-size: 0.8125rem;
    line-height: 1.35;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 1.25rem;
    color: var(--sa-ink-soft);
    font-size: 0.75rem;
  }
  .legend span {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    font-variant-numeric: tabular-nums;
  }
  .ramp {
    width: 7rem;
    height: 0.75rem;
    border: 1px solid var(--sa-line);
    forced-color-adjust: none;
  }
  .hatch {
    width: 1.25rem;
    height: 0.75rem;
    border: 1px solid var(--sa-line);
    background: repeating-linear-gradient(-45deg, var(--sa-ink-soft) 0 1px, transparent 1px 4px);
    forced-color-adjust: none;
  }
`;
