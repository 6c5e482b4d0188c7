import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { viewWords } from '../../i18n/views.ts';
import type { Focus } from '../../trace/focus.ts';
import type { CellForm, Digits } from '../../trace/number-format.ts';
import type { Box } from '../shared/box.ts';
import type { ColourScale, Palette } from '../shared/colour.ts';
import { cancelDraw, contextOf, fitCanvas, OnScreen, pixelRatioOf, scheduleDraw } from '../shared/custom-element.ts';
import { emit } from '../shared/events.ts';
import { type GridCell, moveCell } from '../shared/keyboard.ts';
import { legendStyles } from '../shared/legend.ts';
import { LocalizedElement } from '../shared/localized-element.ts';
import { WindowListener } from '../shared/own-window.ts';
import { PaletteController, paletteStyles, unseenStyles } from '../shared/palette.ts';
import { pointIn } from '../shared/pointer.ts';
import { activeGrid, cellTooltip } from './active-cell.ts';
import { canvasWidths, cellAt, type GridLayout, measureGrid, type Scroll, scrollTo, visibleCells } from './layout.ts';
import { cellBox, cellNameIn, type FullGrid, type GridModel, type Highlight } from './model.ts';
import type { Edges } from './movement.ts';
import { isImage, PaintCache, paintCells, paintGrid } from './paint.ts';
import { gridStyles } from './styles.ts';

/** Properties that the canvas does not draw, or has already drawn. Updating for them would cost a frame. */
const UNDRAWN: ReadonlySet<PropertyKey> = new Set(['layout', 'active', 'pointed', 'keyboard']);

/**
 * A grid of numbers on one canvas, with one real cell in the DOM: the active one, for the keyboard and for screen
 * readers. Subclasses describe its contents. It draws at most once a frame, and only on screen.
 */
export abstract class GridView extends LocalizedElement {
  static override styles = [paletteStyles, legendStyles, unseenStyles, gridStyles];

  /** What the grid shows, for its accessible name: "weights of head 1". */
  @property() label = '';
  @property({ type: Number }) digits: Digits = 2;
  @property({ attribute: false }) focusOn: Focus | null = null;

  /** Row and column in the whole, of which an excerpt may be on show. */
  @state() protected active: GridCell = { row: 0, column: 0 };
  @state() private pointed: GridCell | null = null;
  @state() private keyboard = false;
  @state() protected layout: GridLayout | null = null;
  @state() private offset: Scroll = { x: 0, y: 0 };

  @query('.frame') private frame!: HTMLElement;
  @query('.sizer') private sizer!: HTMLElement;
  @query('.view') private view!: HTMLElement;
  @query('canvas') private canvas!: HTMLCanvasElement;
  /** Whether the active cell lies outside the excerpt, and an excerpt with it was requested. */
  private isAwaitingExcerpt = false;
  private seen = { width: 0, height: 0 };
  private cellForm: CellForm | null = null;
  private readonly cache = new PaintCache();
  private readonly makeScale = (palette: Palette): ColourScale => this.scaleFor(palette);
  private readonly palette = new PaletteController(this, () => scheduleDraw(this, this.draw));
  private readonly onScreen = new OnScreen(this, () => this.draw());

  /** `square` fits all cells. `scroll` keeps numbers readable and scrolls. `compact` is a thumbnail without labels. */
  protected abstract readonly fit: 'square' | 'scroll' | 'compact';
  /** A new object if the data changed, else the same one. Null if there is nothing to show. */
  protected abstract readonly model: GridModel | null;
  protected abstract scaleFor(palette: Palette): ColourScale;
  protected abstract highlight(): Highlight;
  protected abstract request(cell: GridCell): Focus;

  /** The model whose numbers are painted. By default the grid's own. */
  protected withPaintedValues(model: GridModel): GridModel {
    return model;
  }

  /** Where moving rows and columns are. Null if none moves. */
  protected edges(_layout: GridLayout): Edges | null {
    return null;
  }

  /** How the keyboard changes a number. Empty for a grid that only shows them. */
  protected get howToChange(): string {
    return '';
  }

  protected caption(): TemplateResult | typeof nothing {
    return nothing;
  }

