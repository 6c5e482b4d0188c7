import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { formatPercent } from '../../trace/number-format.ts';
import { isRightToLeft } from '../../trace/token-text.ts';
import { define, styled } from '../shared/custom-element.ts';
import { SaTokens } from '../tokens/tokens.ts';
import { arcsOf, pathOf, ROOM, type WordBox } from './arcs.ts';

export interface Swap {
  /** The index of the token. */
  readonly index: number;
  readonly word: string;
  /** The accessible name of the button. */
  readonly label: string;
  readonly press: () => void;
}

/**
 * `<sa-sentence>`: the sentence in large type. From the asking word an arc leads to every other word, as wide as that word's
 * weight. The words can be pressed as in `<sa-tokens>`.
 */
@define('sa-sentence')
export class SaSentence extends SaTokens {
  static override styles = [
    ...SaTokens.styles,
    css`
      :host {
        position: relative;
      }
      [role='listbox'] {
        gap: 0 0.1em;
        max-block-size: none;
        margin: 0;
        padding: 0;
        overflow: visible;
        font: clamp(1.5rem, 0.95rem + 1.55vw, 2.125rem) / 1.25 var(--sa-serif, Charter, Georgia, serif);
      }
      [role='option'] {
        flex-direction: column;
        align-items: center;
        gap: 0;
        min-height: 0;
        margin-block-start: 2.75rem;
        padding: 0 0.16em;
        border: 0;
        border-radius: 0.25rem;
        background: none;
        box-shadow: none;
        font-size: inherit;
        line-height: inherit;
      }
      .single [role='option'] {
        margin-block-start: 5.5rem;
      }
      [role='option']:hover {
        background: var(--sa-panel);
      }
      .query bdi {
        text-decoration: underline;
        text-decoration-color: var(--sa-q);
        text-decoration-thickness: 2px;
        text-underline-offset: 0.2em;
      }
      .key bdi {
        color: var(--sa-k);
      }
      .percent {
        block-size: 1.75rem;
        color: var(--sa-ink-soft);
        font: 0.8125rem / 1.75rem var(--sa-font, system-ui, sans-serif);
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      .most .percent {
        color: var(--sa-w);
        font-size: 1.25rem;
        font-weight: 700;
      }
      .marker {
        position: absolute;
        inset-inline-end: -0.1em;
        inset-block-start: 0;
      }
      .swap {
        position: absolute;
        translate: -50%;
        padding: 0.2rem 0.6rem;
        border: 1px solid var(--sa-edge);
        border-radius: 1rem;
        background: var(--sa-paper);
        color: var(--sa-ink);
        font: 0.9375rem / 1.25rem var(--sa-font, system-ui, sans-serif);
        white-space: nowrap;
        cursor: pointer;
      }
      .swap:focus-visible {
        outline: 3px solid var(--sa-focus);
        outline-offset: 1px;
      }
      .with-swap {
        padding-block-end: 2.25rem;
      }
      svg {
        position: absolute;
        inset: 0;
        inline-size: 100%;
        block-size: 100%;
        overflow: visible;
        pointer-events: none;
      }
      path {
        fill: none;
        stroke: var(--sa-w);
        stroke-linecap: round;
        stroke-opacity: 0.4;
        transition: stroke-width 0.5s ease-in-out;
        animation: draw 0.9s ease-out;
      }
      path.most {
        stroke-opacity: 0.85;
      }
      @keyframes draw {
        from {
          stroke-dasharray: 1;
          stroke-dashoffset: 1;
        }
        to {
          stroke-dasharray: 1;
          stroke-dashoffset: 0;
        }
      }
      @media (prefers-reduced-motion: reduce) {
        path {
          transition: none;
          animation: none;
        }
      }
    `,
  ];

  /** The weights of the asking word, one for each token. */
  @property({ attribute: false }) weights: ArrayLike<number> = [];

  /** Whether one word stands out. Without, none is emphasized. */
  @property({ attribute: false }) isClear = true;
  /** A word of the sentence, and the word that a press puts in its place. */
  @property({ attribute: false }) swap: Swap | null = null;

  @state() private boxes: readonly WordBox[] = [];
  // In the next frame: a size that changes twice in one frame is an error of the page.
  private readonly resizes = new ResizeObserver(() => requestAnimationFrame(() => this.measure()));

  override connectedCallback(): void {
    super.connectedCallback();
    this.resizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resizes.disconnect();
  }

  protected override updated(): void {
    this.measure();
  }

  /** Where the words stand. Another place of a word draws the arcs again, before the browser paints. */
  private measure(): void {
    const boxes = Array.from(
      this.renderRoot.querySelectorAll<HTMLElement>('[role=option]'),
      ({ offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height }) => ({
        left,
        top,
        width,
        height,
      }),
    );
    const isSame =
      boxes.length === this.boxes.length &&
      boxes.every(({ left, top, width }, index) => {
        const before = this.boxes[index];
        return left === before?.left && top === before.top && width === before.width;
      });
    if (!isSame) this.boxes = boxes;
  }

  protected override render(): TemplateResult {
    const isSingle = new Set(this.boxes.map(({ top }) => top)).size <= 1;
    const query = this.focusOn?.query ?? 0;
    const arcs = arcsOf(this.boxes, query, this.weights, isSingle ? ROOM.single : ROOM.several);
    const strongest = this.strongest;
    const drawn = repeat(
      arcs,
      ({ key }) => `${query} ${key}`,
      ({ key, curve, width }) =>
        svg`<path class=${key === strongest ? 'most' : ''} pathLength="1" d=${pathOf(curve)} stroke-width=${width}></path>`,
    );
    const direction = this.tokens.some(isRightToLeft) ? 'rtl' : 'ltr';
    return html`<div dir=${direction} class="${isSingle ? 'single' : ''} ${this.swap === null ? '' : 'with-swap'}">${super.render()}</div>
      <svg aria-hidden="true">${drawn}</svg>
      ${this.swapButton()}`;
  }

  private swapButton(): TemplateResult | typeof nothing {
    const box = this.boxes[this.swap?.index ?? -1];
    if (this.swap === null || box === undefined) return nothing;
    const { word, label, press } = this.swap;
    const place = { left: `${box.left + box.width / 2}px`, top: `${box.top + box.height}px` };
    return html`<button type="button" class="swap" aria-label=${label} @click=${press} ${styled(place)}>⇄ ${word}</button>`;
  }

  protected override towards(key: string, from: number): number | null {
    const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };
    return super.towards(this.tokens.some(isRightToLeft) ? (mirrored[key] ?? key) : key, from);
  }

  /** The key that stands out, or -1. */
  private get strongest(): number {
    if (!this.isClear) return -1;
    return Array.from(this.weights).reduce((best, weight, key, all) => (weight > (all[best] ?? 0) ? key : best), 0);
  }

  protected override classOf(i: number): string {
    return i === this.strongest ? 'most' : '';
  }

  protected override detail(i: number): TemplateResult {
    const weight = this.weights[i];
    return html`<span class="percent">${weight === undefined ? nothing : formatPercent(weight)}</span>`;
  }
}
