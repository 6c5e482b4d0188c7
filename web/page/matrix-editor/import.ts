import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { importWords } from '../../i18n/import.ts';
import type { Imported, Matrix } from '../../import/index.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { emit } from '../shell/events.ts';
import { FileDrop, fileButton } from '../shell/file-drop.ts';
import { readMatrices } from '../worker/read-file.ts';
import type { CellPlace } from './cell-grid.ts';
import { importStyles } from './styles.ts';

/** One of the matrices that the reader chooses from. */
interface Choice {
  readonly matrix: Matrix;
  /** Its name, or the way in which the text was read. */
  readonly label: string;
}

interface Found {
  readonly choices: readonly Choice[];
  /** How many arrays there are. */
  readonly count: number;
  readonly refused: Imported['refused'];
  readonly from: string;
  /** The cell to fill from, or null for all numbers. */
  readonly at: CellPlace | null;
}

/**
 * Takes a pasted matrix, or a file that is opened or dropped. If there are several matrices, or several ways to read one, the reader chooses.
 */
export class MatrixImport extends LightDomElement {
  /** The shape of the edited matrix. */
  @property() name = '';
  @property() shape = '';
  @property({ attribute: false }) minusInfinity = false;
  @state() private found: Found | null = null;
  /** The index of the chosen matrix; −1 before the reader chooses between readings of which none or several fit. */
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
    emit(this, 'sa-matrix-trouble', '');
    try {
      const imported = await readMatrices(
        source,
        { minusInfinity: this.minusInfinity, language: this.language },
        reading.signal,
      );
      this.offer(imported, from, null);
    } catch (thrown) {
      if (!reading.signal.aborted) emit(this, 'sa-matrix-trouble', explain(this.language, problemOf(thrown)));
    }
  }

  /** Uses the only matrix, or lets the reader choose. */
  offer({ matrices, stacked, refused }: Imported, from: string, at: CellPlace | null): void {
    const [only] = matrices;
    if (matrices.length === 1 && refused.length === 0 && only !== undefined) {
      emit(this, 'sa-matrix-chosen', { matrix: only, from, at });
      return;
    }
    const choices = matrices.map((matrix) => ({
      matrix,
      label: [matrix.name, matrix.reading ?? ''].filter((part) => part !== '').join(': '),
    }));
    if (stacked !== null) choices.unshift({ matrix: stacked, label: importWords(this.language).bring.stacked });
    this.found = { choices, count: matrices.length + refused.length, refused, from, at };
    this.choice = this.likely(choices);
    void this.updateComplete.then(() => this.querySelector('fieldset')?.scrollIntoView({ block: 'nearest' }));
  }

  /** The one with the matrix's own name, else the first of its shape, else the first. Of several readings only one that alone has the shape. */
  private likely(choices: readonly Choice[]): number {
    const plain = (name: string) => name.toLowerCase().replaceAll('_', '');
    const isReading = choices.some(({ matrix }) => matrix.reading !== undefined);
    const named = choices.findIndex(({ matrix }) => plain(matrix.name) === plain(this.name));
    if (named >= 0 && !isReading) return named;
    const fitting = choices.flatMap(({ matrix: { rows, columns } }, index) =>
      `${rows}×${columns}` === this.shape ? [index] : [],
    );
    if (isReading) return fitting.length === 1 ? (fitting[0] ?? -1) : -1;
    return fitting[0] ?? 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(importStyles);
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
      emit(this, 'sa-matrix-trouble', importWords(this.language).bring.oneFile(count));
    },
    text: (text) => void this.read('', text),
  });

  protected override render() {
    const own = importWords(this.language).bring;
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
          accept: '.csv,.tsv,.txt,.json,.yaml,.yml,.mtx,.npy,.npz,.safetensors',
          trouble: 'editor-error',
          onFile: (file) => void this.read(file.name, file),
        })}
        <span class="hint">${own.drop}</span>
      </div>
      ${this.found === null ? nothing : this.choices(this.found)}
    </div>`;
  }

  private readonly putText = (): void => void this.read('', this.querySelector('textarea')?.value ?? '');

  private choices({ choices, count, refused, from, at }: Found) {
    const own = importWords(this.language).bring;
    const isReading = choices.some(({ matrix }) => matrix.reading !== undefined);
    return html`<fieldset class="choices">
      <legend>${isReading ? own.readings : own.several(count)}</legend>
      ${choices.map(
        ({ matrix, label }, index) => html`<label>
          <input
            type="radio"
            name="bring-choice"
            .checked=${index === this.choice}
            @change=${() => {
              this.choice = index;
            }}
          />
          <span>${label} <span class="shape">${matrix.shape.join('×')}</span> <code>${firstNumbers(matrix)}</code></span>
        </label>`,
      )}
      ${refused.map(({ why }) => html`<p class="note">${why}</p>`)}
      <button
        type="button"
        @click=${() => {
          const matrix = choices[this.choice]?.matrix;
          if (matrix === undefined) {
            emit(this, 'sa-matrix-trouble', own.choose);
            return;
          }
          emit(this, 'sa-matrix-chosen', { matrix, from, at });
          this.found = null;
        }}
      >
        ${own.put}
      </button>
    </fieldset>`;
  }
}
customElements.define('sa-matrix-import', MatrixImport);

/** The first numbers of the first rows, by which readers recognise their matrix: “0.5, 0.25 / 1.5, 2”. */
function firstNumbers({ data, rows, columns }: Matrix): string {
  const line = (row: readonly number[]): string =>
    `${row
      .slice(0, 4)
      .map((value) => String(value).replace('Infinity', '∞'))
      .join(', ')}${columns > 4 ? ', …' : ''}`;
  return `${data.slice(0, 2).map(line).join(' / ')}${rows > 2 ? ' / …' : ''}`;
}
