import { html, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { viewWords } from '../../i18n/views.ts';
import type { Focus } from '../../trace/focus.ts';
import { formatNumber } from '../../trace/number-format.ts';
import { visibleToken } from '../../trace/token-text.ts';
import type { Palette } from '../shared/colour.ts';
import { type ColourScale, divergingScale, greatest, sequentialScale } from '../shared/colour.ts';
import { define } from '../shared/custom-element.ts';
import type { GridCell } from '../shared/keyboard.ts';
import { legend } from '../shared/legend.ts';
import { GridView } from './grid-view.ts';
import type { GridLayout } from './layout.ts';
import { type GridModel, type Highlight, matrixGrid } from './model.ts';
import { type Edges, edgesBetween, edgesOf, type Movement } from './movement.ts';

/**
 * `<sa-heatmap>`: the attention of one head as a grid of cells, with queries as rows and keys as columns. It takes
 * the square of its container's width, at most `--sa-heatmap-max` high. Dispatches `sa-focus` for `{ query, key,
 * cell: { name, index: [head, query, key] } }`.
 */
@define('sa-heatmap')
export class SaHeatmap extends GridView {
  /** (T_q, T_k) row-major, one head. */
  @property({ attribute: false }) weights: Float32Array = new Float32Array();
  /** (T_q, T_k): the weights between the last ones and these while they change. Null if they do not. */
  @property({ attribute: false }) transition: Float32Array | null = null;
  /** The rows and columns that are moving. Null if none is. Its lists stay the same until they arrive. */
  @property({ attribute: false }) movement: Movement | null = null;
  /** (T_q, T_k) of the same head, −∞ where a key is hidden. Null if nothing is masked. */
  @property({ attribute: false }) masked: Float32Array | null = null;
  /** T_q words, one for each row. */
  @property({ attribute: false }) queryLabels: readonly string[] = [];
  /** T_k words, one for each column. */
  @property({ attribute: false }) keyLabels: readonly string[] = [];
  /** Tensor name, head and layer, for the cell of `sa-focus`. */
  @property() name = 'weights';
  @property({ type: Number }) head = 0;
  @property({ type: Number }) layer = 0;
  /** T_q sums of rows, written beside them. They are passed in, since a view computes nothing. Null for none. */
  @property({ attribute: false }) sums: ArrayLike<number> | null = null;

  /** The numbers are differences of weights: a colour scale centred on 0, as wide as the greatest of them. */
  @property({ type: Boolean }) signed = false;

  protected override readonly fit = 'square';
  /** The strongest colour is the greatest number, not 1. */
  @property({ type: Boolean }) relative = false;
  private scaleMax = 1;
  protected override model: GridModel | null = null;

  override willUpdate(changed: PropertyValues): void {
    this.scaleMax = this.signed || this.relative ? greatest(this.weights) : 1;
    const data = ['weights', 'masked', 'queryLabels', 'keyLabels', 'digits', 'sums', 'signed', 'lang'];
    if (data.some((name) => changed.has(name))) this.model = this.makeModel();
    // The keyboard enters at the token in focus.
    const { query: row, key: column = this.active.column } = this.focusOn ?? {};
    if (changed.has('focusOn') && row !== undefined && !this.matches(':focus-within')) this.active = { row, column };
  }

  private makeModel(): GridModel | null {
    const words = viewWords(this.language);
    const { weights, masked, digits, sums } = this;
    const [rows, columns] = [this.queryLabels.length, this.keyLabels.length];
    if (rows === 0 || columns === 0 || weights.length !== rows * columns) return null;
    return matrixGrid({
      name: this.name,
      data: weights,
      masked,
      digits,
      areWeights: !this.signed,
      rows,
      columns,
      rowLabels: this.queryLabels.map(visibleToken),
      columnLabels: this.keyLabels.map(visibleToken),
      rowRole: 'q',
      columnRole: 'k',
      corner: { rows: words.grid.queries, columns: words.grid.keys },
      rowSummary: sums && {
        label: 'Σ',
        name: words.grid.sums,
        text: (row) => formatNumber(sums[row] ?? Number.NaN, digits),
      },
      scaleMax: this.scaleMax,
    });
  }

  protected override withPaintedValues(model: GridModel): GridModel {
    const { transition } = this;
    const value: GridModel['value'] = (row, column) => transition?.[row * model.columns + column] ?? Number.NaN;
    return transition ? { ...model, value } : model;
  }

  /** The labels as drawn last, from which a movement starts. */
  private drawn: Edges | null = null;
  private setOut: { readonly rows: Movement['rows']; readonly edges: Edges } | null = null;

  protected override edges(layout: GridLayout): Edges | null {
    const { movement } = this;
    const settled = edgesOf(layout);
    if (movement === null) {
      this.setOut = null;
      this.drawn = settled;
      return null;
    }
    if (this.setOut?.rows !== movement.rows) this.setOut = { rows: movement.rows, edges: this.drawn ?? settled };
    this.drawn = edgesBetween(this.setOut.edges, settled, movement);
    return this.drawn;
  }

  protected override scaleFor(palette: Palette): ColourScale {
    return this.signed ? divergingScale(palette, 'w') : sequentialScale(palette);
  }

  protected override highlight(): Highlight {
    return { row: this.focusOn?.query ?? null, column: this.focusOn?.key ?? null, blocks: [] };
  }

  protected override request({ row, column }: GridCell): Focus {
    return { query: row, key: column, cell: { name: this.name, index: [this.head, row, column], layer: this.layer } };
  }

  override render() {
    const { digits, scaleMax } = this;
    const ends = this.signed
      ? { low: formatNumber(-scaleMax, digits), high: formatNumber(scaleMax, digits) }
      : { low: '0', high: this.relative ? formatNumber(scaleMax, digits) : '1' };
    return html`${legend(this.language, this.legendScale, ends, this.model?.marks, this.shortage)}${super.render()}`;
  }
}
