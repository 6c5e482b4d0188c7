import { html, type TemplateResult } from 'lit';
import type { Desk } from '../../controls/control-context.ts';
import { checkField } from '../../controls/field.ts';
import { words as all } from '../../i18n/words.ts';
import { chooseEncoder } from '../../model/group-choices.ts';

const own = all.family;

/** Keys and values from a second sentence; the sentence itself stands under the first. */
export function encoderControls(desk: Desk): TemplateResult {
  const { scene, start } = desk.state;
  const on = scene.encoder !== undefined;
  // Rows of q, k and v belong to their tokens.
  const fixed = scene.embedding.kind === 'qkv';
  return html`${checkField({
    id: 'encoder',
    path: 'encoder',
    label: own.encoderOn,
    name: own.encoderOnName,
    checked: on,
    disabled: fixed,
    onChange: (checked) => desk.press(chooseEncoder(scene, checked, start), 'encoder'),
  })}${fixed ? html`<p class="note">${own.encoderFixed}</p>` : ''}`;
}
