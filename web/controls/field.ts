import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { controlWords, sentenceWords } from '../i18n/controls.ts';
import type { LanguageCode } from '../i18n/language.ts';
import { grown } from './grow.ts';

interface FieldIds {
  readonly input: string;
  readonly error: string;
  readonly about: string;
}

/** The ids of a control's parts. Each control has a unique name. */
export const fieldIds = (id: string): FieldIds => ({
  input: `${id}-input`,
  error: `${id}-error`,
  about: `${id}-about`,
});

/** What a setting does, in one line. */
export const aboutText = (id: string, about = ''): TemplateResult | typeof nothing =>
  about === '' ? nothing : html`<p class="setting-about" id=${fieldIds(id).about}>${about}</p>`;

/** The ids of what describes a control: its line, and its error if it has one. */
export const describedBy = (id: string, about = '', problem = ''): string | typeof nothing => {
  const ids = fieldIds(id);
  const described = [...(about === '' ? [] : [ids.about]), ...(problem === '' ? [] : [ids.error])];
  return described.length === 0 ? nothing : described.join(' ');
};

/** Always in the document, so that a screen reader announces its text when it appears. */
export const errorText = (id: string, why: string): TemplateResult =>
  html`<p class="error" id=${id} role="status">${why}</p>`;

export interface Option<Value extends string> {
  readonly value: Value;
  readonly text: string;
  /** Why it cannot be chosen now, if so. */
  readonly obstacle?: string | undefined;
}

/** A labelled `<select>`. It is native, with the platform's list, keys and touch behaviour. */
export function selectField<Value extends string>(
  language: LanguageCode,
  field: {
    readonly id: string;
    /** The dotted path in the scene that it changes, so that lessons can point at it. */
    readonly path?: string;
    readonly label: string;
    readonly options: readonly Option<Value>[];
    readonly value: Value;
    readonly problem: string;
    /** A longer name for screen readers and the tooltip. */
    readonly name?: string;
    /** What it does, in one line below it. */
    readonly about?: string;
    readonly onChoose: (value: Value) => void;
  },
): TemplateResult {
  const ids = fieldIds(field.id);
  const choose = ({ target }: Event): void => {
    const chosen = field.options[(target as HTMLSelectElement).selectedIndex];
    if (chosen !== undefined) field.onChoose(chosen.value);
  };
  return html`
    <div class="field" data-control=${field.path ?? nothing}>
      <label for=${ids.input} title=${field.name ?? nothing}>${field.label}</label>
      <select
        id=${ids.input}
        aria-label=${field.name ?? nothing}
        aria-invalid=${field.problem === '' ? 'false' : 'true'}
        aria-describedby=${describedBy(field.id, field.about, field.problem)}
        .value=${live(field.value)}
        @change=${choose}
      >
        ${field.options.map(
          ({ value, text, obstacle }) =>
            html`<option value=${value} .selected=${live(value === field.value)} ?disabled=${obstacle !== undefined}>${obstacle === undefined ? text : controlWords(language).cannot(text, obstacle)}</option>`,
        )}
      </select>
    </div>
    ${errorText(ids.error, field.problem)} ${aboutText(field.id, field.about)}
  `;
}

/** A labelled check box. `name` spells out a short label such as "÷ √d_k". */
export function checkField(field: {
  readonly id: string;
  readonly path?: string;
  readonly label: string;
  readonly name: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly about?: string;
  readonly onChange: (checked: boolean) => void;
}): TemplateResult {
  const ids = fieldIds(field.id);
  const change = ({ target }: Event): void => field.onChange((target as HTMLInputElement).checked);
  const box = html`<label class="check" title=${field.name} data-control=${field.path ?? nothing}>
    <input
      id=${ids.input}
      type="checkbox"
      aria-label=${field.name}
      aria-describedby=${describedBy(field.id, field.about)}
      .checked=${live(field.checked)}
      ?disabled=${field.disabled ?? false}
      @change=${change}
    />
    <span>${field.label}</span>
  </label>`;
  return field.about ? html`<div class="with-about">${box}${aboutText(field.id, field.about)}</div>` : box;
}

/** A choice among a few options, side by side. Native radio buttons, so arrow keys move within the group. */
export function segmented<Value extends string>(field: {
  readonly id: string;
  readonly path?: string;
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly about?: string;
  readonly onChoose: (value: Value) => void;
}): TemplateResult {
  return html`<fieldset class="segmented" id=${field.id} data-control=${field.path ?? nothing} aria-describedby=${describedBy(field.id, field.about)}>
    <legend><span>${field.label}</span></legend>
    <div class="segments">
      ${field.options.map(
        ({ value, text }) => html`<label>
          <input
            type="radio"
            name=${field.id}
            value=${value}
            .checked=${live(value === field.value)}
            @change=${() => field.onChoose(value)}
          />
          <span>${text}</span>
        </label>`,
      )}
    </div>
  </fieldset>
  ${aboutText(field.id, field.about)}`;
}

/**
 * A text box for a sentence, with its error below. Every input changes the scene at once, even while an input
 * method is composing.
 */
export function sentenceInput(
  language: LanguageCode,
  box: {
    readonly id: string;
    readonly error: string;
    readonly text: string;
    readonly problem: string;
    readonly onType: (text: string) => void;
    /** Replaces the box's own undo, which would restore letters that the scene no longer has. Absent in the element. */
    readonly onHistory?: (type: 'undo' | 'redo') => void;
  },
): TemplateResult {
  const before = (event: InputEvent): void => {
    if (box.onHistory === undefined) return;
    if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
    event.preventDefault();
    box.onHistory(event.inputType === 'historyUndo' ? 'undo' : 'redo');
  };
  const input = ({ target }: Event): void => box.onType((target as HTMLTextAreaElement).value);
  const isWrong = box.problem !== '';
  return html`<textarea
      id=${box.id}
      rows="1"
      dir="auto"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      aria-invalid=${isWrong ? 'true' : 'false'}
      aria-describedby=${isWrong ? box.error : nothing}
      .value=${live(box.text)}
      @beforeinput=${before}
      @input=${input}
      ${grown}
    ></textarea>
    ${errorText(box.error, isWrong ? sentenceWords(language).problem(box.problem) : '')}`;
}
