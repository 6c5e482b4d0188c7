import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { readNumber } from '../../controls/number-field.ts';
import type { Axis, SceneCore } from '../../core/types.ts';
import { controlWords } from '../../i18n/controls.ts';
import { importWords } from '../../i18n/import.ts';
import { pageWords } from '../../i18n/page.ts';
import type { Matrix } from '../../import/index.ts';
import type { Rows, Scene } from '../../scene/types.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { axisLabels } from '../../trace/axis-labels.ts';
import type { MatrixSource, SceneResult } from '../../trace/scene-result.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { type DetailEvent, emit } from '../shell/events.ts';
import { readMatrices } from '../worker/read-file.ts';
import type { CellPlace } from './cell-grid.ts';
import {
  csvText,
  drawing,
  drawn,
  identity,
  inverted,
  isOfOnes,
  numpyText,
  placed,
  scaled,
  shapeOf,
  type Target,
  targetOf,
  whole,
  withCell,
  zeros,
} from './edits.ts';
import type { MatrixName } from './host.ts';
import { MaskPainter } from './mask-painter.ts';
import { editorStyles } from './styles.ts';
import './number-grid.ts';
import type { MatrixImport } from './import.ts';
import './import.ts';

/**
 * Edits one matrix of the scene: by typing, pasting, a file, or new random numbers. It keeps no part of the scene.
 * Every change is requested with `sa-edit`, and can be undone.
 */
