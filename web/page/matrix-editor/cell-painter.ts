import { html, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { pointIn } from '../../views/shared/pointer.ts';
import { CellGrid, type CellPlace, rem } from './cell-grid.ts';

/**
 * Cells that are painted by pressing or dragging. On the keyboard, arrows move, space toggles a cell, and Shift
 * with an arrow paints on. A finger scrolls a grid that is larger than its box, and paints with a tap.
 */
export abstract class CellPainter extends CellGrid {
  @state() private status = '';
  /** Whether the whole grid is visible. */
  @state() private whole = true;
  /** The value being painted while a button is held. Null otherwise. */
  private pen: 0 | 1 | null = null;
  private scrolls = false;
  /** Whether the stroke is over another view, which keeps the focus. */
  private isElsewhere = false;

  /** The least width of a cell, in rem, so that it can be touched. */
  protected abstract readonly widths: { readonly least: number; readonly most: number };
  /** 0 for a clear cell. */
  protected abstract valueAt(cell: CellPlace): number;
  /** Requests another value and stores it at once: the next cell of a stroke may come before the page answers. */
  protected abstract change(cell: CellPlace, value: number): void;
  protected abstract cellName(cell: CellPlace): string;
  /** Starts a stroke, which is undone as a whole. */
  protected strokeBegins(): void {}
  /** The value that a key paints. Null for other keys. */
  protected typedValue(_event: KeyboardEvent): number | null {
    return null;
  }

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

  protected override findVisible(): void {
    super.findVisible();
    if (this.box === null) return;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = this.box;
    this.whole = scrollWidth <= clientWidth && scrollHeight <= clientHeight;
  }

  /** Cells are as wide as their labels allow. */
  protected cellSize() {
    // In a narrow column the names of rows leave room for all columns.
    const head = Math.min(rem(5.5), 0.3 * this.clientWidth);
    const { least, most } = this.widths;
    const room = (this.clientWidth - head - 2) / Math.max(1, this.size.columns);
    return { width: Math.min(rem(most), Math.max(rem(least), room)), height: rem(1.75), head };
  }

  // ---- Painting ------------------------------------------------------------------------------------------------------

  private paint(cell: CellPlace, value: number): void {
    if (this.valueAt(cell) !== value) this.change(cell, value);
  }

  private down(event: PointerEvent): void {
    const cell = this.under(event);
    if (cell === null || event.button !== 0) return;
    this.scrolls = event.pointerType === 'touch' && !this.whole;
    if (this.scrolls) return;
    event.preventDefault();
    this.begin(cell);
  }

  private tap(event: MouseEvent): void {
    const cell = this.scrolls ? this.under(event) : null;
    if (cell === null) return;
    this.begin(cell);
    this.pen = null;
  }

  protected begin(cell: CellPlace, isElsewhere = false): void {
    this.strokeBegins();
    this.pen = this.valueAt(cell) > 0 ? 0 : 1;
    this.active = cell;
    this.isElsewhere = isElsewhere;
    this.focusing = !isElsewhere;
    this.paint(cell, this.pen);
    this.requestUpdate();
  }

  private move(event: PointerEvent): void {
    const cell = this.pen === null ? null : this.under(event);
    if (cell !== null) this.drawOver(cell);
  }

  protected drawOver(cell: CellPlace): void {
    if (this.pen === null) return;
    this.active = cell;
    this.paint(cell, this.pen);
  }

  private readonly lift = (): void => {
    if (this.pen === null) return;
    this.pen = null;
    if (!this.isElsewhere) this.focus();
  };

  private under(event: MouseEvent): CellPlace | null {
    const { cell, box } = this;
    if (box === null) return null;
    const point = pointIn(box, event);
    const [x, y] = [point.x - box.clientLeft, point.y - box.clientTop];
    if (x < cell.head || y < cell.height || x > box.clientWidth || y > box.clientHeight) return null;
    const column = Math.floor((x - cell.head + box.scrollLeft) / cell.width);
    const row = Math.floor((y - cell.height + box.scrollTop) / cell.height);
    return this.matrix[row]?.[column] === undefined ? null : { row, column };
  }

  private pressed(event: KeyboardEvent): void {
    if (event.altKey) return;
    const value = this.typedValue(event);
    if (value !== null) this.setCell(this.active, value);
    else if (event.key === ' ' || event.key === 'Enter') this.flip(this.active);
    else {
      const next = this.destination(event);
      if (next === null) return;
      if (event.shiftKey) this.setCell(next, this.valueAt(this.active));
      this.moveTo(next);
    }
    event.preventDefault();
  }

  protected flip(cell: CellPlace): void {
    this.strokeBegins();
    this.setCell(cell, this.valueAt(cell) > 0 ? 0 : 1);
  }

  protected setCell(cell: CellPlace, value: number): void {
    this.paint(cell, value);
    // Screen readers do not read a cell again while it keeps the focus.
    this.status = this.cellName(cell);
  }

  // ---- What is on the page -------------------------------------------------------------------------------------------

  /** Buttons that fill the whole grid, the cells, and the keys. */
  protected painter(words: {
    readonly label: string;
    readonly grid: string;
    readonly corner: string;
    readonly keys: string;
    /** A unique id, since there may be two painters. */
    readonly keysId: string;
    readonly classes: string;
    readonly buttons: TemplateResult;
  }): TemplateResult {
    return html`
      <div class="mask-bar" role="group" aria-label=${words.label}>${words.buttons}</div>
      <div @pointerdown=${this.down} @click=${this.tap} @pointermove=${this.move}>
        ${this.grid({
          label: words.grid,
          corner: words.corner,
          describedBy: words.keysId,
          onKey: (event) => this.pressed(event),
          multiselectable: true,
          classes: this.whole ? `${words.classes} whole` : words.classes,
        })}
      </div>
      <p class="note" id=${words.keysId}>${words.keys}</p>
      <p class="hidden" role="status">${this.status}</p>
    `;
  }
}
