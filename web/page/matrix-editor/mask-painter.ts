import { html, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { importWords } from '../../i18n/import.ts';
import type { Rows, Scene } from '../../scene/types.ts';
import type { MatrixSource } from '../../trace/scene-result.ts';
import { styled } from '../../views/shared/custom-element.ts';
import { emit } from '../shell/events.ts';
import type { CellPlace } from './cell-grid.ts';
import { CellPainter } from './cell-painter.ts';
import { visibleOf, withCell, withVisible } from './edits.ts';
import { HeatmapBrush } from './heatmap-brush.ts';

let painters = 0;

/**
 * The mask as cells to press or drag over: which keys each query sees. It starts with the current mask, and every
 * cell requests a scene with a painted mask (`sa-edit`). In the editor, the heatmap can be painted on too.
 */
export class MaskPainter extends CellPainter {
  @property({ attribute: false }) scene!: Scene;
  /** The trace of the result on show. */
  @property({ attribute: false }) result!: MatrixSource;
  @property({ attribute: false }) onHeatmap = false;
  private visible: Rows = [];
  /** One stroke is one undo step. */
  private stroke = 0;
  private brush: HeatmapBrush | null = null;
  protected readonly widths = { least: 1, most: 3.5 };
  /** The controls may have a painter while the editor has another. */
  private readonly keysId = `mask-keys-${++painters}`;

  get rowLabels(): readonly string[] {
    return this.result.tokens;
  }

  get columnLabels(): readonly string[] {
    return this.result.keyTokens;
  }

  protected get matrix(): Rows {
    return this.visible;
  }

  override firstUpdated(): void {
    if (!this.onHeatmap) return;
    this.brush = new HeatmapBrush(this, {
      begin: (cell) => this.begin(cell, true),
      go: (cell) => this.drawOver(cell),
      flip: (cell) => this.flip(cell),
      paintOn: (from, to) => this.setCell(to, this.sees(from) ? 1 : 0),
    });
    this.brush.hostUpdated();
  }

  /** When the editor opens on it, the keyboard starts here, and the heatmap is in view. */
  enter(): void {
    this.focus();
    void this.updateComplete.then(() => this.brush?.bringIntoSight());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Only then: a result that is being replaced cannot be read any more.
    if (changed.has('scene') || changed.has('result')) this.visible = visibleOf(this.scene, this.result);
    super.willUpdate(changed);
  }

  private sees({ row, column }: CellPlace): boolean {
    return this.visible[row]?.[column] === 1;
  }

  // ---- Painting ------------------------------------------------------------------------------------------------------

  protected valueAt(cell: CellPlace): number {
    return this.sees(cell) ? 1 : 0;
  }

  protected change({ row, column }: CellPlace, value: number): void {
    this.ask(withCell(this.visible, row, column, value > 0 ? 1 : 0));
  }

  protected override strokeBegins(): void {
    this.stroke += 1;
  }

  private ask(visible: Rows): void {
    this.visible = visible;
    emit(this, 'sa-edit', { scene: withVisible(this.scene, visible), controlId: `attention.mask.${this.stroke}` });
  }

  private all(see: (row: number, column: number) => boolean): void {
    this.stroke += 1;
    this.ask(this.visible.map((line, row) => line.map((_, column) => (see(row, column) ? 1 : 0))));
  }

  // ---- What is on the page -------------------------------------------------------------------------------------------

  protected override render() {
    const own = importWords(this.language).painter;
    return this.painter({
      ...own,
      keys: this.onHeatmap ? `${own.keys} ${own.onHeatmap}` : own.keys,
      keysId: this.keysId,
      classes: 'mask-cells',
      buttons: html`
        <button type="button" @click=${() => this.all(() => true)}>${own.none}</button>
        <button type="button" @click=${() => this.all((row, column) => column <= row)}>${own.causal}</button>
        <button type="button" @click=${() => this.all((row, column) => !this.sees({ row, column }))}>${own.invert}</button>
      `,
    });
  }

  protected cellAt(place: CellPlace, active: boolean) {
    const sees = this.sees(place);
    return html`<div
      class=${sees ? 'cell' : 'cell masked'}
      role="gridcell"
      tabindex=${active ? '0' : '-1'}
      data-cell="${place.row} ${place.column}"
      aria-colindex=${place.column + 2}
      aria-selected=${sees ? 'true' : 'false'}
      aria-label=${this.cellName(place)}
      ${styled(this.left(place.column))}
    ></div>`;
  }

  protected cellName({ row, column }: CellPlace): string {
    const { tokens, keyTokens } = this.result;
    return importWords(this.language).painter.cell(
      tokens[row] ?? '',
      keyTokens[column] ?? '',
      this.sees({ row, column }),
    );
  }
}
customElements.define('sa-mask-painter', MaskPainter);