  /** Where the first cell is in the whole, and the size of the whole. */
  protected fullGrid({ rows, columns }: GridModel): FullGrid {
    return { origin: { row: 0, column: 0 }, rows, columns };
  }

  /** The cell of the whole nearest to the keyboard's target, if another excerpt can be requested. */
  protected reachable(cell: GridCell): GridCell {
    return cell;
  }

  /** Focuses the grid at the cell that the keyboard is on. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('[tabindex="0"]')?.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Out of the document, the box lost its place.
    if (this.hasUpdated) this.frame.scrollTo({ left: this.offset.x, top: this.offset.y });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelDraw(this.draw);
  }

  override firstUpdated(): void {
    this.onScreen.watch(this.frame);
  }

  override updated(changed: PropertyValues<this>): void {
    if (Array.from(changed.keys()).some((name) => !UNDRAWN.has(name))) scheduleDraw(this, this.draw);
    if (!this.isAwaitingExcerpt || !this.model) return;
    const cell = this.clamped(this.model);
    const { row, column } = this.placed(this.model, cell);
    if (row !== this.active.row || column !== this.active.column) return;
    // The excerpt that the keyboard requested has arrived.
    this.isAwaitingExcerpt = false;
    this.reveal(cell);
  }

  /** Why the numbers in cells are shorter than the digits setting, in a few words. Null if they are not. */
  protected get shortage(): string | null {
    const words = viewWords(this.language);
    if (!this.layout || !this.model) return null;
    if (!this.layout.values) return words.grid.tooSmall;
    return this.cellForm && this.cellForm.digits < (this.model.forms?.[0]?.digits ?? 0) ? words.grid.shortened : null;
  }

  /** Draws now: paper also shows what was never on screen. */
  readonly print = (): void => {
    const before = this.onScreen.isSeen;
    if (this.frame) this.onScreen.measure(this.frame);
    this.onScreen.isSeen = true;
    this.draw();
    this.onScreen.isSeen = before;
  };

  constructor() {
    super();
    this.addController(new WindowListener(this, ['beforeprint'], this.print));
  }

  /** Reads the colours again: nothing says that a style sheet around the view was replaced. */
  redraw(): void {
    this.palette.read();
  }

  private readonly draw = (): void => {
    const { model, canvas, cache } = this;
    const palette = this.palette.value;
    if (!this.onScreen.isSeen || !model || !palette || !canvas || this.onScreen.size.width === 0) return;
    const { width } = this.onScreen.size;
    const most = this.fit === 'scroll' ? this.tallest() : this.onScreen.size.height;
    const { layout, form } = measureGrid(model, canvasWidths(palette), { width, height: most }, this.fit);
    if (form?.digits !== this.cellForm?.digits || form?.longest !== this.cellForm?.longest) this.requestUpdate();
    this.cellForm = form;
    if (JSON.stringify(layout) !== JSON.stringify(this.layout)) this.layout = layout;
    const height = this.fit === 'scroll' ? Math.min(layout.height, most) : most;
    this.sizer.style.width = `${Math.max(0, layout.width)}px`;
    this.sizer.style.height = `${layout.height}px`;
    this.resizeCanvas(width, height);
    const context = contextOf(canvas);
    if (!context) return;
    const ratio = pixelRatioOf(this);
    const picture = {
      model: this.withPaintedValues(model),
      layout,
      edges: this.edges(layout),
      write: form?.text ?? model.text,
      palette,
      scale: cache.scale(palette, this.makeScale),
      weightScale: model.isWeight ? cache.weightScale(palette) : null,
      highlight: this.highlight(),
      offset: this.offset,
      width,
      height,
      ratio,
    };
    const paint = this.fit === 'compact' ? paintCells : paintGrid;
    paint(context, picture, {
      image: isImage(layout) ? cache.pixels(model, palette, this.makeScale) : null,
      hatch: cache.hatch(context, palette, ratio),
    });
  };

  private resizeCanvas(width: number, height: number): void {
    fitCanvas(this.canvas, width, height);
    if (this.seen.width === width && this.seen.height === height) return;
    this.seen = { width, height };
    Object.assign(this.view.style, { width: `${width}px`, height: `${height}px` });
    this.requestUpdate();
  }

