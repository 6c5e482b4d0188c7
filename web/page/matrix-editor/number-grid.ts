import { html, nothing, type PropertyValues } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { readNumber } from '../../controls/number-field.ts';
import { words } from '../../i18n/words.ts';
import type { Rows } from '../../scene/types.ts';
import { styled } from '../../views/shared/custom-element.ts';
import { type CellSize, type InSight, rem, reveal, step, windowOf } from './visible-cells.ts';

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** A cell is to hold another number. */
export class CellChange extends CustomEvent<CellPlace & { readonly value: number }> {
  static readonly type = 'sa-cell';
  constructor(detail: CellPlace & { readonly value: number }) {
    super(CellChange.type, { detail, bubbles: true });
  }
}

/** More than one number was pasted at a cell. */
export class BlockPaste extends CustomEvent<CellPlace & { readonly text: string }> {
  static readonly type = 'sa-block';
  constructor(detail: CellPlace & { readonly text: string }) {
    super(BlockPaste.type, { detail, bubbles: true });
  }
}

/** Escape was pressed where there is nothing to take back. */
export class LeaveRequest extends CustomEvent<null> {
  static readonly type = 'sa-leave';
  constructor() {
    super(LeaveRequest.type, { bubbles: true });
  }
}

/**
 * Numbers in a grid that can be typed into. The cell in focus is the only input; of the others, those in sight are
 * rendered, so that 144 × 144 cost no more than 12 × 12. What is typed goes out at once; text that is no number stays in its
 * cell, is explained, and changes nothing.
 */
