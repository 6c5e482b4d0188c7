import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { controlWords } from '../i18n/controls.ts';
import { define } from '../views/shared/custom-element.ts';
import { emit } from '../views/shared/events.ts';
import { aboutText, describedBy, errorText, fieldIds } from './field.ts';
import { LightDomElement } from './light-dom-element.ts';

/**
 * `value` is null if an optional number was emptied. A `typed` value must not be adjusted, even if it is not
 * allowed.
 */
export interface NumberDetail {
  readonly value: number | null;
  readonly typed: boolean;
}

declare module '../views/shared/events.ts' {
  interface EventDetails {
    'sa-number': NumberDetail;
  }
}

/**
 * A labelled number box. Typed text stays as it is. Text that is not a number is explained beside the box and
 * changes nothing. A number is passed on, and the core decides whether it is allowed (`problem`).
 */
@define('sa-number')
export class NumberField extends LightDomElement {
  /** A unique name on the page. Ids derive from it. */
  @property() control = '';
  @property() label = '';
  /** A longer name for screen readers and the tooltip. It spells out the label. */
  @property() name = '';
  @property({ attribute: false }) value: number | undefined;
  /** The placeholder of an optional number. It may be left empty. */
  @property({ attribute: false }) placeholder: string | null = null;
  /** The next value for − (−1) or + (+1). Null if there is none. */
  @property({ attribute: false }) step: ((direction: -1 | 1) => number | null) | null = null;
  @property() problem = '';
  /** What it does, in one line below it. */
  @property() about = '';
  @property({ attribute: false }) resetCount = 0;
  @state() private draft: string | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.draft === null) return;
    const typed = readNumber(this.draft, controlWords(this.language));
    const stands =
      (typed.kind === 'number' && Object.is(typed.value, this.value)) ||
      (typed.kind === 'empty' && this.value === undefined && this.placeholder !== null) ||
      (typed.kind !== 'number' && !changed.has('value'));
    if (!stands || changed.has('resetCount')) this.draft = null;
  }

  private typed(event: InputEvent): void {
    event.stopPropagation();
    this.draft = (event.target as HTMLInputElement).value;
    const typed = readNumber(this.draft, controlWords(this.language));
    if (typed.kind === 'number' && typed.value !== this.value) this.send(typed.value, true);
    if (typed.kind === 'empty' && this.placeholder !== null && this.value !== undefined) this.send(null, true);
  }

  private send(value: number | null, typed: boolean): void {
    // Set here already, so that the draft is compared with the requested value, not the former one.
    this.value = value ?? undefined;
    emit(this, 'sa-number', { value, typed });
  }

  private go(direction: -1 | 1): void {
    const next = this.step?.(direction) ?? null;
    if (next === null) return;
    this.draft = null;
    this.send(next, false);
  }

  private pressed(event: KeyboardEvent): void {
    const undoes = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    if (undoes && this.misread !== null) {
      // An input that never reached the scene is undone first.
      event.preventDefault();
      this.draft = null;
      return;
    }
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    this.go(event.key === 'ArrowUp' ? 1 : -1);
  }

  /** Why the text is not a number. Null if it is one. */
  private get misread(): string | null {
    const words = controlWords(this.language);
    if (this.draft === null) return null;
    const typed = readNumber(this.draft, words);
    if (typed.kind === 'wrong') return typed.why;
    return typed.kind === 'empty' && this.placeholder === null ? words.notNumber('') : null;
  }

  protected override render() {
    const ids = fieldIds(this.control);
    const why = this.misread ?? this.problem;
    const shown = this.draft ?? (this.value === undefined ? '' : String(this.value));
    const name = this.name === '' ? this.label : this.name;
    return html`
      <div class="field">
        <label for=${ids.input} title=${name}>${this.label}</label>
        <span class="stepper">
          ${this.stepButton(-1, name)}
          <input
            id=${ids.input}
            type="text"
            inputmode="decimal"
            autocomplete="off"
            spellcheck="false"
            aria-label=${name}
            aria-invalid=${why === '' ? 'false' : 'true'}
            aria-describedby=${describedBy(this.control, this.about, why)}
            placeholder=${this.placeholder ?? nothing}
            .value=${live(shown)}
            @input=${this.typed}
            @keydown=${this.pressed}
          />
          ${this.stepButton(1, name)}
        </span>
      </div>
      ${errorText(ids.error, why)} ${aboutText(this.control, this.about)}
    `;
  }

  /** Not a tab stop, since the arrow keys in the box do the same. */
  private stepButton(direction: -1 | 1, name: string) {
    const words = controlWords(this.language);
    if (this.step === null) return nothing;
    return html`<button
      type="button"
      class="nudge"
      tabindex="-1"
      aria-label=${direction < 0 ? words.less(name) : words.more(name)}
      ?disabled=${this.step(direction) === null}
      @click=${() => this.go(direction)}
    >
      ${direction < 0 ? '−' : '+'}
    </button>`;
  }
}

/** The content of a box: a finite number, nothing, or an explained error. */
export type Typed =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly why: string };

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Reads a number strictly: nothing is guessed, and trailing text is an error. */
export function readNumber(typed: string, words: ReturnType<typeof controlWords>): Typed {
  const text = typed.trim().replace(/^−/, '-');
  if (text === '') return { kind: 'empty' };
  if (/^[+-]?\d+,\d+$/.test(text)) return { kind: 'wrong', why: words.decimalComma(shown(typed)) };
  if (!decimal.test(text)) return { kind: 'wrong', why: words.notNumber(shown(typed)) };
  const value = Number(text);
  return Number.isFinite(value) ? { kind: 'number', value } : { kind: 'wrong', why: words.notFinite(shown(typed)) };
}

/** Long pasted text is not repeated in its error message. */
function shown(typed: string): string {
  const letters = Array.from(typed.slice(0, 64));
  return letters.length > 24 ? `${letters.slice(0, 24).join('')}…` : typed;
}
