import { css, type ReactiveController, type ReactiveElement } from 'lit';
import { css as cssColour, type Palette, paletteOf, type Rgb } from './colour.ts';
import { DocumentWatch } from './own-window.ts';

/** Hides text visually but not from screen readers. */
export const unseenStyles = css`
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    clip-path: inset(50%);
    overflow: hidden;
    white-space: nowrap;
  }
`;

/** Colours the names of tensors by their role. */
export const roleStyles = css`
  .q {
    color: var(--sa-q);
  }
  .k {
    color: var(--sa-k);
  }
  .v {
    color: var(--sa-v);
  }
  .w {
    color: var(--sa-w);
  }
`;

/**
 * The colours of every view: the `--sa-*` properties of the page or element around it. A hidden `.probe` carries
 * them as computed colours, whatever syntax the page used.
 */
export const paletteStyles = css`
  :host {
    display: block;
    min-width: 0;
    --mono: var(--sa-mono, ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace);
    color: var(--sa-ink);
    font-family: var(--sa-font, system-ui, sans-serif);
  }
  :host([hidden]) {
    display: none;
  }
  .probe {
    display: none;
    forced-color-adjust: none;
    color: var(--sa-ink);
    background-color: var(--sa-paper);
    border-top-color: var(--sa-ink-soft);
    border-right-color: var(--sa-line);
    border-bottom-color: var(--sa-panel);
    border-left-color: var(--sa-q);
    outline-color: var(--sa-k);
    column-rule-color: var(--sa-v);
    text-decoration-color: var(--sa-w);
    font-family: var(--mono);
  }
`;

/** Reads the colours from the `.probe` in a shadow root that has `paletteStyles`. */
function readPalette(probe: Element, host: Element): Palette {
  const at = getComputedStyle(probe);
  const paper = resolve(at.backgroundColor);
  const over = (colour: string) => resolve(colour, paper);
  const colours = {
    paper,
    panel: over(at.borderBottomColor),
    ink: over(at.color),
    soft: over(at.borderTopColor),
    line: over(at.borderRightColor),
    q: over(at.borderLeftColor),
    k: over(at.outlineColor),
    v: over(at.columnRuleColor),
    w: over(at.textDecorationColor),
  };
  return paletteOf(colours, { font: getComputedStyle(host).fontFamily, mono: at.fontFamily });
}

let pixel: CanvasRenderingContext2D | null = null;

/** A computed colour may be rgb(), oklch() or color(), and may be transparent. One painted pixel resolves it. */
export function resolve(colour: string, ground: Rgb = [255, 255, 255]): Rgb {
  pixel ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  });
  if (!pixel) return ground;
  for (const layer of [cssColour(ground), colour]) {
    pixel.fillStyle = layer;
    pixel.fillRect(0, 0, 1, 1);
  }
  const [r = 0, g = 0, b = 0] = pixel.getImageData(0, 0, 1, 1).data;
  return [r, g, b];
}

/** The palette of a view that has `paletteStyles` and a `.probe`. The view updates when it may have changed. */
export class PaletteController implements ReactiveController {
  value: Palette | null = null;
  private stopWatching: (() => void) | null = null;

  constructor(
    private readonly host: ReactiveElement,
    private readonly onChange: () => void,
  ) {
    host.addController(this);
  }

  read(): void {
    const probe = this.host.renderRoot?.querySelector('.probe');
    this.value = probe ? readPalette(probe, this.host) : null;
    this.host.requestUpdate();
    this.onChange();
  }

  hostConnected(): void {
    this.stopWatching = schemeChanges.listen(this.host, () => this.read());
    // It may be back in another place.
    if (this.value) this.read();
  }

  hostUpdated(): void {
    if (!this.value) this.read();
  }

  hostDisconnected(): void {
    this.stopWatching?.();
  }
}

/** The page's colours may have changed: the colour scheme, or the root's theme, class or style. */
const schemeChanges = new DocumentWatch(({ documentElement, defaultView }, notify, signal) => {
  const view = defaultView ?? window;
  for (const query of [
    '(prefers-color-scheme: dark)',
    '(forced-colors: active)',
    `(resolution: ${view.devicePixelRatio}dppx)`,
  ]) {
    view.matchMedia(query).addEventListener('change', notify, { signal });
  }
  const observer = new MutationObserver(notify);
  observer.observe(documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
  signal.addEventListener('abort', () => observer.disconnect());
});