export class NumberGrid extends LightDomElement {
  @property({ attribute: false }) values: Rows = [];
  @property({ attribute: false }) rowLabels: readonly string[] = [];
  @property({ attribute: false }) columnLabels: readonly string[] = [];
  @property() label = '';
  /** Grows when what was typed and not understood is to be forgotten. */
  @property({ attribute: false }) epoch = 0;
  @state() private active: CellPlace = { row: 0, column: 0 };
  @state() private shown: InSight = { rows: [], columns: [] };
  @state() private draft: string | null = null;
  /** The arrow keys move in the text and not in the grid. */
  @state() private inside = false;
  @query('.cells') private box!: HTMLElement;
  /** What the cell held when it was entered. */
  private original: number | null = null;
  private focusing = false;
  private cell: CellSize = { width: 88, height: 36, head: 96 };
  private resizes: ResizeObserver | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.cell = { width: rem(6), height: rem(2.25), head: rem(6) };
    if (this.hasUpdated) this.observe();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resizes?.disconnect();
  }

  protected override firstUpdated(): void {
    this.observe();
  }

  private observe(): void {
    this.resizes = new ResizeObserver(() => this.look());
    this.resizes.observe(this.box);
  }

  /** Puts the focus on the cell that had it last. */
  override focus(): void {
    this.focusing = true;
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const row = Math.min(this.active.row, Math.max(0, this.values.length - 1));
    const column = Math.min(this.active.column, Math.max(0, (this.values[0]?.length ?? 0) - 1));
    if (row !== this.active.row || column !== this.active.column) this.active = { row, column };
    if (this.draft !== null && changed.has('values')) {
      const typed = readNumber(this.draft, words.controls);
      // What was typed is shown as it was typed, for as long as that is what the cell holds.
      if (typed.kind === 'number' && !Object.is(typed.value, this.value)) this.draft = null;
    }
    if (changed.has('epoch') && this.wrong !== '') this.draft = null;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('values')) this.look();
    this.select(changed);
    if (!this.focusing) return;
    reveal(this.box, this.cell, this.active);
    this.look();
    const input = this.querySelector('input');
    // The cell is not rendered yet: it will be with what is in sight now.
    if (input === null || input.getAttribute('data-cell') !== `${this.active.row} ${this.active.column}`) return;
    this.focusing = false;
    input.focus({ preventScroll: true });
    input.select();
  }

  /** What comes anew into the cell in focus is as ready to be typed over as what was there. */
  private select(changed: PropertyValues<this>): void {
    const input = this.querySelector('input');
    if (changed.has('values') && this.draft === null && !this.inside && document.activeElement === input)
      input?.select();
  }

  private get value(): number {
    return this.values[this.active.row]?.[this.active.column] ?? 0;
  }

  /** Why what stands in the cell cannot be taken; empty where it can. */
  private get wrong(): string {
    if (this.draft === null) return '';
    const typed = readNumber(this.draft, words.controls);
    if (typed.kind === 'wrong') return typed.why;
    return typed.kind === 'empty' ? words.controls.notNumber('') : '';
  }

  private readonly look = (): void => {
    if (this.box === null) return;
    const size = { rows: this.values.length, columns: this.values[0]?.length ?? 0 };
    const next = windowOf(this.box, this.cell, size, this.active);
    if (same(next.rows, this.shown.rows) && same(next.columns, this.shown.columns)) return;
    this.shown = next;
  };

  private go(place: CellPlace): void {
    this.active = place;
    this.draft = null;
    this.inside = false;
    this.original = null;
    this.focusing = true;
    this.look();
  }

  private typed(event: InputEvent): void {
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    event.stopPropagation();
    this.original ??= this.value;
    this.draft = target.value;
    const typed = readNumber(this.draft, words.controls);
    if (typed.kind === 'number' && !Object.is(typed.value, this.value)) this.send(typed.value);
  }

  private send(value: number): void {
    this.dispatchEvent(new CellChange({ ...this.active, value }));
  }

  private pasted(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // One number is pasted into the text like any other text.
    if (!/[\s;[\]{}]/.test(text.trim())) return;
    event.preventDefault();
    this.draft = null;
    this.dispatchEvent(new BlockPaste({ ...this.active, text }));
  }

  private pressed(event: KeyboardEvent): void {
    if (event.isComposing || event.altKey) return;
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z' && this.wrong !== '') {
      // What never reached the scene is what was done last.
      event.preventDefault();
      this.draft = null;
    } else if (key === 'Escape') {
      event.preventDefault();
      this.escape();
    } else if (key === 'F2') {
      event.preventDefault();
      this.inside = true;
      const input = this.querySelector('input');
      input?.setSelectionRange(input.value.length, input.value.length);
    } else {
      const next = this.next(event);
      if (next === null) return;
      event.preventDefault();
      // What cannot be taken is not left behind unseen.
      if (this.wrong === '') this.go(next);
    }
  }

  /** Where a key leads; null where it stays in the text, or leaves the grid. */
  private next(event: KeyboardEvent): CellPlace | null {
    const { row, column } = this.active;
    const [rows, columns] = [this.values.length, this.values[0]?.length ?? 0];
    if (event.key === 'Enter') return { row: clamp(row + (event.shiftKey ? -1 : 1), rows), column };
    if (event.key === 'Tab') {
      const index = row * columns + column + (event.shiftKey ? -1 : 1);
      return index < 0 || index >= rows * columns
        ? null
        : { row: Math.floor(index / columns), column: index % columns };
    }
    if (this.inside || event.shiftKey) return null;
    const page = Math.max(1, Math.floor(this.box.clientHeight / this.cell.height) - 2);
    return step(event, this.active, { rows, columns, page });
  }

  private escape(): void {
    const before = this.original;
    const untouched = this.draft === null && !this.inside;
    this.draft = null;
    this.inside = false;
    this.original = null;
    if (before !== null && !Object.is(before, this.value)) this.send(before);
    if (untouched) this.dispatchEvent(new LeaveRequest());
    else this.focusing = true;
    this.requestUpdate();
  }

  protected override render() {
    const { values, cell, shown, wrong } = this;
    const columns = values[0]?.length ?? 0;
    const size = { width: `${cell.head + columns * cell.width}px`, height: `${(values.length + 1) * cell.height}px` };
    return html`
      <div
        class="cells"
        role="grid"
        aria-label=${this.label}
        aria-rowcount=${values.length + 1}
        aria-colcount=${columns + 1}
        aria-describedby="cells-keys"
        @scroll=${this.look}
        @keydown=${this.pressed}
        ${styled({ '--cell': `${cell.width}px`, '--line': `${cell.height}px`, '--head': `${cell.head}px` })}
      >
        <div class="cells-all" role="presentation" ${styled(size)}>
          <div class="cells-row names" role="row" aria-rowindex="1">
            <div class="name corner" role="columnheader" aria-colindex="1"><span class="hidden">${words.numbers.edit.corner}</span></div>
            ${repeat(
              shown.columns,
              (column) => column,
              (column) =>
                html`<div class="name" role="columnheader" aria-colindex=${column + 2} title=${this.columnLabels[column] ?? ''} ${styled(this.left(column))}>
                  ${this.columnLabels[column] ?? column}
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
      <p class="error" id="cells-error" role="status">${wrong === '' ? '' : `${this.cellName(this.active)}: ${wrong}`}</p>
    `;
  }

  private line(row: number) {
    const { cell, shown } = this;
    return html`<div class="cells-row" role="row" aria-rowindex=${row + 2} ${styled({ top: `${(row + 1) * cell.height}px` })}>
      <div class="name" role="rowheader" aria-colindex="1" title=${this.rowLabels[row] ?? ''}>${this.rowLabels[row] ?? row}</div>
      ${repeat(
        shown.columns,
        (column) => column,
        (column) => this.number(row, column),
      )}
    </div>`;
  }

  private number(row: number, column: number) {
    const text = String(this.values[row]?.[column] ?? '');
    const active = row === this.active.row && column === this.active.column;
    const wrong = active && this.wrong !== '';
    return html`<div
      class="cell"
      role="gridcell"
      aria-colindex=${column + 2}
      title=${text}
      @click=${active ? nothing : () => this.go({ row, column })}
      ${styled(this.left(column))}
    >
      ${
        active
          ? html`<input
              type="text"
              inputmode="decimal"
              autocomplete="off"
              spellcheck="false"
              class=${this.inside ? 'inside' : ''}
              data-cell="${row} ${column}"
              aria-label=${this.cellName({ row, column })}
              aria-invalid=${wrong ? 'true' : 'false'}
              aria-describedby=${wrong ? 'cells-error' : nothing}
              .value=${live(this.draft ?? text)}
              @input=${this.typed}
              @paste=${this.pasted}
              @dblclick=${() => {
                this.inside = true;
              }}
            />`
          : text
      }
    </div>`;
  }

  private left(column: number): Readonly<Record<string, string>> {
    return { left: `${this.cell.head + column * this.cell.width}px` };
  }

  private cellName({ row, column }: CellPlace): string {
    return words.numbers.edit.cell(
      this.label,
      this.rowLabels[row] ?? String(row),
      this.columnLabels[column] ?? String(column),
    );
  }
}
customElements.define('sa-number-grid', NumberGrid);

const clamp = (index: number, size: number): number => Math.min(size - 1, Math.max(0, index));
const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);
