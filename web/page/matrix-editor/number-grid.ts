import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { readNumber } from '../../controls/number-field.ts';
import { controlWords } from '../../i18n/controls.ts';
import { importWords } from '../../i18n/import.ts';
import type { Rows } from '../../scene/types.ts';
import { styled } from '../../views/shared/custom-element.ts';
import { emit } from '../shell/events.ts';
import { CellGrid, type CellPlace, rem } from './cell-grid.ts';

/**
 * A grid of numbers to type into. The active cell is the only input. Every input is passed on at once. Text that is
 * not a number stays in its cell, is explained, and changes nothing.
 */
export class NumberGrid extends CellGrid {
  @property({ attribute: false }) values: Rows = [];
  @property({ attribute: false }) rowLabels: readonly string[] = [];
  @property({ attribute: false }) columnLabels: readonly string[] = [];
  @property() label = '';
  /** Grows when invalid input must be discarded. */
  @property({ attribute: false }) resetCount = 0;
  @state() private draft: string | null = null;
  /** Whether arrow keys move in the text, not in the grid. */
  @state() private inside = false;
  /** The number of the cell when it was entered. */
  private original: number | null = null;

  protected get matrix(): Rows {
    return this.values;
  }

  protected cellSize() {
    return { width: rem(6), height: rem(2.25), head: rem(6) };
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (this.draft !== null && changed.has('values')) {
      const typed = readNumber(this.draft, controlWords(this.language));
      // Typed text is shown as it was typed, as long as the cell still has its value.
      if (typed.kind === 'number' && !Object.is(typed.value, this.value)) this.draft = null;
    }
    if (changed.has('resetCount') && this.wrong !== '') this.draft = null;
  }

  protected override updated(changed: PropertyValues<this>): void {
    // A new number in the focused cell is selected, so that it can be typed over.
    const input = this.querySelector('input');
    if (changed.has('values') && this.draft === null && !this.inside && document.activeElement === input) {
      input?.select();
    }
    super.updated(changed);
  }

  private get value(): number {
    return this.values[this.active.row]?.[this.active.column] ?? 0;
  }

  /** Why the text in the cell is not valid, or empty. */
  private get wrong(): string {
    const words = controlWords(this.language);
    if (this.draft === null) return '';
    const typed = readNumber(this.draft, words);
    if (typed.kind === 'wrong') return typed.why;
    return typed.kind === 'empty' ? words.notNumber('') : '';
  }

  private go(place: CellPlace): void {
    this.draft = null;
    this.inside = false;
    this.original = null;
    this.moveTo(place);
  }

  private typed(event: InputEvent): void {
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    event.stopPropagation();
    this.original ??= this.value;
    this.draft = target.value;
    const typed = readNumber(this.draft, controlWords(this.language));
    if (typed.kind === 'number' && !Object.is(typed.value, this.value))
      emit(this, 'sa-cell', { ...this.active, value: typed.value });
  }

  private pasted(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // A single number is pasted into the text as usual.
    if (!/[\s;[\]{}]/.test(text.trim())) return;
    event.preventDefault();
    this.draft = null;
    emit(this, 'sa-block', { ...this.active, text });
  }

  private pressed(event: KeyboardEvent): void {
    if (event.isComposing || event.altKey) return;
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z' && this.wrong !== '') {
      // An input that never reached the scene is undone first.
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
      // Invalid text is not left behind unseen.
      if (this.wrong === '') this.go(next);
    }
  }

  /** The cell that a key leads to. Null if it stays in the text, or leaves the grid. */
  private next(event: KeyboardEvent): CellPlace | null {
    const { row, column } = this.active;
    const { rows, columns } = this.size;
    if (event.key === 'Enter') {
      return { row: Math.max(0, Math.min(rows - 1, row + (event.shiftKey ? -1 : 1))), column };
    }
    // With Shift, WebKit on Linux identifies the key by its code only.
    if (event.key === 'Tab' || event.code === 'Tab') {
      const index = row * columns + column + (event.shiftKey ? -1 : 1);
      return index < 0 || index >= rows * columns
        ? null
        : { row: Math.floor(index / columns), column: index % columns };
    }
    if (this.inside || event.shiftKey) return null;
    return this.destination(event);
  }

  private escape(): void {
    const before = this.original;
    const untouched = this.draft === null && !this.inside;
    this.draft = null;
    this.inside = false;
    this.original = null;
    if (before !== null && !Object.is(before, this.value)) emit(this, 'sa-cell', { ...this.active, value: before });
    if (untouched) emit(this, 'sa-escape', null);
    else this.focusing = true;
    this.requestUpdate();
  }

  protected override render() {
    const { wrong } = this;
    return html`
      ${this.grid({
        label: this.label,
        corner: importWords(this.language).edit.corner,
        describedBy: 'cells-keys',
        onKey: (event) => this.pressed(event),
      })}
      <p class="error" id="cells-error" role="status">${wrong === '' ? '' : `${this.cellName(this.active)}: ${wrong}`}</p>
    `;
  }

  protected cellAt({ row, column }: CellPlace, active: boolean) {
    const text = String(this.values[row]?.[column] ?? '');
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

  private cellName({ row, column }: CellPlace): string {
    return importWords(this.language).edit.cell(
      this.label,
      this.rowLabels[row] ?? String(row),
      this.columnLabels[column] ?? String(column),
    );
  }
}
customElements.define('sa-number-grid', NumberGrid);
