import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { Rows } from '../../scene/types.ts';
import { styled } from '../../views/shared/custom-element.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { editorStyles, gridStyles } from './styles.ts';

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

interface CellSize {
  readonly width: number;
  readonly height: number;
  /** The width of the row labels. */
  readonly head: number;
}

/** Extra rows and columns rendered around the visible ones, for the next scroll. */
const spare = 2;

/**
 * A matrix as a grid of cells with fixed row and column labels. Of a large matrix only the visible cells are
 * rendered, so 144 × 144 costs no more than 12 × 12. One cell is active: arrow keys move it, and it has the focus
 * whenever the grid has. Its `[data-cell]` is the focused element.
 */
export abstract class CellGrid extends LightDomElement {
  abstract rowLabels: readonly string[];
  abstract columnLabels: readonly string[];
  @state() protected active: CellPlace = { row: 0, column: 0 };
  /** The indices of the rendered rows and columns, in order. */
  @state() private rendered: { readonly rows: readonly number[]; readonly columns: readonly number[] } = {
    rows: [],
    columns: [],
  };
  @state() protected cell: CellSize = { width: 28, height: 28, head: 96 };
  @query('[role=grid]') protected box!: HTMLElement | null;
  /** Whether the active cell gets the focus once it is rendered. */
  protected focusing = false;
  private readonly resizes = new ResizeObserver(() => this.findVisible());