  private limit: { width: number; height: number } | null = null;

  /** The greatest height of the box, read from the style sheet once per width. */
  private tallest(): number {
    if (this.limit?.width !== this.onScreen.size.width) {
      const height = Number.parseFloat(getComputedStyle(this.frame).maxHeight);
      this.limit = { width: this.onScreen.size.width, height: Number.isNaN(height) ? Infinity : height };
    }
    return this.limit.height;
  }

  /** Makes the colour scale again at the next drawing, since its accent changed with the data. */
  protected forgetColours(): void {
    this.cache.forget();
  }

  protected get legendScale(): ColourScale | null {
    const palette = this.palette.value;
    return palette && this.cache.scale(palette, this.makeScale);
  }

  /** Which part of a matrix is visible, if it is larger than its box. */
  protected get window(): { first: GridCell; last: GridCell; allRows: boolean; allColumns: boolean } | null {
    const { layout } = this;
    if (!layout || this.seen.width === 0) return null;
    const cells = visibleCells(layout, this.offset, this.seen.width, this.seen.height);
    return {
      ...cells,
      allRows: cells.last.row - cells.first.row + 1 >= layout.rows,
      allColumns: cells.last.column - cells.first.column + 1 >= layout.columns,
    };
  }

  override render() {
    const { model } = this;
    const described = this.pointed ?? (this.keyboard && model ? this.clamped(model) : null);
    return html`
      <i class="probe"></i>
      ${this.caption()}
      <div class="frame ${this.fit} ${model ? '' : 'bare'}" @scroll=${this.onScroll}>
        <div class="sizer">
          <div class="view" @pointermove=${this.onMove} @pointerleave=${this.onLeave} @click=${this.onClick}>
            <canvas aria-hidden="true"></canvas>
            ${model ? this.renderGrid(model) : html`<p class="empty">${viewWords(this.language).grid.empty}</p>`}
            ${model && described && this.hasTooltip(model, described) ? this.renderTooltip(model, described) : nothing}
          </div>
        </div>
      </div>
    `;
  }

  private renderGrid(model: GridModel) {
    const cell = this.clamped(model);
    return activeGrid({
      label: this.label,
      cell,
      fullGrid: this.fullGrid(model),
      box: this.boxOf(cell),
      name: this.fullName(model, cell),
      howToChange: this.howToChange,
      onKey: this.onKey,
      onFocus: this.onFocus,
      onBlur: this.onBlur,
    });
  }

  /** "it → animal: 0.62", or the cell's own wording. */
  protected cellName(model: GridModel, cell: GridCell): string {
    return cellNameIn(this.language, model, cell);
  }

  /** The name of a cell with its remark. */
  private fullName(model: GridModel, cell: GridCell): string {
    if (model.blank?.(cell.row, cell.column)) return viewWords(this.language).grid.blank;
    const remark = model.remark?.(cell.row, cell.column) ?? null;
    const name = this.cellName(model, cell);
    return remark === null ? name : `${name}; ${remark}`;
  }

  /** Whether a cell has a remark that its picture does not show. */
  private hasTooltip(model: GridModel, cell: GridCell): boolean {
    if (this.fit === 'compact') return false;
    const value = model.value(cell.row, cell.column);
    if (model.remark?.(cell.row, cell.column)) return true;
    if (this.cellForm && this.cellForm.text(value) !== model.text(value)) return true;
    return !this.layout?.values || !this.layout.rowLabels || model.columnLabels.some((label) => label.length > 16);
  }

  private renderTooltip(model: GridModel, cell: GridCell) {
    const box = this.boxOf(cell);
    if (!box || cell.row >= model.rows || cell.column >= model.columns) return nothing;
    return cellTooltip(this.fullName(model, cell), box, this.seen);
  }

  private boxOf(cell: GridCell): Box | null {
    return this.layout && cellBox({ layout: this.layout, offset: this.offset, ratio: pixelRatioOf(this) }, cell);
  }

  /** Makes a cell the active one. */
  get cell(): GridCell | null {
    return this.model && this.clamped(this.model);
  }

