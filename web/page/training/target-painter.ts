import { html } from 'lit';
import { property } from 'lit/decorators.js';
import { trainingWords } from '../../i18n/training.ts';
import type { Rows } from '../../scene/types.ts';
import { formatNumber } from '../../views/index.ts';
import { styled } from '../../views/shared/custom-element.ts';
import type { CellPlace } from '../matrix-editor/cell-grid.ts';
import { CellPainter } from '../matrix-editor/cell-painter.ts';
import { emit } from '../shell/events.ts';
import { MOST_PARTS, type Parts, type Preset, presets, targetOf, withParts } from './targets.ts';

/**
 * `<sa-target-painter>`: target weights as cells to press or drag over. A press gives a cell one part of its row or none; a digit gives
 * it more. `sa-target` changes the target. The keys are those of the mask painter.
 */
export class TargetPainter extends CellPainter {
  @property({ attribute: false }) parts: Parts = [];
  @property({ attribute: false }) rowLabels: readonly string[] = [];
  @property({ attribute: false }) columnLabels: readonly string[] = [];
  /** The masked scores. A cell with −∞ is hatched. Null: nothing is hidden. */
  @property({ attribute: false }) masked: Float32Array | null = null;
  private target: Rows = [];
  protected readonly widths = { least: 2.25, most: 5 };

  protected get matrix(): Rows {
    return this.target;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('parts')) this.target = targetOf(this.parts);
    super.willUpdate(changed);
  }

  protected valueAt({ row, column }: CellPlace): number {
    return this.parts[row]?.[column] ?? 0;
  }

  protected change({ row, column }: CellPlace, value: number): void {
    this.set(withParts(this.parts, row, column, value));
  }

  protected override typedValue({ key, ctrlKey, metaKey }: KeyboardEvent): number | null {
    const digit = !ctrlKey && !metaKey && /^\d$/.test(key) ? Number(key) : null;
    return digit !== null && digit <= MOST_PARTS ? digit : null;
  }

  private set(parts: Parts): void {
    this.parts = parts;
    this.target = targetOf(parts);
    emit(this, 'sa-target', parts);
  }

  private fill(preset: Preset | null): void {
    const wanted = preset === null ? () => false : presets[preset];
    const columns = this.columnLabels.length;
    this.set(
      this.parts.map((line, row) =>
        line.map((_, column) => (wanted(row, column) && this.masked?.[row * columns + column] !== -Infinity ? 1 : 0)),
      ),
    );
  }

  // ---- Rendering -----------------------------------------------------------------------------------------------------

  protected override render() {
    const own = trainingWords(this.language).painter;
    return this.painter({
      ...own,
      keysId: 'target-keys',
      classes: 'mask-cells target-cells',
      buttons: html`
        ${(['itself', 'previous', 'first'] as const).map(
          (preset) => html`<button type="button" @click=${() => this.fill(preset)}>${own[preset]}</button>`,
        )}
        <button type="button" @click=${() => this.fill(null)}>${own.clear}</button>
      `,
    });
  }

  protected cellAt(place: CellPlace, active: boolean) {
    const { row, column } = place;
    const weight = this.target[row]?.[column] ?? 0;
    const isHidden = this.masked?.[row * this.columnLabels.length + column] === -Infinity;
    return html`<div
      class=${isHidden ? 'cell masked' : 'cell'}
      role="gridcell"
      tabindex=${active ? '0' : '-1'}
      data-cell="${row} ${column}"
      aria-colindex=${column + 2}
      aria-selected=${weight > 0 ? 'true' : 'false'}
      aria-label=${this.cellName(place)}
      ${styled({ ...this.left(column), '--share': `${(60 * weight).toFixed(0)}%` })}
    >${weight === 0 ? '' : weightText(weight)}</div>`;
  }

  protected cellName({ row, column }: CellPlace): string {
    const weight = this.target[row]?.[column] ?? 0;
    return trainingWords(this.language).painter.cell(
      this.rowLabels[row] ?? '',
      this.columnLabels[column] ?? '',
      weightText(weight),
    );
  }
}
customElements.define('sa-target-painter', TargetPainter);

/** "1", ".5" where it is exact, ".33" where it is not. */
const weightText = (weight: number): string =>
  formatNumber(weight, 2)
    .replace(/^0\./, '.')
    .replace(/\.?0+$/, '') || '0';
