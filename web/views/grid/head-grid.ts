import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { cancelDraw, define, pixelRatioOf, scheduleDraw } from '../shared/custom-element.ts';
import { emit } from '../shared/events.ts';
import { positionOf, rove } from '../shared/keyboard.ts';
import { LocalizedElement } from '../shared/localized-element.ts';
import { PaletteController, paletteStyles, unseenStyles } from '../shared/palette.ts';
import { matrixGrid } from './model.ts';
import { PaintCache } from './paint.ts';
import { pooled } from './pooled.ts';
import { paintThumbnail } from './thumbnail.ts';

/** The width of a place and a name, in CSS pixels. */
const NAMED = 88;

/** One head of a grid. */
export interface GridHead {
  readonly layer: number;
  readonly head: number;
  /** Its place, such as “2.3”. */
  readonly place: string;
  /** What it does. Empty if nothing is clear. */
  readonly kind: string;
  readonly label: string;
}

/** The numbers of a thumbnail (rows, columns), from 0. Those from `most` on have the strongest colour. */
export interface HeadNumbers {
  readonly rows: number;
  readonly columns: number;
  readonly numbers: Float32Array;
  readonly masked: Float32Array | null;
  readonly most: number;
}

/**
 * `<sa-head-grid>`: thumbnails of many heads. One that comes into view asks `read` for its numbers and is painted; the others are not read.
 * A press or Enter dispatches `sa-head-choice` with the index of the head.
 */
@define('sa-head-grid')
export class SaHeadGrid extends LocalizedElement {
  static override styles = [
    paletteStyles,
    unseenStyles,
    css`
      [role='listbox'] {
        position: relative;
        display: grid;
        grid-template-columns: var(--columns);
        gap: 1px;
        justify-content: start;
      }
      [role='option'] {
        box-sizing: border-box;
        min-inline-size: 0;
        padding: 2px;
        border: 2px solid transparent;
        border-radius: 4px;
        outline: none;
        cursor: pointer;
      }
      .first {
        grid-column-start: 1;
      }
      @media (hover: hover) {
        [role='option']:not([aria-selected='true']):hover {
          border-color: var(--sa-line);
        }
      }
      [aria-selected='true'] {
        border-color: var(--sa-w);
      }
      [role='option']:focus-visible {
        outline: 3px solid var(--sa-focus);
        outline-offset: -1px;
      }
      canvas {
        display: block;
        inline-size: var(--size);
        block-size: var(--size);
        background: var(--sa-panel);
      }
      .name {
        display: block;
        overflow: hidden;
        color: var(--sa-ink-soft);
        font-size: 0.6875rem;
        line-height: 0.875rem;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .kind {
        color: var(--sa-ink);
        font-weight: 600;
      }
      @media (forced-colors: active) {
        [aria-selected='true'] {
          border-color: Highlight;
        }
      }
    `,
  ];

  @property({ attribute: false }) heads: readonly GridHead[] = [];
  /** Heads in a row, which each layer begins. Null: as many as there is room for. */
  @property({ attribute: false }) columns: number | null = null;
  /** Null if they cannot be read. */
  @property({ attribute: false }) read: (head: GridHead) => HeadNumbers | null = () => null;
  /** The index of the head on show, or −1. */
  @property({ attribute: false }) selected = -1;
  /** The width and height of a picture in CSS pixels. */
  @property({ attribute: false }) size = 64;
  @property() label = '';