  /** Moves the keyboard to a cell. */
  moveTo(cell: GridCell): void {
    if (this.model) this.active = this.placed(this.model, cell);
  }

  private clamped(model: GridModel): GridCell {
    const { row, column } = this.fullGrid(model).origin;
    const inside = (index: number, count: number) => Math.max(0, Math.min(index, count - 1));
    return {
      row: inside(this.active.row - row, model.rows),
      column: inside(this.active.column - column, model.columns),
    };
  }

  /** The position in the whole of a cell of the excerpt. */
  private placed(model: GridModel, { row, column }: GridCell): GridCell {
    const { origin } = this.fullGrid(model);
    return { row: row + origin.row, column: column + origin.column };
  }

  /** The cell under the pointer. Null outside the cells. */
  cellUnder(event: MouseEvent): GridCell | null {
    if (!this.layout) return null;
    const { x, y } = pointIn(this.view, event);
    return cellAt(this.layout, this.offset, x, y);
  }

  private onMove(event: PointerEvent): void {
    if (event.pointerType === 'touch') return;
    const cell = this.cellUnder(event);
    if (cell?.row === this.pointed?.row && cell?.column === this.pointed?.column) return;
    this.pointed = cell;
    this.requestFocus(cell, false);
  }

  private onLeave(event: PointerEvent): void {
    if (event.pointerType === 'touch' || !this.pointed) return;
    this.pointed = null;
    this.requestFocus(null, false);
  }

  private onClick(event: MouseEvent): void {
    const cell = this.cellUnder(event);
    if (!cell || !this.model) return;
    this.moveTo(cell);
    this.requestFocus(cell, true);
  }

  private readonly onFocus = (event: FocusEvent): void => {
    // A press focuses too, but chooses its own cell.
    if (!this.model || !(event.target as Element).matches(':focus-visible')) return;
    const cell = this.clamped(this.model);
    this.moveTo(cell);
    this.keyboard = true;
    this.reveal(cell);
    this.requestFocus(cell, false);
  };

  private readonly onBlur = (): void => {
    if (!this.keyboard) return;
    this.keyboard = false;
    this.requestFocus(null, false);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const { model, layout } = this;
    if (!model || !layout || event.altKey) return;
    if (event.key === 'Escape') {
      this.requestFocus(null, true);
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.requestFocus(this.clamped(model), true);
      return;
    }
    const page = Math.max(1, Math.floor((this.seen.height - layout.top) / layout.cellHeight) - 1);
    const { origin, rows, columns } = this.fullGrid(model);
    const wanted = moveCell(event, this.placed(model, this.clamped(model)), { rows, columns, page });
    if (!wanted) return;
    const to = this.reachable(wanted);
    event.preventDefault();
    this.keyboard = true;
    this.active = to;
    const cell = { row: to.row - origin.row, column: to.column - origin.column };
    const isInside = cell.row >= 0 && cell.row < model.rows && cell.column >= 0 && cell.column < model.columns;
    if (isInside) this.reveal(cell);
    else {
      this.isAwaitingExcerpt = true;
      emit(this, 'sa-excerpt', this.request(cell));
    }
    this.requestFocus(cell, false);
  };

  /** Scrolls a cell into the frame. */
  protected reveal(cell: GridCell): void {
    if (!this.layout) return;
    const to = scrollTo(this.layout, this.offset, this.seen.width, this.seen.height, cell);
    if (to.x !== this.offset.x || to.y !== this.offset.y) this.frame.scrollTo({ left: to.x, top: to.y });
  }

  /** Follows the scrolling of another grid of the same size. */
  scrollAs({ x, y }: Scroll): void {
    if (x !== this.offset.x || y !== this.offset.y) this.frame.scrollTo({ left: x, top: y });
  }

  private onScroll(): void {
    this.offset = { x: this.frame.scrollLeft, y: this.frame.scrollTop };
    emit(this, 'sa-scroll', this.offset);
  }

  protected requestFocus(cell: GridCell | null, pinned: boolean): void {
    emit(this, 'sa-focus', { focus: cell && this.request(cell), pinned });
  }
}
