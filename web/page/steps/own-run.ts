import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { errorText } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { Axis, Tensor } from '../../core/types.ts';
import { fill } from '../../i18n/sentences.ts';
import { stepWords } from '../../i18n/steps.ts';
import type { Imported, Matrix } from '../../import/index.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { axisLabels } from '../../trace/axis-labels.ts';
import { formatNumber, KEPT_BACK } from '../../trace/number-format.ts';
import { isolated } from '../../trace/token-text.ts';
import { roleOf } from '../../trace/trace-reader.ts';
import type { StepView } from '../../views/steps/step-pictures.ts';
import { readMatrices } from '../worker/read-file.ts';
import '../../views/steps/comparison.ts';

/** Compares a tensor of the page, cell by cell, with the one that the reader's own program printed. */
export class OwnRun extends LightDomElement {
  @property({ attribute: false }) view!: StepView;
  @state() private pasted: Tensor | null = null;
  @state() private trouble = '';
  /** Only the latest text counts. */
  private reading = new AbortController();

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('view') as StepView | undefined;
    if (before !== undefined && before.step.name !== this.view.step.name) this.clear();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.reading.abort();
  }

  private clear(): void {
    this.reading.abort();
    this.reading = new AbortController();
    this.pasted = null;
    this.trouble = '';
  }

  /** The rows and columns of one head, and which head is on show. */
  private get slice(): { readonly rows: number; readonly columns: number; readonly index: number } {
    const { result, step, head } = this.view;
    const [rows = 1, columns = 1] = step.shape.slice(-2);
    return { rows, columns, index: step.shape.length > 2 ? result.slice(step.axes, head) : 0 };
  }

  private readonly read = async (): Promise<void> => {
    this.clear();
    const { signal } = this.reading;
    try {
      const text = this.querySelector('textarea')?.value ?? '';
      const imported = await readMatrices(text, { minusInfinity: true, language: this.language }, signal);
      if (signal.aborted) return;
      const { rows, columns, index } = this.slice;
      const { shape, data } = this.view.result.tensor(this.view.step.name);
      // The other heads stay the page's own.
      const other = data.slice();
      other.set(this.fitting(imported).data.flat(), index * rows * columns);
      this.pasted = { shape, data: other };
    } catch (thrown) {
      if (!signal.aborted) this.trouble = explain(this.language, problemOf(thrown));
    }
  };

  /** The matrix to compare with. Throws Error for the reader if none has the shape, or if several could be meant. */
  private fitting({ matrices }: Imported): Matrix {
    const words = stepWords(this.language).ownRun;
    const { step } = this.view;
    const { rows, columns, index } = this.slice;
    const shape = `${rows} × ${columns}`;
    const fits = matrices.filter(({ rows, columns }) => `${rows} × ${columns}` === shape);
    const heads = step.shape.length > 2 ? (step.shape[0] ?? 1) : 1;
    // A whole tensor has a matrix for each head.
    const isQuestion = fits.length > 1 && fits.some(({ reading }) => reading !== undefined);
    const slice = isQuestion ? undefined : fits.length === heads ? fits[index] : fits[0];
    if (slice !== undefined && (fits.length === 1 || fits.length === heads)) return slice;
    const found = matrices.map(({ rows, columns }) => `${rows} × ${columns}`).join(', ');
    throw new Error(fill(fits.length === 0 ? words.noFit : words.several, { shape, found, count: fits.length }));
  }

  /** The largest difference, however small, and its place. */
  private largest(first: Tensor, second: Tensor): string {
    const { result, step } = this.view;
    const { rows, columns, index } = this.slice;
    const start = index * rows * columns;
    let [most, place] = [-1, 0];
    for (let cell = 0; cell < rows * columns; cell += 1) {
      const [own, other] = [first.data[start + cell] ?? 0, second.data[start + cell] ?? 0];
      const difference = Object.is(own, other) ? 0 : Math.abs(own - other);
      if (difference > most) [most, place] = [difference, cell];
    }
    const label = (axis: Axis | undefined, size: number, at: number): string =>
      isolated(axisLabels(result.labelsFor(step.name), axis, size)[at] ?? '');
    return fill(stepWords(this.language).ownRun.largest, {
      difference: formatNumber(most, 6),
      row: label(step.axes.at(-2), rows, Math.floor(place / columns)),
      column: label(step.axes.at(-1), columns, place % columns),
    });
  }

  protected override render() {
    const words = stepWords(this.language).ownRun;
    const { step, result, focusOn, highlights } = this.view;
    const called = result.called(step.name) ?? step.name;
    const id = `own-run-${step.name}`;
    const { rows, columns, index } = this.slice;
    const tensor = result.tensor(step.name);
    if (tensor.data.includes(KEPT_BACK)) return html`<p class="note">${words.hidden}</p>`;
    return html`<div class="own-run">
      <label for=${id}>${fill(words.paste, { name: called, shape: `${rows}\u00a0×\u00a0${columns}` })}</label>
      <textarea
        id=${id}
        rows="3"
        spellcheck="false"
        aria-invalid=${this.trouble === '' ? 'false' : 'true'}
        aria-describedby="${id}-error"
      ></textarea>
      <div><button type="button" @click=${() => void this.read()}>${words.compare}</button></div>
      ${errorText(`${id}-error`, this.trouble)}
      <div role="status">
        ${
          this.pasted === null
            ? nothing
            : html`<p>${this.largest(tensor, this.pasted)}</p>
              <sa-compare
                .first=${{ title: words.here, tensor, axes: step.axes }}
                .second=${{ title: words.yours, tensor: this.pasted, axes: step.axes }}
                .head=${index}
                .name=${step.name}
                .layer=${step.layer}
                .labels=${result.labelsFor(step.name)}
                .accent=${step.name === 'weights' ? 'weights' : roleOf(step.name)}
                .digits=${result.digits}
                .focusOn=${focusOn}
                .highlights=${highlights}
              ></sa-compare>`
        }
      </div>
    </div>`;
  }
}
customElements.define('sa-own-run', OwnRun);
