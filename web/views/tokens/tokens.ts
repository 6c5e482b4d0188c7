import { type CSSResult, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { fill } from '../../i18n/sentences.ts';
import { viewWords } from '../../i18n/views.ts';
import type { Focus } from '../../trace/focus.ts';
import type { Marks } from '../../trace/out-of-vocabulary.ts';
import { visibleToken } from '../../trace/token-text.ts';
import { define } from '../shared/custom-element.ts';
import { emit } from '../shared/events.ts';
import { positionOf, rove, staysWithin } from '../shared/keyboard.ts';
import { LocalizedElement } from '../shared/localized-element.ts';
import { paletteStyles, unseenStyles } from '../shared/palette.ts';

/** The sign of each kind. */
const signs = { random: '∗', learned: '≈', special: '◇' };

/** Longer tokens may need more than the lines of a chip. In UTF-16 units. */
const LONG = 24;

/**
 * `<sa-tokens>`: the tokens as chips with their indices. They wrap, and scroll beyond `--sa-tokens-max`. Dispatches
 * `sa-focus` for `{ query: i }` on hover and focus, pinned on a press or Enter.
 */
@define('sa-tokens')
export class SaTokens extends LocalizedElement {
  static override styles: CSSResult[] = [
    paletteStyles,
    unseenStyles,
    css`
      [role='listbox'] {
        display: flex;
        flex-wrap: wrap;
        gap: 0.375rem;
        /* Room for the focus ring inside the scrolling box. */
        padding: 4px;
        margin: -4px;
        max-block-size: var(--sa-tokens-max, 12rem);
        overflow: auto;
        scrollbar-gutter: stable;
      }
      [role='option'] {
        position: relative;
        display: inline-flex;
        align-items: baseline;
        gap: 0.4rem;
        box-sizing: border-box;
        max-width: 100%;
        min-height: var(--sa-token-height, 2rem);
        padding: var(--sa-token-padding, 0.25rem) 0.6rem;
        border: 1px solid var(--sa-line);
        border-radius: 0.5rem;
        background: var(--sa-panel);
        color: var(--sa-ink);
        font-size: 0.9375rem;
        line-height: 1.5rem;
        cursor: pointer;
        outline: none;
        overflow-wrap: anywhere;
      }
      bdi {
        min-width: 0;
      }
      /* Only these: a hundred boxes that scroll cost each frame. */
      .long bdi {
        max-block-size: 4.5rem;
        overflow: hidden auto;
      }
      .position {
        color: var(--sa-ink-soft);
        font-size: 0.6875rem;
        font-variant-numeric: tabular-nums;
      }
      .query {
        border-color: var(--sa-q);
        box-shadow: inset 0 0 0 1px var(--sa-q);
        color: var(--sa-q);
      }
      .key {
        border-bottom-color: var(--sa-k);
        box-shadow: inset 0 -3px 0 var(--sa-k);
      }
      .query.key {
        box-shadow:
          inset 0 -3px 0 var(--sa-k),
          inset 0 0 0 1px var(--sa-q);
      }
      .marked bdi {
        text-decoration-line: underline;
        text-decoration-style: dotted;
        text-decoration-color: var(--sa-ink-soft);
        text-decoration-thickness: 2px;
        text-underline-offset: 0.25em;
      }
      .learned bdi {
        text-decoration-style: dashed;
        text-decoration-thickness: 1px;
      }
      .special {
        border-style: dashed;
        border-color: var(--sa-edge);
      }
      .special bdi {
        text-decoration-line: none;
      }
      .marker {
        color: var(--sa-ink-soft);
        font-size: 0.75rem;
      }
      [role='option']:focus-visible {
        outline: 3px solid var(--sa-focus);
        outline-offset: 1px;
      }
      @media (width < 67.5rem) {
        [role='listbox'] {
          max-block-size: var(--sa-tokens-max, 9.75rem);
        }
      }
      @media (pointer: coarse) {
        [role='listbox'] {
          max-block-size: var(--sa-tokens-max, 11.75rem);
        }
        [role='option'] {
          min-height: 2.5rem;
          padding-block: 0.5rem;
        }
      }
      @media (forced-colors: active) {
        .query {
          outline: 2px solid Highlight;
        }
        .key {
          border-bottom-width: 3px;
        }
      }
    `,
  ];

  @property({ attribute: false }) tokens: readonly string[] = [];
  @property({ attribute: false }) marks: Marks = new Map();
  /** The accessible name of the list. Default: "tokens". */
  @property() label = '';
  @property({ attribute: false }) focusOn: Focus | null = null;

  @state() protected active = 0;

  protected override willUpdate(changed: PropertyValues): void {
    // The keyboard enters at the token in focus.
    const { query } = this.focusOn ?? {};
    if (changed.has('focusOn') && query !== undefined && !this.matches(':focus-within')) this.active = query;
  }

  /** The range of drawn chips, end excluded. */
  protected get drawn(): readonly [number, number] {
    return [0, this.tokens.length];
  }

  protected override render(): TemplateResult {
    return this.list();
  }

  protected list(): TemplateResult {
    const [first, end] = this.drawn;
    const active = Math.max(first, Math.min(this.active, end - 1));
    return html`<div
      role="listbox"
      aria-orientation="horizontal"
      aria-label=${this.label || viewWords(this.language).tokens.label}
      @pointerover=${this.onOver}
      @pointerleave=${this.onOut}
      @focusin=${this.onFocus}
      @focusout=${this.onOut}
      @click=${this.onClick}
      @keydown=${this.onKey}
    >
      ${this.tokens.slice(first, end).map((token, index) => this.chip(token, first + index, first + index === active))}
    </div>`;
  }

  protected chip(token: string, i: number, active: boolean): TemplateResult {
    const words = viewWords(this.language);
    const { query, key } = this.focusOn ?? {};
    const [first, end] = this.drawn;
    // Screen readers count complete lists themselves. A count in each chip would change all chips with every token.
    const excerpt = end - first < this.tokens.length;
    // The content is the name: another label would hide the visible word from speech control.
    const position = fill(words.tokens.chip, { position: i });
    const mark = this.marks.get(i);
    const marked = mark === undefined ? '' : words.tokens[mark];
    const about = mark === undefined ? position : `${position}, ${marked}`;
    const classes = `${i === query ? 'query ' : ''}${i === key ? 'key ' : ''}${mark === undefined ? '' : `marked ${mark} `}${token.length > LONG ? 'long ' : ''}${this.classOf(i)}`;
    return html`<div
      role="option"
      class=${classes}
      data-position=${i}
      tabindex=${active ? 0 : -1}
      aria-setsize=${excerpt ? this.tokens.length : nothing}
      aria-posinset=${excerpt ? i + 1 : nothing}
      aria-selected=${i === query ? 'true' : 'false'}
      title=${marked || nothing}
    ><bdi dir="auto">${visibleToken(token)}</bdi><span class="unseen">${about}</span>${mark === undefined ? nothing : html`<span class="marker" aria-hidden="true">${signs[mark]}</span>`}${this.detail(i)}</div>`;
  }

  /** What a chip shows beside its token. */
  protected detail(i: number): TemplateResult {
    return html`<span class="position" aria-hidden="true">${i}</span>`;
  }

  /** A class that a chip also has. */
  protected classOf(_i: number): string {
    return '';
  }

  private ask(query: number | null, pinned: boolean): void {
    emit(this, 'sa-focus', { focus: query === null ? null : { query }, pinned });
  }

  private onOver(event: PointerEvent): void {
    const position = positionOf(event);
    if (event.pointerType !== 'touch' && position !== null) this.ask(position, false);
  }

  private onOut(event: PointerEvent | FocusEvent): void {
    if (staysWithin(event, this.renderRoot)) return;
    this.ask(null, false);
  }

  private onFocus(event: FocusEvent): void {
    const position = positionOf(event);
    if (position === null) return;
    this.active = position;
    this.ask(position, false);
  }

  private onClick(event: MouseEvent): void {
    const position = positionOf(event);
    if (position === null) return;
    this.active = position;
    this.ask(position, true);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      this.ask(null, true);
      return;
    }
    const from = positionOf(event);
    if (from === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.ask(from, true);
      return;
    }
    const to = this.towards(event.key, from);
    if (to === null) return;
    event.preventDefault();
    this.focusChip(to);
  }

  protected towards(key: string, from: number): number | null {
    return rove(key, from, this.tokens.length);
  }

  protected focusChip(position: number): void {
    this.renderRoot.querySelector<HTMLElement>(`[data-position="${position}"]`)?.focus();
  }
}
