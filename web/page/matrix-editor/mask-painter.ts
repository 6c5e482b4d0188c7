import { html, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { importWords } from '../../i18n/import.ts';
import type { Source } from '../../model/computed-scene.ts';
import type { Rows, Scene } from '../../scene/types.ts';
import { styled } from '../../views/shared/custom-element.ts';
import { request } from '../shell/events.ts';
import { CellGrid, type CellPlace, rem } from './cell-grid.ts';
import { visibleOf, withCell, withVisible } from './edits.ts';
import { HeatmapBrush } from './heatmap-brush.ts';

let painters = 0;

/**
 * The mask as cells to be pressed or dragged over: what each query sees, which keys are hidden from it. It begins with what
 * the mask in force hides, and asks for a scene with a painted mask at every cell (`sa-edit`). By keyboard, arrows move,
 * space turns a cell over, and Shift with an arrow paints on. The painter of the editor lets the heatmap be painted on too.
 */
export class MaskPainter extends CellGrid {
  @property({ attribute: false }) scene!: Scene;
  /** The trace of the picture on show. */
  @property({ attribute: false }) picture!: Source;
  @property({ attribute: false }) onHeatmap = false;
  @state() private status = '';
  private visible: Rows = [];
  /** What the pen paints while a button or Shift is held: 1 seen, 0 hidden. */
  private pen: 0 | 1 | null = null;
  /** A stroke is one step back. */
  private stroke = 0;
  /** All of it is in sight. */
  @state() private whole = true;
  private scrolls = false;
  private brush: HeatmapBrush | null = null;
  /** The stroke is over the heatmap, which keeps the focus. */
  private isElsewhere = false;
  /** The controls may have a painter while the editor has another. */
  private readonly keysId = `mask-keys-${++painters}`;

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

  get rowLabels(): readonly string[] {
    return this.picture.tokens;
  }

  get columnLabels(): readonly string[] {
    return this.picture.keyTokens;
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
      paintOn: (from, to) => this.turn(to, this.sees(from) ? 1 : 0),
    });
    this.brush.hostUpdated();
  }

  /** The editor was opened on it: the keyboard begins here, and what it paints is in sight. */
  enter(): void {
    this.focus();
    void this.updateComplete.then(() => this.brush?.bringIntoSight());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Not at other times: a picture that gives way to another can be asked for nothing more.
    if (changed.has('scene') || changed.has('picture')) this.visible = visibleOf(this.scene, this.picture);
    super.willUpdate(changed);
  }

  protected override findVisible(): void {
    super.findVisible();
    if (this.box === null) return;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = this.box;
    this.whole = scrollWidth <= clientWidth && scrollHeight <= clientHeight;
  }

  /** Cells are as wide as there is room for their names, and never too small to be touched. */
  protected cellSize() {
    const head = rem(5.5);
    const room = (this.clientWidth - head - 2) / Math.max(1, this.size.columns);
    return { width: Math.min(rem(3.5), Math.max(rem(1.75), room)), height: rem(1.75), head };
  }

  private sees({ row, column }: CellPlace): boolean {
    return this.visible[row]?.[column] === 1;
  }

  // ---- Painting ------------------------------------------------------------------------------------------------------

  private paint(cell: CellPlace, value: 0 | 1): void {
    if (this.sees(cell) === (value === 1)) return;
    this.ask(withCell(this.visible, cell.row, cell.column, value));
  }

  private ask(visible: Rows): void {
    // The next cell of a stroke may come before the page has answered.
    this.visible = visible;
    request(this, 'sa-edit', { scene: withVisible(this.scene, visible), key: `attention.mask.${this.stroke}` });
  }

  private all(see: (row: number, column: number) => boolean): void {
    this.stroke += 1;
    this.ask(this.visible.map((line, row) => line.map((_, column) => (see(row, column) ? 1 : 0))));
  }

  private down(event: PointerEvent): void {
    const cell = this.under(event);
    if (cell === null || event.button !== 0) return;
    this.scrolls = event.pointerType === 'touch' && !this.whole;
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

  private begin(cell: CellPlace, isElsewhere = false): void {
    this.stroke += 1;
    this.pen = this.sees(cell) ? 0 : 1;
    this.active = cell;
    this.isElsewhere = isElsewhere;
    this.focusing = !isElsewhere;
    this.paint(cell, this.pen);
    this.requestUpdate();
  }

  private move(event: PointerEvent): void {
    const cell = this.under(event);
    if (cell !== null) this.drawOver(cell);
  }

  private drawOver(cell: CellPlace): void {
    if (this.pen === null) return;
    this.active = cell;
    this.paint(cell, this.pen);
  }

  private readonly lift = (): void => {
    if (this.pen === null) return;
    this.pen = null;
    if (!this.isElsewhere) this.focus();
  };

  private under({ clientX, clientY }: MouseEvent): CellPlace | null {
    const { cell, box } = this;
    if (box === null) return null;
    const { left, top } = box.getBoundingClientRect();
    const [x, y] = [clientX - left - box.clientLeft, clientY - top - box.clientTop];
    if (x < cell.head || y < cell.height || x > box.clientWidth || y > box.clientHeight) return null;
    const column = Math.floor((x - cell.head + box.scrollLeft) / cell.width);
    const row = Math.floor((y - cell.height + box.scrollTop) / cell.height);
    return this.visible[row]?.[column] === undefined ? null : { row, column };
  }

  private pressed(event: KeyboardEvent): void {
    if (event.altKey) return;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      this.flip(this.active);
      return;
    }
    const next = this.destination(event);
    if (next === null) return;
    event.preventDefault();
    if (event.shiftKey) this.turn(next, this.sees(this.active) ? 1 : 0);
    this.moveTo(next);
  }

  private flip(cell: CellPlace): void {
    this.stroke += 1;
    this.turn(cell, this.sees(cell) ? 0 : 1);
  }

  private turn(cell: CellPlace, value: 0 | 1): void {
    this.paint(cell, value);
    // A cell that keeps the focus is not read out anew.
    this.status = this.cellName(cell);
  }

  // ---- What is on the page -------------------------------------------------------------------------------------------

  protected override render() {
    const own = importWords.painter;
    return html`
      <div class="mask-bar" role="group" aria-label=${own.label}>
        <button type="button" @click=${() => this.all(() => true)}>${own.none}</button>
        <button type="button" @click=${() => this.all((row, column) => column <= row)}>${own.causal}</button>
        <button type="button" @click=${() => this.all((row, column) => !this.sees({ row, column }))}>${own.invert}</button>
      </div>
      <div @pointerdown=${this.down} @click=${this.tap} @pointermove=${this.move}>
        ${this.grid({
          label: own.grid,
          corner: own.corner,
          describedBy: this.keysId,
          onKey: (event) => this.pressed(event),
          multiselectable: true,
          classes: this.whole ? 'mask-cells whole' : 'mask-cells',
        })}
      </div>
      <p class="note" id=${this.keysId}>${own.keys}${this.onHeatmap ? ` ${own.onHeatmap}` : ''}</p>
      <p class="hidden" role="status">${this.status}</p>
    `;
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

  private cellName({ row, column }: CellPlace): string {
    const { tokens, keyTokens } = this.picture;
    return importWords.painter.cell(tokens[row] ?? '', keyTokens[column] ?? '', this.sees({ row, column }));
  }
}
customElements.define('sa-mask-painter', MaskPainter);
