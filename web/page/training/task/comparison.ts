/** Buttons that add a second run and make it differ from the first. */
import { html, type TemplateResult } from 'lit';
import type { LanguageCode } from '../../../i18n/language.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import type { RunChoice } from './choices.ts';
import type { Side } from './side.ts';

export function comparison(
  language: LanguageCode,
  second: Side | undefined,
  onToggle: () => void,
  onDiffer: (side: Side, change: Partial<RunChoice>) => void,
): TemplateResult {
  const { compare: own } = taskWords(language);
  const toggle = html`<button type="button" aria-expanded=${second === undefined ? 'false' : 'true'} @click=${onToggle}>${second === undefined ? own.second : own.alone}</button>`;
  if (second === undefined) return html`<div class="training-buttons">${toggle}</div>`;
  return html`<div class="training-buttons" role="group" aria-label=${own.copies}>
    <span aria-hidden="true">${own.copies}</span>
    <button type="button" @click=${() => onDiffer(second, { positions: 'none' })}>${own.noPositions}</button>
    <button type="button" @click=${() => onDiffer(second, { layers: 1 })}>${own.oneLayer}</button>
    <button type="button" @click=${() => onDiffer(second, { mask: 'none' })}>${own.noMask}</button>
    ${toggle}
  </div>`;
}
