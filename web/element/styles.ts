import { type CSSResult, css, unsafeCSS } from 'lit';
import type { ElementTheme } from '../export/attribute-values.ts';
import common from '../views/shared/common.css?inline';
import { themeColours } from '../views/shared/theme-colours.ts';

/** Colours, unless the page sets them on the element. A rule of the page goes before these. */
const coloursOf = (theme: keyof typeof themeColours): CSSResult => {
  const properties = Object.entries(themeColours[theme]).map(([name, colour]) => `--sa-${name}: ${colour};`);
  return unsafeCSS(`:host { color-scheme: ${theme}; ${properties.join(' ')} }`);
};

const own = css`
  ${unsafeCSS(common)}
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
    sheets = [coloursOf(theme), own].flatMap(({ styleSheet }) => styleSheet ?? []);
    made.set(theme, sheets);
  }
  return sheets;
}
