import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Axis, Tensor } from '../../core/types.ts';
import { fill } from '../../i18n/sentences.ts';
import { viewWords } from '../../i18n/views.ts';
import { type AxisLabels, axisFocus, axisLabels, axisRole, focusPart, isToken } from '../../trace/axis-labels.ts';
import type { Range, SourceBlock } from '../../trace/cell-sources.ts';
import type { Excerpt, Focus } from '../../trace/focus.ts';
import { formatNumber } from '../../trace/number-format.ts';
import { isolated } from '../../trace/token-text.ts';
import { isName, isWeights, numberText } from '../../trace/trace-reader.ts';
import {
  type Accent,
  type ColourScale,
  divergingScale,
  greatest,
  type Palette,
  sequentialScale,
} from '../shared/colour.ts';
import { define } from '../shared/custom-element.ts';
import { emit } from '../shared/events.ts';
import type { GridCell } from '../shared/keyboard.ts';
import { legend } from '../shared/legend.ts';
import { differ, differenceText, toleranceOf } from '../steps/difference.ts';
import { CellDrag, unitOf } from './cell-drag.ts';
import { GridView } from './grid-view.ts';
import { type Block, type FullGrid, type GridModel, type Highlight, matrixGrid } from './model.ts';

/**
 * `<sa-matrix>`: a two-dimensional slice of a tensor. A vector is one row. It is as wide as its container and as
 * high as its rows, up to `--sa-matrix-max`. The rest scrolls, and the caption says which part is visible.
 * Dispatches `sa-focus` for `{ cell, query?, key? }`: a row or column of tokens is the query (T, T_q) or the key
 * (T_k).
 */
@define('sa-matrix')
export class SaMatrix extends GridView {
  /**
   * Rank 1 to 4. For rank 3, `head` is the slice along the outermost axis. For rank 4 (weighted), `query` is the
   * slice along the second. −∞ is drawn as masked, NaN and ∞ as words.
   */
  @property({ attribute: false }) tensor: Tensor | null = null;
  /** One name for each axis of the tensor. */
  @property({ attribute: false }) axes: readonly Axis[] = [];
  /** The slice of a rank-3 tensor. For k and v it is the key/value head. */
  @property({ type: Number }) head = 0;
  /** The slice of a rank-4 tensor along its second axis. */
  @property({ type: Number }) query = 0;
  /** The index of the tensor's layer. Cells and highlights of other layers do not apply. */
  @property({ type: Number }) layer = 0;
  @property({ attribute: false }) labels: AxisLabels = {};
  /** The tensor's name in the trace. Weights get a colour scale from 0 to 1, all others one centred on 0. */
  @property() name = '';
  /** The role that gives the colour: queries, keys, values, scores and weights, embeddings, or learned parameters. */
  @property() accent: Accent = 'x';
  /** For `weights`, the masked scores of the same shape. Cells that are −∞ there are hatched. */
  @property({ attribute: false }) masked: Tensor | null = null;
  /**
   * The same tensor computed in another way (`againstName`). Cells that differ have a mark and name the other
   * number.
   */
  @property({ attribute: false }) against: Tensor | null = null;
  @property() againstName = '';
  /** Whether those cells have a mark. */
  @property({ type: Boolean }) marksDifferences = true;
  /** Where the tensor lies in a larger whole. Indices, highlights and the focus refer to the whole. */
  @property({ attribute: false }) excerpt: Excerpt | null = null;
  /** Cells to outline, as sourceCells() returns them. Those of other tensors and heads are ignored. */
  @property({ attribute: false }) highlights: readonly SourceBlock[] = [];

  /** Whether its numbers can be changed in place: dragged up or down, or with + and −. Dispatches `sa-value` for each change. */
  @property({ type: Boolean, reflect: true }) editable = false;

  /** A thumbnail: small cells without labels, numbers, caption and legend. */
  @property({ type: Boolean }) compact = false;

  /** Shows all cells at once, without numbers where they do not fit. */
  @property({ type: Boolean }) whole = false;

  /** The strongest colour is the largest number, also for weights. The legend names it. */
  @property({ type: Boolean }) relative = false;

  protected override get fit(): 'square' | 'scroll' | 'compact' {
    if (this.compact) return 'compact';
    return this.whole ? 'square' : 'scroll';
  }

  protected override model: GridModel | null = null;
  private scaleMax = 1;
  /** The number that a key requested, for screen readers. */
  @state() private said = '';

  constructor() {
    super();
    this.addController(new CellDrag(this));
  }

  protected override get howToChange(): string {
    return this.editable ? viewWords(this.language).grid.howToChange : '';
  }

  numberAt({ row, column }: GridCell): number {
    return this.model?.value(row, column) ?? Number.NaN;
  }

  get unit(): number {
    return unitOf(this.scaleMax);
  }

  pin(cell: GridCell): void {
    this.requestFocus(cell, true);
  }

