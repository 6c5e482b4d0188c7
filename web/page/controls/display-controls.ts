import { html, nothing, type TemplateResult } from 'lit';
import type { Desk } from '../../controls/control-context.ts';
import { checkField } from '../../controls/field.ts';
import { words as all } from '../../i18n/words.ts';

const words = all.controls;

/** How the sentence is cut, and how many digits are shown. */
export function displayControls(desk: Desk): TemplateResult {
  const { scene } = desk.state;
  const digits = scene.view?.digits ?? 2;
  const { lowercase = false, punctuation = false } = scene.tokenizer ?? {};
  return html`<fieldset>
    <legend>${words.display}</legend>
    ${desk.number({
      path: 'view.digits',
      label: words.digits,
      name: words.digitsName,
      value: digits,
      step: (direction) => (digits + direction >= 0 && digits + direction <= 6 ? Math.round(digits + direction) : null),
      onChange: ({ value }) =>
        value !== null && desk.edit({ ...scene, view: { ...scene.view, digits: value } }, 'view.digits'),
    })}
    ${
      scene.sentence === undefined
        ? nothing
        : html`<div class="pair">
          ${checkField({
            id: 'lowercase',
            path: 'tokenizer.lowercase',
            label: words.lowercase,
            name: words.lowercaseName,
            checked: lowercase,
            onChange: (on) => desk.setTokenizer({ lowercase: on }, 'lowercase'),
          })}
          ${checkField({
            id: 'punctuation',
            path: 'tokenizer.punctuation',
            label: words.punctuation,
            name: words.punctuationName,
            checked: punctuation,
            onChange: (on) => desk.setTokenizer({ punctuation: on }, 'punctuation'),
          })}
        </div>`
    }
  </fieldset>`;
}
