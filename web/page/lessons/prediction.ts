import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { errorText } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { readNumber } from '../../controls/number-field.ts';
import { controlWords } from '../../i18n/controls.ts';
import { type LanguageCode, languageAt } from '../../i18n/language.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import { isRight } from '../../lessons/condition.ts';
import type { PageText, Prediction } from '../../lessons/types.ts';
import { formatNumber } from '../../views/index.ts';
import { emit } from '../shell/events.ts';
import { line } from './glossary.ts';

/** The reader's answer before the number was shown (null: none), and the number at that time. */
export interface Answer {
  readonly guess: number | null;
  readonly was: number;
}

/** Asks for a number before showing it, then shows the trace's current number beside the reader's. */
export class LessonPrediction extends LightDomElement {
  @property({ attribute: false }) prediction!: Prediction;
  @property({ attribute: false }) text!: NonNullable<PageText['predict']>;
  /** The current number of the cell. Null if there is no such cell. */
  @property({ attribute: false }) expected: number | null = null;
  @property({ attribute: false }) answer: Answer | null = null;
  @state() private draft = '';
  @state() private why = '';

  /** The page's, even inside a lesson in another language. */
  override get language(): LanguageCode {
    return languageAt(document.documentElement);
  }

  private reveal(guess: number | null): void {
    if (this.expected === null) return;
    this.why = '';
    emit(this, 'sa-answer', { guess, was: this.expected });
    // The pressed button is gone now.
    this.focusOn('.revealed');
  }

  private again(): void {
    this.draft = '';
    emit(this, 'sa-answer', null);
    this.focusOn('input');
  }

  private focusOn(selector: string): void {
    void this.updateComplete
      .then(() => new Promise((done) => requestAnimationFrame(done)))
      .then(() => this.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }));
  }

  private submit(event: SubmitEvent): void {
    const words = controlWords(this.language);
    event.preventDefault();
    const typed = readNumber(this.draft, words);
    if (typed.kind === 'number') this.reveal(typed.value);
    else if (this.prediction.choices !== undefined) this.why = lessonWords(this.language).choose;
    else this.why = typed.kind === 'wrong' ? typed.why : words.notNumber('');
  }

  private number(value: number): string {
    return formatNumber(value, this.prediction.digits);
  }

  protected override render() {
    const { text, expected, answer } = this;
    return html`<div class="prediction">
      <p id="prediction-ask">${line(text.ask)}</p>
      ${expected === null ? html`<p class="note">${lessonWords(this.language).noNumber}</p>` : nothing}
      ${answer === null ? this.question(expected !== null) : this.revealed(answer)}
    </div>`;
  }

  private question(open: boolean): TemplateResult {
    const words = lessonWords(this.language);
    const { choices } = this.prediction;
    return html`<form novalidate @submit=${this.submit}>
      ${choices === undefined ? this.box() : this.choices(choices)}
      ${errorText('prediction-error', this.why)}
      <div class="buttons">
        <button type="submit" ?disabled=${!open}>${words.reveal}</button>
        <button type="button" class="quiet" ?disabled=${!open} @click=${() => this.reveal(null)}>
          ${words.noGuess}
        </button>
      </div>
    </form>`;
  }

  private box(): TemplateResult {
    return html`<div class="field">
      <label for="prediction-input">${lessonWords(this.language).guess}</label>
      <input
        id="prediction-input"
        type="text"
        inputmode="decimal"
        autocomplete="off"
        aria-invalid=${this.why === '' ? 'false' : 'true'}
        aria-describedby=${this.why === '' ? 'prediction-ask' : 'prediction-error'}
        .value=${live(this.draft)}
        @input=${(event: Event) => {
          if (event.target instanceof HTMLInputElement) this.draft = event.target.value;
          this.why = '';
        }}
      />
    </div>`;
  }

  private choices(choices: readonly number[]): TemplateResult {
    return html`<fieldset class="choices">
      <legend class="hidden">${lessonWords(this.language).choices}</legend>
      ${choices.map(
        (choice) => html`<label class="check">
          <input
            type="radio"
            name="prediction"
            value=${choice}
            .checked=${live(this.draft === String(choice))}
            @change=${() => {
              this.draft = String(choice);
              this.why = '';
            }}
          />
          <span>${plain(choice)}</span>
        </label>`,
      )}
    </fieldset>`;
  }

  private revealed({ guess, was }: Answer): TemplateResult {
    const words = lessonWords(this.language);
    const { prediction, expected, text } = this;
    const right = guess !== null && isRight(prediction, guess, was);
    return html`<div class="revealed" tabindex="-1">
      <p role="status">
        ${words.answer} <strong>${expected === null ? '–' : this.number(expected)}</strong>.
        ${guess === null ? nothing : words.said(plain(guess))}
        ${right ? html`<span class="tick" aria-hidden="true">✓</span> ${words.right}` : nothing}
      </p>
      ${expected !== null && expected !== was ? html`<p class="note">${words.elsewhere(this.number(was))}</p>` : nothing}
      <p>${line(text.reveal)}</p>
      <button type="button" class="quiet" @click=${this.again}>${words.guessAgain}</button>
    </div>`;
  }
}
customElements.define('sa-prediction', LessonPrediction);

/** In the lesson's digits: with all digits, the choices would give the answer away. */
const plain = (choice: number): string => String(choice).replace('-', '−');
