import { html } from 'lit';
import { property, state } from 'lit/decorators.js';
import { trainingWords } from '../../i18n/training.ts';
import type { Rows } from '../../scene/types.ts';
import { formatNumber } from '../../views/index.ts';
import { styled } from '../../views/shared/custom-element.ts';
import { CellGrid, type CellPlace, rem } from '../matrix-editor/cell-grid.ts';
import { MOST_PARTS, type Parts, type Preset, presets, sharesOf, withParts } from './targets.ts';

/** Another target was painted. */
export class TargetChange extends CustomEvent<Parts> {
  static readonly type = 'sa-target';
  constructor(parts: Parts) {
    super(TargetChange.type, { detail: parts, bubbles: true });
  }
}

/**
 * The weights that a reader wants, as cells to be pressed or dragged over: each has so many parts of its row, none or one unless a
 * digit says how many. Asks for another target with a TargetChange. Keys are those of the mask painter.
 */
export class TargetPainter extends CellGrid {
  @property({ attribute: false }) parts: Parts = [];
  @property({ attribute: false }) rowLabels: readonly string[] = [];
  @property({ attribute: false }) columnLabels: readonly string[] = [];
  /** The masked scores: a cell that is −∞ there is hatched. Null: nothing is hidden. */
  @property({ attribute: false }) masked: Float32Array | null = null;
  @state() private status = '';
  @state() private isWhole = true;
  private shares: Rows = [];
  /** What the pen paints while a button is held. */
  private pen: 0 | 1 | null = null;
  private scrolls = false;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('pointerup', this.lift);
    addEventListener('pointercancel', this.lift);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('pointerup', this.lift);
    removeEventListener('pointercancel', this.lift);
  }

  protected get matrix(): Rows {
    return this.shares;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('parts')) this.shares = sharesOf(this.parts);
    super.willUpdate(changed);
  }

  protected override findVisible(): void {
    super.findVisible();
    if (this.box === null) return;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = this.box;
    this.isWhole = scrollWidth <= clientWidth && scrollHeight <= clientHeight;
  }

  protected cellSize() {
    const head = rem(5.5);
    const room = (this.clientWidth - head - 2) / Math.max(1, this.size.columns);
    return { width: Math.min(rem(5), Math.max(rem(2.25), room)), height: rem(1.75), head };
  }

  private partsAt({ row, column }: CellPlace): number {
    return this.parts[row]?.[column] ?? 0;
  }

  // ---- Painting ------------------------------------------------------------------------------------------------------

  private paint(cell: CellPlace, value: number): void {
    if (this.partsAt(cell) === value) return;
    this.ask(withParts(this.parts, cell.row, cell.column, value));
  }

  private ask(parts: Parts): void {
    // The next cell of a stroke may come before the panel has answered.
    this.parts = parts;
    this.shares = sharesOf(parts);
    this.dispatchEvent(new TargetChange(parts));
  }

  private fill(preset: Preset | null): void {
    const wanted = preset === null ? () => false : presets[preset];
    const columns = this.columnLabels.length;
    this.ask(
      this.parts.map((line, row) =>
        line.map((_, column) => (wanted(row, column) && this.masked?.[row * columns + column] !== -Infinity ? 1 : 0)),
      ),
    );
  }

  private down(event: PointerEvent): void {
    const cell = this.under(event);
    if (cell === null || event.button !== 0) return;
    this.scrolls = event.pointerType === 'touch' && !this.isWhole;
    if (this.scrolls) return;
    event.preventDefault();
    this.begin(cell);
  }

  /** A finger scrolls what is larger than its box, and paints with a tap. */
  private tap(event: MouseEvent): void {
    const cell = this.scrolls ? this.under(event) : null;
    if (cell === null) return;
    this.begin(cell);
    this.pen = null;
  }

  private begin(cell: CellPlace): void {
    this.pen = this.partsAt(cell) > 0 ? 0 : 1;
    this.active = cell;
    this.focusing = true;
    this.paint(cell, this.pen);
    this.requestUpdate();
  }

  private move(event: PointerEvent): void {
    const cell = this.pen === null ? null : this.under(event);
    if (cell === null || this.pen === null) return;
    this.active = cell;
    this.paint(cell, this.pen);
  }

  private readonly lift = (): void => {
    if (this.pen === null) return;
    this.pen = null;
    this.focus();
  };

  private under({ clientX, clientY }: MouseEvent): CellPlace | null {
    const { cell, box } = this;
    if (box === null) return null;
    const { left, top } = box.getBoundingClientRect();
    const [x, y] = [clientX - left - box.clientLeft, clientY - top - box.clientTop];
    if (x < cell.head || y < cell.height || x > box.clientWidth || y > box.clientHeight) return null;
    const column = Math.floor((x - cell.head + box.scrollLeft) / cell.width);
    const row = Math.floor((y - cell.height + box.scrollTop) / cell.height);
    return this.shares[row]?.[column] === undefined ? null : { row, column };
  }

  private pressed(event: KeyboardEvent): void {
    if (event.altKey) return;
    const { key, ctrlKey, metaKey } = event;
    const digit = !ctrlKey && !metaKey && /^\d$/.test(key) ? Number(key) : null;
    if (digit !== null && digit <= MOST_PARTS) this.turn(this.active, digit);
    else if (key === ' ' || key === 'Enter') this.turn(this.active, this.partsAt(this.active) > 0 ? 0 : 1);
    else {
      const next = this.destination(event);
      if (next === null) return;
      if (event.shiftKey) this.turn(next, this.partsAt(this.active));
      this.moveTo(next);
    }
    event.preventDefault();
  }

  private turn(cell: CellPlace, value: number): void {
    this.paint(cell, value);
    // A cell that keeps the focus is not read out anew.
    this.status = this.cellName(cell);
  }

  // ---- What is on the page -------------------------------------------------------------------------------------------

  protected override render() {
    const own = trainingWords.painter;
    return html`
      <div class="mask-bar" role="group" aria-label=${own.label}>
        ${(['itself', 'previous', 'first'] as const).map(
          (preset) => html`<button type="button" @click=${() => this.fill(preset)}>${own[preset]}</button>`,
        )}
        <button type="button" @click=${() => this.fill(null)}>${own.clear}</button>
      </div>
      <div @pointerdown=${this.down} @click=${this.tap} @pointermove=${this.move}>
        ${this.grid({
          label: own.grid,
          corner: own.corner,
          describedBy: 'target-keys',
          onKey: (event) => this.pressed(event),
          multiselectable: true,
          classes: this.isWhole ? 'mask-cells target-cells whole' : 'mask-cells target-cells',
        })}
      </div>
      <p class="note" id="target-keys">${own.keys}</p>
      <p class="hidden" role="status">${this.status}</p>
    `;
  }

  protected cellAt(place: CellPlace, active: boolean) {
    const { row, column } = place;
    const share = this.shares[row]?.[column] ?? 0;
    const isHidden = this.masked?.[row * this.columnLabels.length + column] === -Infinity;
    return html`<div
      class=${isHidden ? 'cell masked' : 'cell'}
      role="gridcell"
      tabindex=${active ? '0' : '-1'}
      data-cell="${row} ${column}"
      aria-colindex=${column + 2}
      aria-selected=${share > 0 ? 'true' : 'false'}
      aria-label=${this.cellName(place)}
      ${styled({ ...this.left(column), '--share': `${(60 * share).toFixed(0)}%` })}
    >${share === 0 ? '' : shareText(share)}</div>`;
  }

  private cellName({ row, column }: CellPlace): string {
    const share = this.shares[row]?.[column] ?? 0;
    return trainingWords.painter.cell(this.rowLabels[row] ?? '', this.columnLabels[column] ?? '', shareText(share));
  }
}
customElements.define('sa-target-painter', TargetPainter);

/** "1", ".5" where it is exact, ".33" where it is not. */
const shareText = (share: number): string =>
  formatNumber(share, 2)
    .replace(/^0\./, '.')
    .replace(/\.?0+$/, '') || '0';
