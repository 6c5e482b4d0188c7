import { css, unsafeCSS } from 'lit';
import colours from '../views/shared/colours.css' with { type: 'text' };
import common from '../views/shared/common.css' with { type: 'text' };

/** What the page sets on the element goes before the colours here. */
const own = css`
  ${unsafeCSS(colours)}
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

/** The scheme picks the colours. It is set on the frame too, which inherits nothing of the page. */
const schemes = {
  light: css`
    :host,
    .frame {
      color-scheme: light;
    }
  `,
  dark: css`
    :host,
    .frame {
      color-scheme: dark;
    }
  `,
};

/** The same sheets for all elements of a page. */
export const sheetsFor = (theme: keyof typeof schemes): readonly CSSStyleSheet[] =>
  [schemes[theme], own].flatMap(({ styleSheet }) => styleSheet ?? []);
