import { html, svg, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';

export interface WaterfallRow {
  readonly name: unknown;
  readonly value: number;
  readonly text: string;
}

/** Each row begins where the one before it ended. The last one is the score, from 0. A part that takes away is hollow. */
export function waterfall(label: string, rows: readonly WaterfallRow[], score: WaterfallRow): TemplateResult {
  let end = 0;
  const parts = rows.map((row) => {
    const start = end;
    end += row.value;
    return { ...row, start, end };
  });
  const ends = [0, score.value, ...parts.map((part) => part.end)];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const width = high - low || 1;
  const place = (value: number): number => ((value - low) / width) * 100;
  const draw = (row: WaterfallRow, from: number, to: number, isScore: boolean): TemplateResult => {
    const [left, right] = [place(Math.min(from, to)), place(Math.max(from, to))];
    const bar = svg`<rect class=${classMap({ bar: true, less: row.value < 0 })} x="${left}%" y="15%" width="${Math.max(right - left, 0.3)}%" height="70%"></rect>`;
    return html`<li class=${isScore ? 'score' : ''}>
      <span>${row.name}</span>
      <svg class="track" aria-hidden="true">
        <line x1="${place(0)}%" x2="${place(0)}%" y1="0" y2="100%"></line>
        ${row.value === 0 ? '' : bar}
      </svg>
      <span class="value">${row.text}</span>
    </li>`;
  };
  return html`<ol class="waterfall" aria-label=${label}>
    ${parts.map((part) => draw(part, part.start, part.end, false))} ${draw(score, 0, score.value, true)}
  </ol>`;
}
