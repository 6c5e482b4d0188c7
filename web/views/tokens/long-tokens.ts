import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { fill } from '../../i18n/sentences.ts';
import { viewWords } from '../../i18n/views.ts';
import { define } from '../shared/custom-element.ts';
import { SaTokens } from './tokens.ts';

/** A few lines of chips, so that no keystroke waits for more. */
const MOST = 64;

/**
 * `<sa-long-tokens>`: the tokens of a long sequence, with chips around one of them. Buttons, arrows, Page keys,
 * Home and End lead to the others. Dispatches the same requests as `<sa-tokens>`.
 */
@define('sa-long-tokens')
export class SaLongTokens extends SaTokens {
  static override styles = [
    ...SaTokens.styles,
    css`
      .ways {
        display: flex;
        flex-wrap: wrap;
        gap: 0.375rem;
        margin-block-start: 0.5rem;
      }
      .way {
        min-height: 2rem;
        padding: 0.15rem 0.6rem;
        border: 1px solid var(--sa-line);
        border-radius: 0.5rem;
        background: none;
        color: var(--sa-ink);
        font: inherit;
        font-size: 0.8125rem;
        cursor: pointer;
      }
      .way:disabled {
        color: var(--sa-ink-soft);
        cursor: default;
      }
      .way:focus-visible {
        outline: 3px solid var(--sa-focus);
        outline-offset: 1px;
      }
      @media (pointer: coarse) {
        .way {
          min-height: 2.75rem;
        }
      }
    `,
  ];

  /** The token whose surroundings are drawn. */
  @property({ attribute: false }) near = 0;
  /** The first drawn chip. */
  @state() private first = 0;

  /** How many chips of a long sequence are drawn. */
  protected get most(): number {
    return MOST;
  }

  /** How many chips before the token itself are drawn if it was not in sight. */
  protected get leading(): number {
    return this.most / 4;
  }

  override willUpdate(changed: PropertyValues): void {
    // A reader among the chips keeps the one in focus.
    if (changed.has('near')) this.show(this.near);
    else if (this.isEntered) this.show(this.active);
    this.first = this.within(this.first);
  }

  override updated(changed: PropertyValues): void {
    if (!(changed.has('near') || changed.has('first')) || this.isEntered) return;
    const list = this.renderRoot.querySelector<HTMLElement>('[role=listbox]');
    const chip = this.renderRoot.querySelector<HTMLElement>(`[data-position="${this.near}"]`);
    if (list && chip) list.scrollTop = chip.offsetTop - list.offsetTop - 4;
  }

  protected override get drawn(): readonly [number, number] {
    return [this.first, Math.min(this.first + this.most, this.tokens.length)];
  }

  override render(): TemplateResult {
    const list = this.list();
    if (this.tokens.length <= this.most) return list;
    const { earlier, later } = viewWords(this.language).tokens;
    return html`${list}
      <div class="ways">${this.way(-1, (count) => fill(earlier, { count }))}${this.way(1, (count) => fill(later, { count }))}</div>`;
  }

  /** A button that leads to the tokens before or behind the drawn ones. */
  protected way(side: -1 | 1, text: (count: number) => string): TemplateResult {
    const [first, end] = this.drawn;
    const left = side < 0 ? first : this.tokens.length - end;
    const go = () => {
      this.first = this.within(this.first + side * this.most);
    };
    return html`<button type="button" class="way" ?disabled=${left === 0} @click=${go}>${text(left)}</button>`;
  }

  private within(first: number): number {
    return Math.max(0, Math.min(first, this.tokens.length - this.most));
  }

  /** Whether a chip has the focus. */
  private get isEntered(): boolean {
    return this.renderRoot.querySelector('[role=listbox]:focus-within') !== null;
  }

  /** Draws other chips if a token is not among the drawn ones. */
  private show(position: number): void {
    if (position < this.first || position >= this.first + this.most) this.first = this.within(position - this.leading);
  }

  protected override towards(key: string, from: number): number | null {
    if (key === 'PageDown') return Math.min(this.tokens.length - 1, from + this.most);
    return key === 'PageUp' ? Math.max(0, from - this.most) : super.towards(key, from);
  }

  protected override focusChip(position: number): void {
    this.active = position;
    this.show(position);
    void this.updateComplete.then(() => super.focusChip(position));
  }
}