export class MatrixEditor extends LightDomElement {
  @property({ attribute: false }) matrix!: MatrixName;
  @property({ attribute: false }) scene!: Scene;
  @property({ attribute: false }) result!: SceneResult;
  @property({ attribute: false }) core!: SceneCore;
  @property() problem = '';
  @property({ attribute: false }) resetCount = 0;
  private source!: MatrixSource;
  private target: Target | null = null;
  @state() private seed = 1;
  @state() private by = '2';
  @state() private trouble = '';
  @state() private status = '';
  /** A mask of ones and zeros whose meaning is not known yet. */
  @state() private asked: { readonly matrix: Matrix; readonly from: string; readonly at: CellPlace | null } | null =
    null;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(editorStyles);
  }

  override focus(): void {
    void this.updateComplete.then(() => this.enter());
  }

  private enter(): void {
    const painter = this.querySelector('sa-mask-painter');
    if (painter instanceof MaskPainter) painter.enter();
    this.querySelector<HTMLElement>('sa-number-grid')?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Only then: a result that is being replaced cannot be read any more.
    if (changed.has('matrix') || changed.has('scene') || changed.has('result')) {
      this.source = this.result.matrixSource;
      this.target = targetOf(this.scene, this.source, this.matrix);
    }
    if (!changed.has('matrix') && !changed.has('resetCount')) return;
    this.trouble = '';
    this.status = '';
    this.asked = null;
  }

  // ---- Changes -------------------------------------------------------------------------------------------------------

  /** Requests the scene with these numbers. An error changes nothing and is shown. */
  private change(target: Target, key: string, make: () => Rows, status = ''): void {
    this.trouble = '';
    this.status = '';
    this.asked = null;
    try {
      const scene = target.put(make());
      this.status = status;
      emit(this, 'sa-edit', { scene, controlId: `matrix.${target.name}.${target.layer}.${key}` });
    } catch (thrown) {
      this.trouble = explain(this.language, problemOf(thrown));
    }
  }

  /** Each press of a button is one undo step, however fast. */
  private presses = 0;
  private press(target: Target, make: () => Rows, status = ''): void {
    this.presses += 1;
    this.change(target, `press.${this.presses}`, make, status);
  }

  private reroll(target: Target): void {
    this.press(
      target,
      () => {
        const { scene, tensor } = drawing(target, this.seed);
        const trace = this.core.attend(scene);
        try {
          return drawn(trace, tensor);
        } finally {
          trace.dispose();
        }
      },
      importWords(this.language).edit.rerolled(target.name, this.seed),
    );
  }

  private scale(target: Target): void {
    const words = controlWords(this.language);
    const typed = readNumber(this.by, words);
    if (typed.kind === 'number') this.press(target, () => scaled(target, typed.value, this.language));
    else this.trouble = typed.kind === 'wrong' ? typed.why : words.notNumber('');
  }

  private async pasted(target: Target, { text, row, column }: DetailEvent<'sa-block'>['detail']): Promise<void> {
    this.trouble = '';
    this.status = '';
    try {
      const imported = await readMatrices(text, { minusInfinity: target.mask, language: this.language });
      this.querySelector<MatrixImport>('sa-matrix-import')?.offer(imported, '', { row, column });
    } catch (thrown) {
      this.trouble = explain(this.language, problemOf(thrown));
    }
  }

  /** A matrix from a file or pasted (""), in place of all numbers or from one cell on. */
  private put(target: Target, matrix: Matrix, from: string, cell: CellPlace | null): void {
    const at = matrix.rows === target.rows && matrix.columns === target.columns ? null : cell;
    if (target.mask && isOfOnes(matrix.data)) {
      this.trouble = '';
      this.status = importWords(this.language).edit.ones;
      this.asked = { matrix, from, at };
    } else this.putRead(target, matrix, from, at);
  }

  private putRead(target: Target, matrix: Matrix, from: string, at: CellPlace | null): void {
    const block = { matrix, from };
    this.press(
      target,
      () =>
        at === null
          ? whole(target, block, this.source, this.language)
          : placed(target, block, at.row, at.column, this.language),
      [importWords(this.language).edit.pasted(shapeOf(matrix), target.name), ...matrix.notes].join(' '),
    );
  }

  private async copy(text: string): Promise<void> {
    this.trouble = '';
    try {
      await navigator.clipboard.writeText(text);
      this.status = importWords(this.language).edit.copied;
    } catch {
      this.trouble = importWords(this.language).edit.notCopied;
    }
  }

  private readonly close = (): void => {
    emit(this, 'sa-close', null);
  };

  // ---- What is on the page -------------------------------------------------------------------------------------------

  protected override render() {
    const words = pageWords(this.language);
    const { target } = this;
    const own = importWords(this.language).edit;
    const title = target === null ? own.gone(this.matrix.name) : own.title(target.name, shapeOf(target));
    return html`<section class="editor" aria-labelledby="editor-title" @keydown=${this.pressed}>
      <header>
        <h2 id="editor-title">${title}${
          this.source.layers > 1 ? html` <span class="step-title">${own.layer(this.matrix.layer + 1)}</span>` : nothing
        }</h2>
        <span class="editor-history">
          <button type="button" @click=${() => emit(this, 'sa-history', 'undo')}>${words.header.undo}</button>
          <button type="button" @click=${() => emit(this, 'sa-history', 'redo')}>${words.header.redo}</button>
          <button type="button" aria-label=${own.close} @click=${this.close}>✕</button>
        </span>
      </header>
      ${target === null ? html`<p>${own.goneWhy}</p>` : this.body(target)}
    </section>`;
  }

  private readonly pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    event.preventDefault();
    this.close();
  };

  private body(target: Target): TemplateResult {
    const own = importWords(this.language).edit;
    const trouble = this.trouble === '' ? this.problem : this.trouble;
    return html`
      ${
        target.mask
          ? html`<sa-mask-painter .scene=${this.scene} .result=${this.source} .onHeatmap=${true}></sa-mask-painter>`
          : this.grid(target)
      }
      <p class="error" id="editor-error" role="alert">${trouble}</p>
      <p class="editor-status" role="status">${this.status}</p>
      ${this.bar(target)}
      <sa-matrix-import
        .name=${target.name}
        .shape=${shapeOf(target)}
        .minusInfinity=${target.mask}
        @sa-matrix-trouble=${({ detail }: DetailEvent<'sa-matrix-trouble'>) => {
          this.trouble = detail;
          this.status = '';
          this.asked = null;
        }}
        @sa-matrix-chosen=${({ detail: { matrix, from, at } }: DetailEvent<'sa-matrix-chosen'>) => this.put(target, matrix, from, at)}
      ></sa-matrix-import>
      ${this.asked === null ? nothing : this.question(target, this.asked)}
      ${target.mask ? nothing : html`<p class="note" id="cells-keys">${own.keys}</p>`}
    `;
  }

  /** Asks what 1 means in a mask. The numbers are used after the answer. */
  private question(target: Target, { matrix, from, at }: NonNullable<typeof this.asked>): TemplateResult {
    const own = importWords(this.language).edit;
    const answer = (text: string, data: Rows): TemplateResult =>
      html`<button type="button" @click=${() => this.putRead(target, { ...matrix, data }, from, at)}>${text}</button>`;
    return html`<div class="editor-bar" role="group" aria-label=${own.ones}>
      ${answer(own.oneIsSeen, matrix.data)} ${answer(own.oneIsHidden, inverted(matrix.data))}
    </div>`;
  }

  private bar(target: Target): TemplateResult {
    const words = controlWords(this.language);
    const own = importWords(this.language).edit;
    const button = (text: string, act: () => void, name = ''): TemplateResult =>
      html`<button type="button" aria-label=${name === '' ? nothing : name} @click=${act}>${text}</button>`;
    return html`<div class="editor-bar" role="group" aria-label=${own.actions}>
      ${
        target.mask
          ? nothing
          : html`<span class="pair-of">
              <label
                >${words.seed}
                <input
                  type="text"
                  inputmode="numeric"
                  autocomplete="off"
                  .value=${String(this.seed)}
                  @change=${this.typedSeed}
              /></label>
              ${button(
                words.reroll,
                () => {
                  this.seed = (this.seed % 9999) + 1;
                  this.reroll(target);
                },
                own.reroll(words.reroll, target.name),
              )}
            </span>
            ${button(own.zero, () => this.press(target, () => zeros(target)))}
            ${button(own.identity, () => this.press(target, () => identity(target)))}
            <span class="pair-of">
              <label
                >${own.by}
                <input
                  type="text"
                  inputmode="decimal"
                  autocomplete="off"
                  .value=${this.by}
                  @input=${(event: Event) => {
                    if (event.target instanceof HTMLInputElement) this.by = event.target.value;
                  }}
              /></label>
              ${button(own.scale, () => this.scale(target))}
            </span>`
      }
      ${button(own.copyNumpy, () => this.copy(numpyText(target)))} ${button(own.copyCsv, () => this.copy(csvText(target)))}
    </div>`;
  }

  private typedSeed(event: Event): void {
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    const typed = readNumber(target.value, controlWords(this.language));
    const matrix = this.target;
    if (typed.kind === 'number' && Number.isInteger(typed.value) && typed.value >= 0 && typed.value < 2 ** 32) {
      this.seed = typed.value;
      if (matrix !== null) this.reroll(matrix);
    } else this.trouble = importWords(this.language).edit.notSeed(target.value);
  }

  private grid(target: Target): TemplateResult {
    const { result, resetCount } = this;
    const list = target.axes.length === 1;
    const labels = (axis: string | undefined, size: number) =>
      axisLabels(result.labels, axis as Axis | undefined, size);
    // Reopened, it starts at its first cell.
    return html`${keyed(
      this.matrix,
      html`<sa-number-grid
      .values=${target.values}
      .rowLabels=${list ? [target.name] : labels(target.axes[0], target.rows)}
      .columnLabels=${labels(target.axes.at(-1), target.columns)}
      .label=${target.name}
      .resetCount=${resetCount}
      @sa-cell=${({ detail: { row, column, value } }: DetailEvent<'sa-cell'>) =>
        this.change(target, `${row}.${column}`, () => withCell(target.values, row, column, value))}
      @sa-block=${(event: DetailEvent<'sa-block'>) => this.pasted(target, event.detail)}
      @sa-escape=${this.close}
    ></sa-number-grid>`,
    )}`;
  }
}
customElements.define('sa-matrix-editor', MatrixEditor);