  change(at: GridCell, value: number, stroke: number): void {
    const { cell } = this.request(at);
    if (cell === undefined || value === this.numberAt(at)) return;
    this.said = stroke === 0 ? (this.model?.text(value) ?? '') : '';
    emit(this, 'sa-value', { cell, value, stroke });
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('accent') || changed.has('name')) this.forgetColours();
    const data = [
      'tensor',
      'axes',
      'head',
      'query',
      'labels',
      'digits',
      'name',
      'masked',
      'against',
      'againstName',
      'marksDifferences',
      'excerpt',
      'relative',
      'lang',
    ];
    if (data.some((name) => changed.has(name))) this.model = this.makeModel();
  }

  private get rowAxis(): Axis | undefined {
    return this.axes.at(-2);
  }

  private get columnAxis(): Axis | undefined {
    return this.axes.at(-1);
  }

  private makeModel(): GridModel | null {
    const { tensor, digits, rowAxis, columnAxis } = this;
    const rank = tensor?.shape.length ?? 0;
    const [columns, rows] = [tensor?.shape.at(-1) ?? 0, rank > 1 ? (tensor?.shape.at(-2) ?? 0) : 1];
    const outer = tensor?.shape.slice(0, -2) ?? [];
    const position = this.outer(rank).map((index, axis) => index - this.first(axis));
    if (!tensor || rank > 4 || columns === 0 || rows === 0) return null;
    if (outer.some((size, axis) => !((position[axis] ?? 0) >= 0 && (position[axis] ?? 0) < size))) return null;
    const { data } = tensor;
    const start = outer.reduce((before, size, axis) => before * size + (position[axis] ?? 0), 0) * rows * columns;
    const maskedScores = this.masked?.data.length === data.length ? this.masked.data : data;
    const slice = data.subarray(start, start + rows * columns);
    const hidden = maskedScores.subarray(start, start + rows * columns);
    const other = this.against?.data.length === data.length ? this.against.data : null;
    // Among thousands of tokens every weight is small, so the colours of an excerpt follow its own numbers.
    const areWeights = isWeights(this.name) && !this.excerpt;
    this.scaleMax = isName(this.name) ? Infinity : areWeights && !this.relative ? 1 : greatest(data, other);
    const tolerance = other ? toleranceOf(data, other) : 0;
    const text = numberText(this.name, digits);
    return matrixGrid({
      name: this.name,
      data: slice,
      masked: hidden,
      digits,
      areWeights,
      all: data,
      rows,
      columns,
      rowLabels: rank > 1 ? axisLabels(this.labels, rowAxis, rows, this.first(rank - 2)) : [''],
      columnLabels: axisLabels(this.labels, columnAxis, columns, this.first(rank - 1)),
      rowRole: axisRole(rowAxis),
      columnRole: axisRole(columnAxis),
      scaleMax: this.scaleMax,
      hiddenText: hidden.includes(-Infinity) ? text(maskedScores === data ? -Infinity : 0) : '',
      ...(other
        ? {
            marksRemarks: this.marksDifferences,
            remark: (row: number, column: number) => {
              const index = start + row * columns + column;
              const [value, compared] = [data[index] ?? Number.NaN, other[index] ?? Number.NaN];
              if (!differ(value, compared, tolerance)) return null;
              return differenceText(this.language, value, compared, { name: this.againstName, text });
            },
          }
        : {}),
    });
  }

  protected override scaleFor(palette: Palette): ColourScale {
    return isWeights(this.name) ? sequentialScale(palette) : divergingScale(palette, this.accent);
  }

  protected override highlight(): Highlight {
    const cell = this.focusOn?.cell;
    const blocks = this.highlights.flatMap((source) => this.block(source));
    if (cell?.name === this.name && (cell.layer ?? this.layer) === this.layer) {
      const ranges = cell.index.map((index) => ({ start: index, end: index + 1 }));
      const own = this.block({ name: cell.name, layer: this.layer, ranges });
      return { row: null, column: null, blocks: [...blocks, ...own] };
    }
    // A cell elsewhere highlights only its sources. A token in focus highlights its rows and columns everywhere.
    if (cell && this.highlights.length > 0) return { row: null, column: null, blocks };
    const rank = this.axes.length;
    const row = this.local(axisFocus(this.rowAxis, this.focusOn), rank - 2);
    return { row, column: this.local(axisFocus(this.columnAxis, this.focusOn), rank - 1), blocks };
  }

  protected override fullGrid(model: GridModel): FullGrid {
    const { excerpt, axes } = this;
    if (!excerpt) return super.fullGrid(model);
    const rank = axes.length;
    return {
      origin: { row: rank > 1 ? this.first(rank - 2) : 0, column: this.first(rank - 1) },
      rows: rank > 1 ? (excerpt.whole.at(-2) ?? 1) : 1,
      columns: excerpt.whole.at(-1) ?? 1,
    };
  }

  /** An excerpt is limited along tokens only. Wide vectors and long tables start at their beginning. */
  protected override reachable({ row, column }: GridCell): GridCell {
    const { model } = this;
    if (!model) return { row, column };
    const { origin } = this.fullGrid(model);
    return {
      row: isToken(this.rowAxis) ? row : Math.min(row, origin.row + model.rows - 1),
      column: isToken(this.columnAxis) ? column : Math.min(column, origin.column + model.columns - 1),
    };
  }

  /** The index in the whole of the first number along an axis. */
  private first(axis: number): number {
    return this.excerpt?.origin[axis] ?? 0;
  }

  /** The index in the excerpt of an index of the whole. Null if it is outside. */
  private local(position: number | null, axis: number): number | null {
    const index = position === null ? -1 : position - this.first(axis);
    return index < 0 ? null : index;
  }

  /** The index of the slice along the axes before the last two. */
  private outer(rank: number): number[] {
    return [this.head, this.query].slice(0, Math.max(0, rank - 2));
  }

  private block(source: SourceBlock): Block[] {
    const rank = this.axes.length;
    if (source.name !== this.name || source.layer !== this.layer || source.ranges.length !== rank) return [];
    const isWithin = (index: number, axis: number) => {
      const range = source.ranges[axis];
      return range !== undefined && index >= range.start && index < range.end;
    };
    if (!this.outer(rank).every(isWithin)) return [];
    const columns = this.inPart(source.ranges.at(-1), rank - 1);
    const rows = rank > 1 ? this.inPart(source.ranges.at(-2), rank - 2) : { start: 0, end: 1 };
    return rows && columns ? [{ rows, columns }] : [];
  }

  /** The part of a range of the whole that the excerpt has. */
  private inPart(range: Range | undefined, axis: number): Range | null {
    if (!range || !this.excerpt) return range ?? null;
    const start = Math.max(0, range.start - this.first(axis));
    const end = Math.min(this.tensor?.shape[axis] ?? 0, range.end - this.first(axis));
    return start < end ? { start, end } : null;
  }

  protected override request({ row, column }: GridCell): Focus {
    const rank = this.axes.length;
    const index = [
      ...this.outer(rank),
      ...(rank > 1 ? [this.first(rank - 2) + row] : []),
      this.first(rank - 1) + column,
    ];
    const focus: Record<string, number> = {};
    for (const [axis, position] of index.entries()) {
      const part = focusPart(this.axes[axis]);
      if (part) focus[part] = position;
    }
    return { ...focus, cell: { name: this.name, index, layer: this.layer } };
  }

  protected override cellName(model: GridModel, cell: GridCell): string {
    if (isToken(this.rowAxis) && isToken(this.columnAxis)) return super.cellName(model, cell);
    const value = model.text(model.value(cell.row, cell.column));
    const column = isolated(model.columnLabels[cell.column] ?? String(cell.column));
    if (this.axes.length < 2) return `${column}: ${value}`;
    return fill(viewWords(this.language).grid.matrixCell, {
      row: isolated(model.rowLabels[cell.row] ?? String(cell.row)),
      column,
      value,
    });
  }

  protected override caption() {
    const words = viewWords(this.language);
    const { tensor, model, window: seen } = this;
    if (!tensor || this.compact) return nothing;
    const shape = (this.excerpt?.whole ?? tensor.shape).join(' × ');
    const parts: string[] = [];
    if (seen && model) {
      const { origin, rows, columns } = this.fullGrid(model);
      if (rows > model.rows || !seen.allRows) {
        parts.push(part(words.grid.rows, origin.row + seen.first.row, origin.row + seen.last.row));
      }
      if (columns > model.columns || !seen.allColumns) {
        parts.push(part(words.grid.columns, origin.column + seen.first.column, origin.column + seen.last.column));
      }
    }
    const text = model ? shape : fill(words.grid.noSlice, { head: this.head, shape });
    const of =
      this.axes.length > 3 ? axisLabels(this.labels, this.axes[1], tensor.shape[1] ?? 0)[this.query] : undefined;
    return html`<div class="caption">
      <span class="axes">${axesText(this.axes)}</span>
      ${of === undefined ? nothing : html`<span>${fill(words.grid.of, { query: isolated(of) })}</span>`}
      <span>${parts.length > 0 ? fill(words.grid.window, { shape, parts: parts.join(', ') }) : text}</span>
    </div>`;
  }

  override render() {
    const ends = isWeights(this.name)
      ? { low: '0', high: this.excerpt || this.relative ? formatNumber(this.scaleMax, this.digits) : '1' }
      : { low: formatNumber(-this.scaleMax, this.digits), high: formatNumber(this.scaleMax, this.digits) };
    if (this.compact) return super.render();
    return html`${super.render()}${this.editable ? html`<p class="unseen" role="status">${this.said}</p>` : nothing}${this.model && this.scaleMax < Infinity ? legend(this.language, this.legendScale, ends, this.model.marks) : nothing}`;
  }
}

/** Counted from 0, as the headers are. */
const part = (template: string, from: number, to: number) => fill(template, { from, to });

/** "T_q × d_k" with real subscripts. */
function axesText(axes: readonly Axis[]): TemplateResult {
  return html`${axes.map((axis, i) => html`${i > 0 ? ' × ' : ''}${axis.split('·').map(letterText)}`)}`;
}

function letterText(letter: string, i: number): TemplateResult {
  const [base, sub] = letter.split('_');
  return html`${i > 0 ? '·' : ''}${base}${sub === undefined ? '' : html`<sub>${sub}</sub>`}`;
}
