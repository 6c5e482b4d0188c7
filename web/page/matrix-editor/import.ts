import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { importWords } from '../../i18n/import.ts';
import type { Imported, Matrix } from '../../import/index.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { request } from '../shell/events.ts';
import { FileDrop, fileButton } from '../shell/file-drop.ts';
import { readMatrices } from './read-matrices.ts';

/** Takes a pasted matrix, or a file that is opened or dropped. If there are several matrices, the reader chooses. */
export class MatrixImport extends LightDomElement {
  /** The shape of the edited matrix. */
  @property() name = '';
  @property() shape = '';
  @property({ attribute: false }) minusInfinity = false;
  @state() private found: (Imported & { readonly from: string }) | null = null;
  @state() private choice = 0;
  /** Only the latest file counts. */
  private reading = new AbortController();

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('name')) return;
    this.reading.abort();
    this.found = null;
  }

  private async read(from: string, source: File | string): Promise<void> {
    this.reading.abort();
    const reading = new AbortController();
    this.reading = reading;
    this.found = null;
    request(this, 'sa-matrix-trouble', '');
    try {
      const imported = await readMatrices(this.language, source, { minusInfinity: this.minusInfinity }, reading.signal);
      const [only] = imported.matrices;
      if (imported.matrices.length === 1 && imported.refused.length === 0 && only !== undefined)
        request(this, 'sa-matrix-chosen', { matrix: only, from });
      else {
        this.found = { ...imported, from };
        this.choice = this.likely(imported.matrices);
      }
    } catch (thrown) {
      if (!reading.signal.aborted) request(this, 'sa-matrix-trouble', explain(this.language, problemOf(thrown)));
    }
  }

  /** The one with the matrix's own name, else the first of its shape, else the first. */
  private likely(matrices: readonly Matrix[]): number {
    const plain = (name: string) => name.toLowerCase().replaceAll('_', '');
    const named = matrices.findIndex(({ name }) => plain(name) === plain(this.name));
    if (named >= 0) return named;
    return Math.max(
      0,
      matrices.findIndex(({ rows, columns }) => `${rows}×${columns}` === this.shape),
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.reading.abort();
  }

  private readonly drop = new FileDrop(this, {
    file: (file) => void this.read(file.name, file),
    several: (count) => {
      // An earlier file must not overwrite this message.
      this.reading.abort();
      this.found = null;
      request(this, 'sa-matrix-trouble', importWords.bring.oneFile(count));
    },
    text: (text) => void this.read('', text),
  });

  protected override render() {
    const own = importWords.bring;
    return html`<div
      class=${this.drop.isOver ? 'bring over' : 'bring'}
      @dragover=${this.drop.onDragOver}
      @dragleave=${this.drop.onDragLeave}
      @drop=${this.drop.onDrop}
    >
      <label for="bring-text">${own.paste(this.name, this.shape)}</label>
      <textarea id="bring-text" rows="2" spellcheck="false" placeholder=${own.example} aria-describedby="editor-error"></textarea>
      <div class="bring-acts">
        <button type="button" @click=${this.putText}>${own.put}</button>
        ${fileButton({
          label: own.open,
          accept: '.csv,.tsv,.txt,.json,.npy,.npz',
          trouble: 'editor-error',
          onFile: (file) => void this.read(file.name, file),
        })}
        <span class="hint">${own.drop}</span>
      </div>
      ${this.found === null ? nothing : this.choices(this.found)}
    </div>`;
  }

  private readonly putText = (): void => void this.read('', this.querySelector('textarea')?.value ?? '');

  private choices({ matrices, refused, from }: Imported & { readonly from: string }) {
    const own = importWords.bring;
    return html`<fieldset class="choices">
      <legend>${own.several(matrices.length + refused.length)}</legend>
      ${matrices.map(
        ({ name, shape }, index) => html`<label>
          <input
            type="radio"
            name="bring-choice"
            .checked=${index === this.choice}
            @change=${() => {
              this.choice = index;
            }}
          />
          <span>${name} <span class="shape">${shape.join('×')}</span></span>
        </label>`,
      )}
      ${refused.map(({ why }) => html`<p class="note">${why}</p>`)}
      <button
        type="button"
        @click=${() => {
          const matrix = matrices[this.choice];
          if (matrix !== undefined) request(this, 'sa-matrix-chosen', { matrix, from });
          this.found = null;
        }}
      >
        ${own.put}
      </button>
    </fieldset>`;
  }
}
customElements.define('sa-matrix-import', MatrixImport);
