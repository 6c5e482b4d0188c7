/** Takes the place of training-part.ts in one script, which has no room for what trains. */
import { html, type TemplateResult } from 'lit';
import { elementWords } from '../i18n/element/element.ts';

export const trainingPart = (): TemplateResult => html`<p class="hint">${elementWords.noTraining}</p>`;
export function checkTraining(): void {}