  /** The numbers in the cells. */
  protected abstract get matrix(): Rows;
  protected abstract cellSize(): CellSize;
  protected abstract cellAt(place: CellPlace, isActive: boolean): TemplateResult;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(gridStyles, editorStyles);
    this.resizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resizes.disconnect();
  }

  /** Focuses the active cell. */
  override focus(): void {
    this.focusing = true;
    this.requestUpdate();
  }

  protected get size(): { readonly rows: number; readonly columns: number } {
    return { rows: this.matrix.length, columns: this.matrix[0]?.length ?? 0 };
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const { rows, columns } = this.size;
    const row = clamp(this.active.row, rows);
    const column = clamp(this.active.column, columns);
    if (row !== this.active.row || column !== this.active.column) this.active = { row, column };
  }

  protected override updated(_changed: PropertyValues): void {
    this.findVisible();
    if (!this.focusing) return;
    this.reveal();
    this.findVisible();
    const { row, column } = this.active;
    const target = this.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`);
    // It is not rendered yet, but will be with the visible cells.
    if (target === null) return;
    this.focusing = false;
    target.focus({ preventScroll: true });
    if (target instanceof HTMLInputElement) target.select();
  }

  protected moveTo(place: CellPlace): void {
    this.active = place;
    this.focusing = true;
    this.findVisible();
  }

  // ---- What is in sight ----------------------------------------------------------------------------------------------

  protected findVisible(): void {
    const { box } = this;
    if (box === null) return;
    const cell = this.cellSize();
    if (cell.width !== this.cell.width || cell.height !== this.cell.height || cell.head !== this.cell.head) {
      this.cell = cell;
    }
    const { active, rendered } = this;
    const { rows, columns } = this.size;
    const width = box.clientWidth - cell.head;
    const next = {
      rows: inSight(box.scrollTop / cell.height, box.clientHeight / cell.height, rows, active.row),
      columns: inSight(box.scrollLeft / cell.width, width / cell.width, columns, active.column),
    };
    if (String(next.rows) !== String(rendered.rows) || String(next.columns) !== String(rendered.columns)) {
      this.rendered = next;
    }
  }

  /** Scrolls the active cell into view, clear of the fixed labels. */
  private reveal(): void {
    const { box, cell, active } = this;
    if (box === null) return;
    const [top, left] = [active.row * cell.height, active.column * cell.width];
    const [height, width] = [box.clientHeight - cell.height, box.clientWidth - cell.head];
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + cell.height > box.scrollTop + height) box.scrollTop = top + cell.height - height;
    if (left < box.scrollLeft) box.scrollLeft = left;
    else if (left + cell.width > box.scrollLeft + width) box.scrollLeft = left + cell.width - width;
  }

  /** The cell that a key leads to. Null for other keys. Home and End stay in the row unless Ctrl is held. */
  protected destination({ key, ctrlKey, metaKey }: KeyboardEvent): CellPlace | null {
    const toEdge = ctrlKey || metaKey;
    const { row, column } = this.active;
    const { rows, columns } = this.size;
    const page = Math.max(1, Math.floor((this.box?.clientHeight ?? 0) / this.cell.height) - 2);
    const at = (r: number, c: number): CellPlace => ({ row: clamp(r, rows), column: clamp(c, columns) });
    switch (key) {
      case 'ArrowUp':
        return at(toEdge ? 0 : row - 1, column);
      case 'ArrowDown':
        return at(toEdge ? rows : row + 1, column);
      case 'ArrowLeft':
        return at(row, toEdge ? 0 : column - 1);
      case 'ArrowRight':
        return at(row, toEdge ? columns : column + 1);
      case 'Home':
        return at(toEdge ? 0 : row, 0);
      case 'End':
        return at(toEdge ? rows : row, columns);
      case 'PageUp':
        return at(row - page, column);
      case 'PageDown':
        return at(row + page, column);
      default:
        return null;
    }
  }

  // ---- What is on the page -------------------------------------------------------------------------------------------

  protected grid(grid: {
    readonly label: string;
    /** The corner's text for screen readers. */
    readonly corner: string;
    readonly describedBy: string;
    readonly onKey: (event: KeyboardEvent) => void;
    /** For a grid whose cells are selected, not typed into. */
    readonly multiselectable?: boolean;
    readonly classes?: string;
  }): TemplateResult {
    const { cell, rendered, columnLabels } = this;
    const { rows, columns } = this.size;
    const whole = { width: `${cell.head + columns * cell.width}px`, height: `${(rows + 1) * cell.height}px` };
    return html`<div
      class="cells ${grid.classes ?? ''}"
      role="grid"
      aria-label=${grid.label}
      aria-multiselectable=${grid.multiselectable ? 'true' : nothing}
      aria-rowcount=${rows + 1}
      aria-colcount=${columns + 1}
      aria-describedby=${grid.describedBy}
      @scroll=${this.findVisible}
      @keydown=${grid.onKey}
      ${styled({ '--cell': `${cell.width}px`, '--line': `${cell.height}px`, '--head': `${cell.head}px` })}
    >
      <div class="cells-all" role="presentation" ${styled(whole)}>
        <div class="cells-row names" role="row" aria-rowindex="1">
          <div class="name corner" role="columnheader" aria-colindex="1"><span class="hidden">${grid.corner}</span></div>
          ${repeat(
            rendered.columns,
            (column) => column,
            (column) =>
              html`<div class="name" role="columnheader" aria-colindex=${column + 2} title=${columnLabels[column] ?? ''} ${styled(this.left(column))}>
                ${columnLabels[column] ?? column}
              </div>`,
          )}
        </div>
        ${repeat(
          rendered.rows,
          (row) => row,
          (row) => this.line(row),
        )}
      </div>
    </div>`;
  }

  private line(row: number): TemplateResult {
    const { active, cell, rendered, rowLabels } = this;
    return html`<div class="cells-row" role="row" aria-rowindex=${row + 2} ${styled({ top: `${(row + 1) * cell.height}px` })}>
      <div class="name" role="rowheader" aria-colindex="1" title=${rowLabels[row] ?? ''}>${rowLabels[row] ?? row}</div>
      ${repeat(
        rendered.columns,
        (column) => column,
        (column) => this.cellAt({ row, column }, row === active.row && column === active.column),
      )}
    </div>`;
  }

  protected left(column: number): Readonly<Record<string, string>> {
    return { left: `${this.cell.head + column * this.cell.width}px` };
  }
}

const clamp = (index: number, size: number): number => Math.max(0, Math.min(size - 1, index));

/** The visible indices, and `always`: it has the focus, and would lose it if it were not rendered. */
function inSight(from: number, count: number, size: number, always: number): readonly number[] {
  const first = Math.max(0, Math.floor(from) - spare);
  const last = Math.min(size - 1, Math.ceil(from + count) + spare);
  const seen = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  if (seen.includes(always) || always >= size) return seen;
  return always < first ? [always, ...seen] : [...seen, always];
}

/** Converts root ems to pixels, so that larger text makes larger cells. */
export const rem = (count: number): number =>
  count * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
