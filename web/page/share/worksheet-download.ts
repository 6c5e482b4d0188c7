import { html, render } from 'lit';
import { property } from 'lit/decorators.js';
import type { Step } from '../../core/types.ts';
import { fileNameOf } from '../../export/snippets.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { shareWords } from '../../i18n/share.ts';
import { focusOf, resolved, within } from '../../session/focus.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { visibleToken } from '../../trace/token-text.ts';
import { toMathML } from '../../views/formula/mathml.ts';
import { Download } from './download.ts';
import { worksheetDocument } from './worksheet.ts';

/** A worksheet of the scene with an answer key, as a page to print. */
export class ShareWorksheet extends Download {
  @property({ attribute: false }) result!: SceneResult;

  protected override render() {
    const words = shareWords(this.language);
    const result = this.result.atLayer(this.scene.view?.layer ?? this.result.layer);
    const { query } = resolved(within(focusOf(this.scene), result), result);
    const name = fileNameOf(this.scene, '-worksheet.html');
    const make = (): Blob =>
      new Blob(
        [worksheetDocument(this.language, { result, query, formulaOf: (step) => formulaOf(this.language, step) })],
        { type: 'text/html;charset=utf-8' },
      );
    return html`<p>${words.about.worksheet(visibleToken(result.tokens[query] ?? ''))}</p>
      <p class="share-buttons">
        <button type="button" class="main" @click=${() => this.keep(name, make)}>${words.download(name)}</button>
        ${this.outcome}
      </p>`;
  }
}
customElements.define('sa-share-worksheet', ShareWorksheet);

/** The markup of a formula, without the comments of the template. */
function formulaOf(language: LanguageCode, { formula }: Step): string {
  const place = document.createElement('p');
  render(html`<math>${toMathML(language, formula)}</math>`, place);
  const comments = document.createNodeIterator(place, NodeFilter.SHOW_COMMENT);
  for (let node = comments.nextNode(); node !== null; node = comments.nextNode()) (node as Comment).remove();
  return place.innerHTML;
}
