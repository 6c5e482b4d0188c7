import { html } from 'lit';
import { property } from 'lit/decorators.js';
import type { Trace } from '../../core/types.ts';
import type { PythonLibrary } from '../../export/code/languages.ts';
import { notebookFor } from '../../export/code/notebook.ts';
import { fileNameOf } from '../../export/snippets.ts';
import { notebookWords } from '../../i18n/notebook.ts';
import { shareWords } from '../../i18n/share.ts';
import { Download } from './download.ts';

/** The scene as a notebook. */
export class ShareNotebook extends Download {
  @property({ attribute: false }) trace!: Trace;
  @property({ attribute: false }) library: PythonLibrary = 'numpy';

  protected override render() {
    const words = notebookWords(this.language);
    const name = fileNameOf(this.scene, `-${this.library}.ipynb`);
    const make = (): Blob =>
      new Blob([notebookFor(this.library, this.scene, this.trace)], { type: 'application/x-ipynb+json' });
    return html`<p>${words.about}</p>
      <p class="share-buttons">
        <button type="button" @click=${() => this.keep(name, make)}>${shareWords(this.language).download(name)}</button>
        ${this.outcome}
      </p>`;
  }
}
customElements.define('sa-share-notebook', ShareNotebook);
