import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Trace } from '../../core/types.ts';
import { codeFor } from '../../export/code/index.ts';
import { codeLanguages, isPythonLibrary } from '../../export/code/languages.ts';
import { fileNameOf } from '../../export/snippets.ts';
import { shareWords } from '../../i18n/share.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { lazy } from '../lazy.ts';
import { Download } from './download.ts';
import { choice } from './fields.ts';
import './numbers-download.ts';
import './picture.ts';
import './text-box.ts';
import './worksheet-download.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';

const notebookDownload = IS_ONE_SCRIPT ? null : lazyModule(() => import('./notebook-download.ts'));

// Files made from a scene's numbers. They are loaded with export/ when the reader wants one.

/** The scene as a program. */
export class ShareCode extends Download {
  @property({ attribute: false }) trace!: Trace;
  @state() private codeLanguage = codeLanguages[0];

  protected override render() {
    const words = shareWords(this.language);
    const { codeLanguage } = this;
    if (codeLanguage === undefined) return nothing;
    let text = '';
    let trouble = '';
    try {
      text = codeFor(codeLanguage.id, this.scene, this.trace);
    } catch (thrown) {
      trouble = explain(this.language, problemOf(thrown));
    }
    return html`<p>${words.about.code}</p>
      <div class="share-settings">
        ${choice({
          label: words.language,
          id: 'share-language',
          values: codeLanguages,
          value: codeLanguage,
          name: ({ name }) => name,
          choose: (one) => {
            this.codeLanguage = one;
          },
        })}
      </div>
      ${
        trouble === ''
          ? html`<sa-share-text
              .text=${text}
              .lines=${true}
              .name=${`${words.kind.code}, ${codeLanguage.name}`}
              .file=${fileNameOf(this.scene, `.${codeLanguage.extension}`)}
            ></sa-share-text>`
          : html`<p class="error" role="alert">${trouble}</p>`
      }
      ${
        trouble === '' && isPythonLibrary(codeLanguage.id) && notebookDownload !== null
          ? lazy(
              this.language,
              notebookDownload,
              () => html`<sa-share-notebook
                .scene=${this.scene}
                .trace=${this.trace}
                .library=${codeLanguage.id}
              ></sa-share-notebook>`,
            )
          : nothing
      }`;
  }
}
customElements.define('sa-share-code', ShareCode);
