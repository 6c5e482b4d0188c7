/** Controls of what is computed with and of how it is shown: sentence, digits. Page and element share them. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { words } from '../i18n/words.ts';
import type { ControlContext } from './control-context.ts';
import { errorText } from './field.ts';

/** A box for a sentence, with what is wrong under it. What is typed is the scene's at once, while an input method is composing too. */
export function sentenceInput(box: {
  readonly id: string;
  readonly error: string;
  readonly text: string;
  readonly problem: string;
  readonly onType: (text: string) => void;
  /** The box's own undo would take back letters that the scene has moved on from; absent where there is no other. */
  readonly onHistory?: (type: 'undo' | 'redo') => void;
}): TemplateResult {
  const before = (event: InputEvent): void => {
    if (box.onHistory === undefined) return;
    if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
    event.preventDefault();
    box.onHistory(event.inputType === 'historyUndo' ? 'undo' : 'redo');
  };
  const input = ({ target }: Event): void => {
    if (target instanceof HTMLTextAreaElement) box.onType(target.value);
  };
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
    ></textarea>
    ${errorText(box.error, isWrong ? words.sentence.problem(box.problem) : '')}`;
}

/** How many digits are shown. */
export function digitsControl(context: ControlContext): TemplateResult {
  const { scene } = context.state;
  const digits = scene.view?.digits ?? 2;
  return context.number({
    path: 'view.digits',
    label: words.controls.digits,
    name: words.controls.digitsName,
    value: digits,
    step: (direction) => (digits + direction >= 0 && digits + direction <= 6 ? Math.round(digits + direction) : null),
    onChange: ({ value }) =>
      value !== null && context.edit({ ...scene, view: { ...scene.view, digits: value } }, 'view.digits'),
  });
}
