/** Editing the sentence where it stands: the text box lies over the words while it has the focus. */

import { html, type TemplateResult } from 'lit';
import type { LanguageCode } from '../../i18n/language.ts';
import { stageWords } from '../../i18n/stage.ts';
import type { SaSentence } from '../../views/sentence/sentence.ts';

const textBox = (): HTMLTextAreaElement | null => document.querySelector('#sentence');

/** Opens the text box over the words, with the caret at the end or with one word selected. */
function edit([start, end]: readonly [number, number] = [Infinity, Infinity]): void {
  const box = textBox();
  box?.focus();
  box?.setSelectionRange(Math.min(start, box.value.length), Math.min(end, box.value.length));
}

/** The words make room for the text box while it has the focus. */
export function followEdit({ type, target, currentTarget }: FocusEvent): void {
  const words = (currentTarget as Element).querySelector<SaSentence>('sa-sentence');
  if (words !== null && target === textBox()) words.isEdited = type === 'focusin';
}

/**
 * A letter typed at a word replaces it in the text box: the browser inserts it where the focus is after this event. Enter and Escape
 * lead back to the words.
 */
export function editByKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, isComposing } = event;
  if (isComposing || ctrlKey || metaKey || altKey) return;
  const words = (event.currentTarget as Element).querySelector<SaSentence>('sa-sentence');
  if (words === null) return;
  if (target === textBox()) {
    if (key !== 'Enter' && key !== 'Escape') return;
    event.preventDefault();
    void words.leaveBox();
  } else if ([...key].length === 1 && key !== ' ') {
    edit(words.placeIn(textBox()?.value ?? ''));
  }
}

/** A press at a word in the text box asks from it, as a press at the word itself does. */
export function askFromBox({ currentTarget, target }: Event): void {
  const box = textBox();
  if (box === null || target !== box || box.selectionStart !== box.selectionEnd) return;
  (currentTarget as Element).querySelector<SaSentence>('sa-sentence')?.askAt(box.selectionStart);
}

/** The word is the one that the first of the two presses made the keyboard's. */
export function editWord({ target }: Event): void {
  if ((target as Element).localName === 'sa-sentence') edit((target as SaSentence).placeIn(textBox()?.value ?? ''));
}

export function editButton(language: LanguageCode): TemplateResult {
  const { text, label } = stageWords(language).edit;
  return html`<button type="button" class="edit-sentence" aria-label=${label} @click=${() => edit()}>✎ ${text}</button>`;
}
