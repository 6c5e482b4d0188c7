import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { errorText } from '../../controls/field.ts';
import { words } from '../../i18n/words.ts';
import type { Reading } from '../../views/index.ts';

/** The sentence's box. What is typed is the scene's at once, while an input method is composing too. */
export function sentenceBox(box: {
  readonly id: string;
  readonly label: string;
  /** Beside the label. */
  readonly beside?: TemplateResult;
  readonly text: string;
  readonly problem: string;
  readonly onType: (text: string) => void;
  /** The box's own undo would take back letters that the scene has moved on from. */
  readonly onHistory: (type: 'undo' | 'redo') => void;
}): TemplateResult {
  const before = (event: InputEvent): void => {
    if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
    event.preventDefault();
    box.onHistory(event.inputType === 'historyUndo' ? 'undo' : 'redo');
  };
  const input = (event: InputEvent): void => {
    if (event.target instanceof HTMLTextAreaElement) box.onType(event.target.value);
  };
  const wrong = box.problem !== '';
  const error = `${box.id}-error`;
  return html`<div class="sentence" data-control=${box.id}>
    <div class="sentence-head"><label for=${box.id}>${box.label}</label>${box.beside ?? nothing}</div>
    <textarea
      id=${box.id}
      rows="1"
      dir="auto"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      aria-invalid=${wrong ? 'true' : 'false'}
      aria-describedby=${wrong ? error : nothing}
      .value=${live(box.text)}
      @beforeinput=${before}
      @input=${input}
    ></textarea>
    ${errorText(error, wrong ? words.sentence.problem(box.problem) : '')}
  </div>`;
}

/** What the row in focus means, in one sentence. */
export function readingLine(reading: Reading): TemplateResult {
  return html`<p class="reading">
    ${reading.parts.map(({ kind, text }) => (kind === 'text' ? text : html`<em class=${kind}>${text}</em>`))}
  </p>`;
}
