import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Digits } from '../../trace/number-format.ts';
import { visibleToken } from '../../trace/token-text.ts';
import { cancelDraw, define, scheduleDraw } from '../shared/custom-element.ts';
import { emit } from '../shared/events.ts';
import { positionOf, rove } from '../shared/keyboard.ts';
import { LocalizedElement } from '../shared/localized-element.ts';
import { PaletteController, paletteStyles, unseenStyles } from '../shared/palette.ts';
import { type GridModel, matrixGrid } from './model.ts';
import { PaintCache } from './paint.ts';
import { paintThumbnail } from './thumbnail.ts';

/** The attention of one head and its description. */
export interface HeadMap {
  readonly name: string;
  /** A sentence about the row in focus. */
  readonly reading: string;
  /** (T_q, T_k) */
  readonly weights: Float32Array;
  /** −∞ where a key is hidden. Null if none is. */
  readonly masked: Float32Array | null;
}

/** More small ones than this have no room for their names. */
export const NAMED = 4;

/**
 * `<sa-head-maps>`: the attention of all heads of a layer, side by side and without labels. A press or Enter on one
 * dispatches `sa-head-choice`. Each has a sentence about its row in focus.
 */
@define('sa-head-maps')
export class SaHeadMaps extends LocalizedElement {
  static override styles = [
    paletteStyles,
    unseenStyles,
    css`
      [role='listbox'] {
        display: grid;
        grid-template-columns: repeat(auto-fill, calc(var(--size) + 16px));
        gap: 0.5rem;
        max-block-size: var(--head-maps-height, 24rem);
        padding: 4px;
        overflow: auto;
      }
      /* Small ones are in one row. */
      .row {
        /* Its hidden texts scroll with it. */
        position: relative;
        display: flex;
        gap: 0;
        overflow: auto hidden;
        scrollbar-width: thin;
      }
      .row [role='option'] {
        display: flex;
        flex: none;
        align-items: center;
        gap: 8px;
      }
      /* Where there is no room for the names, they are read out and in the tooltips. */
      .row .name {
        position: var(--head-names-position, static);
        clip-path: var(--head-names-clip, none);
        min-inline-size: 3.5rem;
        max-inline-size: 5.5rem;
        line-height: 1.2;
        white-space: normal;
      }
      .row.many [role='option']:not([aria-selected='true']) .name {
        position: absolute;
        clip-path: inset(50%);
      }
      :host {
        container-type: inline-size;
      }
      @container (width < 30rem) {
        .row [role='option'] {
          gap: 4px;
          padding: 2px;
        }
        .row .name {
          max-inline-size: 3.625rem;
        }
      }
      [role='option'] {
        box-sizing: border-box;
        padding: 6px;
        border: 2px solid transparent;
        border-radius: 4px;
        outline: none;
        cursor: pointer;
      }
      [role='option']:hover {
        border-color: var(--sa-line);
      }
      [aria-selected='true'] {
        border-color: var(--sa-w);
      }
      [role='option']:focus-visible {
        outline: 3px solid var(--sa-focus);
      }
      canvas {
        display: block;
      }
      .name {
        display: block;
        overflow: hidden;
        color: var(--sa-ink-soft);
        font-size: 0.75rem;
        line-height: 1.25rem;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      [aria-selected='true'] .name {
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

  @property({ attribute: false }) heads: readonly HeadMap[] = [];
  @property({ attribute: false }) queryLabels: readonly string[] = [];
  @property({ attribute: false }) keyLabels: readonly string[] = [];
  /** The index of the head on show. */
  @property({ type: Number }) selected = 0;
  /** The row in focus. */
  @property({ type: Number }) query = 0;
  @property() label = '';
  @property({ type: Number }) digits: Digits = 2;
  /** The width and height of a picture in CSS pixels. Below 100 they are all in one row. */
  @property({ type: Number }) size = 128;

  @state() private active = 0;
  private caches: readonly PaintCache[] = [];
  private models: readonly GridModel[] = [];
  private readonly palette = new PaletteController(this, () => scheduleDraw(this, this.draw));

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelDraw(this.draw);
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('selected') && !this.matches(':focus-within')) this.active = this.selected;
    if (!['heads', 'queryLabels', 'keyLabels', 'digits'].some((name) => changed.has(name))) return;
    this.models = this.heads.map(({ weights, masked }) => this.modelOf(weights, masked));
    this.caches = this.heads.map((_, head) => this.caches[head] ?? new PaintCache());
  }

  private modelOf(weights: Float32Array, masked: Float32Array | null): GridModel {
    return matrixGrid({
      name: 'weights',
      data: weights,
      masked,
      digits: this.digits === 0 ? 0 : 1,
      areWeights: true,
      rows: this.queryLabels.length,
      columns: this.keyLabels.length,
      rowLabels: this.queryLabels.map(visibleToken),
      columnLabels: this.keyLabels.map(visibleToken),
      rowRole: 'q',
      columnRole: 'k',
      scaleMax: 1,
    });
  }

  override updated(changed: PropertyValues): void {
    this.style.setProperty('--size', `${this.size}px`);
    scheduleDraw(this, this.draw);
    if (changed.has('selected') || changed.has('heads')) this.bringIntoRow();
  }

  /** The one on show is in sight. Nothing else scrolls. */
  private bringIntoRow(): void {
    const row = this.renderRoot.querySelector<HTMLElement>('.row');
    const own = row?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!row || !own) return;
    const end = own.offsetLeft + own.offsetWidth;
    if (own.offsetLeft < row.scrollLeft) row.scrollLeft = own.offsetLeft;
    else if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth;
  }

  private readonly draw = (): void => {
    const palette = this.palette.value;
    if (!palette) return;
    for (const [head, canvas] of this.renderRoot.querySelectorAll('canvas').entries()) {
      const [model, cache] = [this.models[head], this.caches[head]];
      if (!model || !cache || model.rows === 0 || model.columns === 0) continue;
      paintThumbnail(canvas, { model, cache, palette, size: this.size, query: this.query });
    }
  };

  override render() {
    return html`<i class="probe"></i>
      <div
      role="listbox"
      class=${this.size >= 100 ? '' : this.heads.length > NAMED ? 'row many' : 'row'}
      aria-label=${this.label || nothing}
      @click=${(event: MouseEvent) => this.choose(positionOf(event))}
      @keydown=${this.onKey}
    >
      ${this.heads.map(
        ({ name, reading }, head) => html`<div
          role="option"
          title=${name}
          data-position=${head}
          tabindex=${head === this.active ? 0 : -1}
          aria-selected=${head === this.selected ? 'true' : 'false'}
        >
          <canvas aria-hidden="true" width=${this.size} height=${this.size}></canvas>
          <span class="name">${name}</span><span class="unseen">. ${reading}</span>
        </div>`,
      )}
    </div>`;
  }

  private choose(head: number | null): void {
    if (head === null) return;
    this.active = head;
    emit(this, 'sa-head-choice', head);
  }

  private onKey(event: KeyboardEvent): void {
    const from = positionOf(event);
    if (from === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const isChosen = event.key === 'Enter' || event.key === ' ';
    const to = isChosen ? from : rove(event.key, from, this.heads.length);
    if (to === null) return;
    event.preventDefault();
    if (isChosen) this.choose(from);
    this.active = to;
    this.renderRoot.querySelector<HTMLElement>(`[data-position="${to}"]`)?.focus();
  }
}
