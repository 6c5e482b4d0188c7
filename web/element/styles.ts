import { css } from 'lit';
import type { ElementTheme } from './attribute-values.ts';

/** Colours, unless the page sets them on the element. A rule of the page goes before these. */
const light = css`
  :host {
    color-scheme: light;
    --sa-paper: #fdfcf9;
    --sa-panel: #f5f3ec;
    --sa-ink: #1c1c1a;
    --sa-ink-soft: #5b5a54;
    --sa-line: #dedbd1;
    --sa-q: #0b5cad;
    --sa-k: #a94e00;
    --sa-v: #0b6e4f;
    --sa-w: #6a3d9a;
    --sa-focus: #0b5cad;
    --sa-wrong: #a8112c;
    --sa-field: #fff;
    --sa-edge: #8b887d;
  }
`;

const dark = css`
  :host {
    color-scheme: dark;
    --sa-paper: #16171b;
    --sa-panel: #1e2025;
    --sa-ink: #ecebe6;
    --sa-ink-soft: #a9a8a2;
    --sa-line: #34363d;
    --sa-q: #79b4ff;
    --sa-k: #ffab66;
    --sa-v: #5dd0a1;
    --sa-w: #c6a6f7;
    --sa-focus: #79b4ff;
    --sa-wrong: #ff8f9c;
    --sa-field: #101114;
    --sa-edge: #74757c;
  }
`;

const own = css`
  .frame {
    background: var(--sa-paper);
    color: var(--sa-ink);
    border-color: var(--sa-line);
    border-radius: var(--sa-radius, 4px);
    font: var(--sa-font-size, 0.9375rem) / 1.5 var(--sa-font, system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif);
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
    touch-action: manipulation;
  }
  .box.failed:not(.drawn) .frame:empty {
    display: none;
  }
  .heatmap > sa-heatmap {
    --sa-heatmap-max: var(--side);
  }
  .arcs > sa-lines {
    --sa-lines-max: var(--side);
  }
  .problem {
    flex: none;
    inline-size: 100%;
    color: var(--sa-wrong);
    font-family: var(--sa-font, system-ui, sans-serif);
  }
  .problem:empty {
    display: none;
  }
`;

const made = new Map<ElementTheme, readonly CSSStyleSheet[]>();

/** The same sheets for all elements of a page. */
export function sheetsFor(theme: 'light' | 'dark'): readonly CSSStyleSheet[] {
  let sheets = made.get(theme);
  if (sheets === undefined) {
    sheets = [theme === 'dark' ? dark : light, own].flatMap(({ styleSheet }) => styleSheet ?? []);
    made.set(theme, sheets);
  }
  return sheets;
}
