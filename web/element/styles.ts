import { type CSSResult, css, unsafeCSS } from 'lit';
import common from '../views/shared/common.css?inline';
import { sheetsIn } from '../views/shared/style-sheets.ts';
import { themeColours } from '../views/shared/theme-colours.ts';
import type { SelfAttentionElement } from './element.ts';
import { lazyStyles } from './lazy-modules.ts';
import { groundChanges, isDark } from './page-theme.ts';

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
  .arcs {
    max-block-size: 28rem;
    overflow: auto;
  }
  .lines > sa-lines {
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

const colours = { light: coloursOf('light'), dark: coloursOf('dark') };

/** The style sheets of an element, for the page's ground behind it and for what is drawn in it. */
export class ElementStyles {
  isDark = false;
  private stopListening: (() => void) | null = null;

  constructor(
    private readonly element: SelfAttentionElement,
    private readonly onChange: () => void,
  ) {}

  connect(): void {
    this.disconnect();
    this.stopListening = groundChanges.listen(this.element, () => this.apply());
    this.apply();
  }

  disconnect(): void {
    this.stopListening?.();
    this.stopListening = null;
  }

  apply(): void {
    const { theme, shadowRoot, ownerDocument } = this.element;
    const dark = theme === 'dark' || (theme !== 'light' && isDark(this.element));
    const sheets = sheetsIn(ownerDocument, [colours[dark ? 'dark' : 'light'], own, ...lazyStyles()]);
    const [placeholder, ...before] = shadowRoot?.adoptedStyleSheets ?? [];
    // Without a window there is no sheet.
    if (shadowRoot === null || placeholder === undefined) return;
    if (sheets.length === before.length && sheets.every((sheet, index) => sheet === before[index])) return;
    this.isDark = dark;
    shadowRoot.adoptedStyleSheets = [placeholder, ...sheets];
    this.onChange();
  }
}
