import { html, type PropertyValues } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { words } from '../../i18n/words.ts';
import type { Source } from '../../model/computed-scene.ts';
import type { Rows, Scene } from '../../scene/types.ts';
import { styled } from '../../views/shared/custom-element.ts';
import { EditRequest } from '../shell/events.ts';
import { visibleOf, withVisible } from './edits.ts';
import { type CellSize, type InSight, rem, reveal, step, windowOf } from './visible-cells.ts';

interface Cell {
  readonly row: number;
  readonly column: number;
}

let painters = 0;

/**
 * The mask as cells to be pressed or dragged over: what each query sees, which keys are hidden from it. It begins with what
 * the mask in force hides, and asks for a scene with a painted mask at every cell (EditRequest). By keyboard, arrows move,
 * space turns a cell over, and Shift with an arrow paints on.
 */
export class MaskPainter extends LightDomElement {
  @property({ attribute: false }) scene!: Scene;
  /** The trace of the picture on show. */
  @property({ attribute: false }) picture!: Source;
  @state() private active: Cell = { row: 0, column: 0 };
  @state() private shown: InSight = { rows: [], columns: [] };
  @state() private said = '';
  @query('.mask-cells') private box!: HTMLElement;
  private visible: Rows = [];
  /** What the pen paints while a button or Shift is held: 1 seen, 0 hidden. */
  private pen: 0 | 1 | null = null;
  /** A stroke is one step back. */
  private stroke = 0;
  /** All of it is in sight. */
  @state() private whole = true;
  private scrolls = false;
  private focusing = false;
  /** The controls may have a painter while the editor has another. */
  private readonly keysId = `mask-keys-${++painters}`;
  @state() private cell: CellSize = { width: 28, height: 28, head: 96 };
  private resizes: ResizeObserver | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('pointerup', this.lift);
    addEventListener('pointercancel', this.lift);
    if (this.hasUpdated) this.observe();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('pointerup', this.lift);
    removeEventListener('pointercancel', this.lift);
    this.resizes?.disconnect();
  }

  protected override firstUpdated(): void {
    this.observe();
  }

  private observe(): void {
    this.resizes = new ResizeObserver(() => this.look());
    this.resizes.observe(this);
  }

  override focus(): void {
    this.focusing = true;
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Not at other times: a picture that gives way to another can be asked for nothing more.
    if (changed.has('scene') || changed.has('picture')) this.visible = visibleOf(this.scene, this.picture);
    const { row, column } = this.active;
    const [rows, columns] = [this.visible.length, this.visible[0]?.length ?? 0];
    if (row >= rows || column >= columns) this.active = { row: 0, column: 0 };
  }

  protected override updated(): void {
    this.look();
    if (!this.focusing) return;
    reveal(this.box, this.cell, this.active);
    this.look();
    const cell = this.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]');
    if (cell === null) return;
    this.focusing = false;
    cell.focus({ preventScroll: true });
  }

  private readonly look = (): void => {
    this.measure();
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = this.box;
    this.whole = scrollWidth <= clientWidth && scrollHeight <= clientHeight;
    const size = { rows: this.visible.length, columns: this.visible[0]?.length ?? 0 };
    const next = windowOf(this.box, this.cell, size, this.active);
    if (String(next.rows) !== String(this.shown.rows) || String(next.columns) !== String(this.shown.columns)) {
      this.shown = next;
    }
  };

  /** Cells are as wide as there is room for their names, and never too small to be touched. */
  private measure(): void {
    const head = rem(5.5);
    const room = (this.clientWidth - head - 2) / Math.max(1, this.visible[0]?.length ?? 1);
    const width = Math.min(rem(3.5), Math.max(rem(1.75), room));
    if (width === this.cell.width && head === this.cell.head) return;
    this.cell = { width, height: rem(1.75), head };
  }

  private sees({ row, column }: Cell): boolean {
    return this.visible[row]?.[column] === 1;
  }

  // ---- Painting ------------------------------------------------------------------------------------------------------

  private paint(cell: Cell, value: 0 | 1): void {
    if (this.sees(cell) === (value === 1)) return;
    this.ask(
      this.visible.map((line, r) => (r === cell.row ? line.map((old, c) => (c === cell.column ? value : old)) : line)),
    );
  }

  private ask(visible: Rows): void {
    // The next cell of a stroke may come before the page has answered.
    this.visible = visible;
    this.dispatchEvent(new EditRequest(withVisible(this.scene, visible), `attention.mask.${this.stroke}`));
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

  private begin(cell: Cell): void {
    this.stroke += 1;
    this.pen = this.sees(cell) ? 0 : 1;
    this.active = cell;
    this.focusing = true;
    this.paint(cell, this.pen);
    this.requestUpdate();
  }

  private move(event: PointerEvent): void {
    if (this.pen === null) return;
    const cell = this.under(event);
    if (cell === null) return;
    this.active = cell;
    this.paint(cell, this.pen);
  }

  private readonly lift = (): void => {
    if (this.pen === null) return;
    this.pen = null;
    this.focus();
  };

  private under({ clientX, clientY }: MouseEvent): Cell | null {
    const { cell, box } = this;
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
      this.stroke += 1;
      this.turn(this.active, this.sees(this.active) ? 0 : 1);
      return;
    }
    const page = Math.max(1, Math.floor(this.box.clientHeight / this.cell.height) - 2);
    const size = { rows: this.visible.length, columns: this.visible[0]?.length ?? 0, page };
    const next = step(event, this.active, size);
    if (next === null) return;
    event.preventDefault();
    if (event.shiftKey) this.turn(next, this.sees(this.active) ? 1 : 0);
    this.active = next;
    this.focusing = true;
    this.look();
  }

  private turn(cell: Cell, value: 0 | 1): void {
    this.paint(cell, value);
    // A cell that keeps the focus is not read out anew.
    this.said = this.cellName(cell);
  }

  // ---- What is on the page -------------------------------------------------------------------------------------------

  protected override render() {
    const { cell, shown, visible, picture } = this;
    const columns = visible[0]?.length ?? 0;
    const own = words.numbers.painter;
    const size = { width: `${cell.head + columns * cell.width}px`, height: `${(visible.length + 1) * cell.height}px` };
    return html`
      <div class="mask-bar" role="group" aria-label=${own.label}>
        <button type="button" @click=${() => this.all(() => true)}>${own.none}</button>
        <button type="button" @click=${() => this.all((row, column) => column <= row)}>${own.causal}</button>
        <button type="button" @click=${() => this.all((row, column) => !this.sees({ row, column }))}>${own.invert}</button>
      </div>
      <div
        class=${this.whole ? 'mask-cells whole' : 'mask-cells'}
        role="grid"
        aria-label=${own.grid}
        aria-multiselectable="true"
        aria-rowcount=${visible.length + 1}
        aria-colcount=${columns + 1}
        aria-describedby=${this.keysId}
        @scroll=${this.look}
        @keydown=${this.pressed}
        @pointerdown=${this.down}
        @click=${this.tap}
        @pointermove=${this.move}
        ${styled({ '--cell': `${cell.width}px`, '--line': `${cell.height}px`, '--head': `${cell.head}px` })}
      >
        <div class="cells-all" role="presentation" ${styled(size)}>
          <div class="cells-row names" role="row" aria-rowindex="1">
            <div class="name corner" role="columnheader" aria-colindex="1"><span class="hidden">${own.corner}</span></div>
            ${repeat(
              shown.columns,
              (column) => column,
              (column) =>
                html`<div class="name" role="columnheader" aria-colindex=${column + 2} title=${picture.keyTokens[column] ?? ''} ${styled(this.left(column))}>
                  ${picture.keyTokens[column]}
                </div>`,
            )}
          </div>
          ${repeat(
            shown.rows,
            (row) => row,
            (row) => this.line(row),
          )}
        </div>
      </div>
      <p class="note" id=${this.keysId}>${own.keys}</p>
      <p class="hidden" role="status">${this.said}</p>
    `;
  }

  private line(row: number) {
    const { cell, shown, picture } = this;
    return html`<div class="cells-row" role="row" aria-rowindex=${row + 2} ${styled({ top: `${(row + 1) * cell.height}px` })}>
      <div class="name" role="rowheader" aria-colindex="1" title=${picture.tokens[row] ?? ''}>${picture.tokens[row]}</div>
      ${repeat(
        shown.columns,
        (column) => column,
        (column) => {
          const sees = this.sees({ row, column });
          const active = row === this.active.row && column === this.active.column;
          return html`<div
            class=${sees ? 'cell' : 'cell masked'}
            role="gridcell"
            tabindex=${active ? '0' : '-1'}
            aria-colindex=${column + 2}
            aria-selected=${sees ? 'true' : 'false'}
            aria-label=${this.cellName({ row, column })}
            ${styled(this.left(column))}
          ></div>`;
        },
      )}
    </div>`;
  }

  private left(column: number): Readonly<Record<string, string>> {
    return { left: `${this.cell.head + column * this.cell.width}px` };
  }

  private cellName({ row, column }: Cell): string {
    const { tokens, keyTokens } = this.picture;
    return words.numbers.painter.cell(tokens[row] ?? '', keyTokens[column] ?? '', this.sees({ row, column }));
  }
}
customElements.define('sa-mask-painter', MaskPainter);
