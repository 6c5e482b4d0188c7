import { css, html, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { fill } from '../../i18n/sentences.ts';
import { viewWords } from '../../i18n/views.ts';
import { define } from '../shared/custom-element.ts';
import { SaTokens } from './tokens.ts';

/** How many chips of a long sequence are drawn: a few lines, so that no keystroke waits for more. */
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
    return [this.first, Math.min(this.first + MOST, this.tokens.length)];
  }

  override render() {
    const list = super.render();
    if (this.tokens.length <= MOST) return list;
    const [first, end] = this.drawn;
    const { earlier, later } = viewWords(this.language).tokens;
    return html`${list}
      <div class="ways">${this.way(earlier, -MOST, first)}${this.way(later, MOST, this.tokens.length - end)}</div>`;
  }

  private way(text: string, step: number, left: number) {
    const go = () => {
      this.first = this.within(this.first + step);
    };
    return html`<button type="button" class="way" ?disabled=${left === 0} @click=${go}>${fill(text, { count: left })}</button>`;
  }

  private within(first: number): number {
    return Math.max(0, Math.min(first, this.tokens.length - MOST));
  }

  /** Whether a chip has the focus. */
  private get isEntered(): boolean {
    return this.renderRoot.querySelector('[role=listbox]:focus-within') !== null;
  }

  /** Draws other chips if a token is not among the drawn ones. */
  private show(position: number): void {
    if (position < this.first || position >= this.first + MOST) this.first = this.within(position - MOST / 4);
  }

  protected override towards(key: string, from: number): number | null {
    if (key === 'PageDown') return Math.min(this.tokens.length - 1, from + MOST);
    return key === 'PageUp' ? Math.max(0, from - MOST) : super.towards(key, from);
  }

  protected override focusChip(position: number): void {
    this.active = position;
    this.show(position);
    void this.updateComplete.then(() => super.focusChip(position));
  }
}
