import { html, nothing, type TemplateResult } from 'lit';
import type { LanguageCode } from '../../i18n/language.ts';
import { maskLabWords } from '../../i18n/mask-lab.ts';
import '../share/text-box.ts';
import { sources } from './sources.ts';
import type { Attend } from './weigh.ts';

/** What a case is drawn with. */
export interface Drawing {
  readonly attend: Attend;
  readonly language: LanguageCode;
}
export type Case = keyof typeof sources;

/** A sentence on the mistake of a case, and where people made it. */
export function wrongPart({ language }: Drawing, shown: Case, text: string): TemplateResult {
  const words = maskLabWords(language);
  const asked: readonly (readonly [string, string])[] = sources[shown];
  return html`<div class="wrong">
    <h3>${words.wrong}</h3>
    <p>${text}</p>
    ${
      asked.length === 0
        ? nothing
        : html`<p class="fine">
            ${words.sources} ${asked.map(([name, address]) => html`<a href=${address} translate="no">${name}</a> `)}
          </p>`
    }
  </div>`;
}

/** A program, and whether the tests run it. */
export function codePart({ language }: Drawing, code: string, testedWith: string | null, shape = ''): TemplateResult {
  const words = maskLabWords(language);
  return html`<h3>${words.call}</h3>
    ${shape === '' ? nothing : html`<p class="fine">${words.shape}: <code translate="no">${shape}</code></p>`}
    <sa-share-text .text=${code} .name=${words.call} .lines=${true}></sa-share-text>
    <p class="fine">${testedWith === null ? words.untested : words.tested(testedWith)}</p>`;
}