  @state() private active = 0;
  private readonly inView = new Set<Element>();
  private readonly waiting = new Set<Element>();
  private readonly palette = new PaletteController(this, () => this.paintAgain());
  private readonly views = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting && !this.inView.has(target)) this.waiting.add(target);
      if (isIntersecting) this.inView.add(target);
      else this.inView.delete(target);
    }
    scheduleDraw(this, this.draw);
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelDraw(this.draw);
    this.views.disconnect();
    this.inView.clear();
    this.waiting.clear();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('heads') && !changed.has('selected')) return;
    this.active = Math.max(0, Math.min(this.selected, this.heads.length - 1));
  }

  protected override updated(changed: PropertyValues): void {
    if (!['heads', 'read', 'size', 'columns'].some((name) => changed.has(name))) return;
    const { columns, size } = this;
    this.style.setProperty('--size', `${size}px`);
    // Names have room beside each other, where there is any.
    const [least, most] = [size + 8, Math.max(NAMED, size + 8)];
    const template =
      columns === null ? `repeat(auto-fill, ${most}px)` : `repeat(${columns}, minmax(${least}px, ${most}px))`;
    this.style.setProperty('--columns', template);
    const canvases = new Set(this.renderRoot.querySelectorAll('canvas'));
    for (const canvas of this.inView) if (!canvases.has(canvas as HTMLCanvasElement)) this.inView.delete(canvas);
    for (const canvas of canvases) this.views.observe(canvas);
    // A name that becomes known changes no picture.
    const before = changed.get('heads') as readonly GridHead[] | undefined;
    const areSame = before !== undefined && placesOf(before) === placesOf(this.heads);
    if (!areSame || ['read', 'size', 'columns'].some((name) => changed.has(name))) this.paintAgain();
  }

  private paintAgain(): void {
    for (const canvas of this.inView) this.waiting.add(canvas);
    scheduleDraw(this, this.draw);
  }

  private readonly draw = (): void => {
    const palette = this.palette.value;
    if (!palette) return;
    for (const canvas of this.waiting) {
      const head = this.heads[positionOfItem(canvas)];
      const found = head && canvas.isConnected ? this.read(head) : null;
      if (found === null || found === undefined) continue;
      const pixels = Math.max(1, Math.round(this.size * pixelRatioOf(canvas)));
      const { rows, columns, numbers, masked, most } = pooled(found, pixels);
      const model = matrixGrid({
        name: 'weights',
        data: numbers,
        masked,
        digits: 1,
        areWeights: true,
        rows,
        columns,
        rowLabels: [],
        columnLabels: [],
        rowRole: 'q',
        columnRole: 'k',
        scaleMax: most,
      });
      const cache = new PaintCache();
      paintThumbnail(canvas as HTMLCanvasElement, { model, cache, palette, size: this.size, query: null });
    }
    this.waiting.clear();
  };

  protected override render() {
    const { size, columns } = this;
    return html`<i class="probe"></i>
      <div
        role="listbox"
        aria-label=${this.label || nothing}
        @click=${(event: MouseEvent) => this.choose(positionOf(event))}
        @keydown=${this.onKey}
      >
        ${this.heads.map(
          ({ head, place, kind, label }, index) => html`<div
            role="option"
            class=${head === 0 && columns !== null ? 'first' : nothing}
            title=${label}
            data-position=${index}
            tabindex=${index === this.active ? 0 : -1}
            aria-selected=${index === this.selected ? 'true' : 'false'}
          >
            <canvas aria-hidden="true" width=${size} height=${size}></canvas>
            <span class="name">${place} <span class="kind">${kind}</span></span><span class="unseen">. ${label}</span>
          </div>`,
        )}
      </div>`;
  }

  private choose(index: number | null): void {
    if (index !== null) emit(this, 'sa-head-choice', index);
  }

  private onKey(event: KeyboardEvent): void {
    const from = positionOf(event);
    if (from === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.choose(from);
      return;
    }
    const to = this.below(event.key, from) ?? rove(event.key, from, this.heads.length);
    if (to === null) return;
    event.preventDefault();
    this.active = to;
    this.renderRoot.querySelector<HTMLElement>(`[data-position="${to}"]`)?.focus();
  }

  /** The head a row above or below, which may have fewer. The same head in the last row. Null for other keys. */
  private below(key: string, from: number): number | null {
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
    const options = Array.from(this.renderRoot.querySelectorAll<HTMLElement>('[role=option]'));
    const { offsetTop: top = 0, offsetLeft: left = 0 } = options[from] ?? {};
    const isBeyond = (at: number): boolean => (key === 'ArrowDown' ? at > top : at < top);
    const tops = options.flatMap(({ offsetTop }) => (isBeyond(offsetTop) ? [offsetTop] : []));
    const next = key === 'ArrowDown' ? Math.min(...tops) : Math.max(...tops);
    const to = options.findLastIndex(({ offsetTop, offsetLeft }) => offsetTop === next && offsetLeft <= left);
    return to < 0 ? from : to;
  }
}

const placesOf = (heads: readonly GridHead[]): string => heads.map(({ place }) => place).join();

const positionOfItem = (canvas: Element): number =>
  Number(canvas.closest('[data-position]')?.getAttribute('data-position'));
