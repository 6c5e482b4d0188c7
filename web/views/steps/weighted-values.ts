import { css, html, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import type { Tensor } from '../../core/types.ts';
import type { Focus } from '../../trace/focus.ts';
import { type Digits, formatNumber, longestNumber } from '../../trace/number-format.ts';
import { type Block, blockOf, type GridModel, isNonFinite } from '../grid/model.ts';
import { define } from '../shared/custom-element.ts';
import type { GridCell } from '../shared/keyboard.ts';
import { paletteStyles } from '../shared/palette.ts';
import '../grid/grid.ts';
import { fill } from '../../i18n/sentences.ts';
import { stepPictureWords } from '../../i18n/step-pictures.ts';
import { namedToken, visibleToken } from '../../trace/token-text.ts';
import { greatest } from '../shared/colour.ts';
import { LocalizedElement } from '../shared/localized-element.ts';

/** The trace's cell behind a cell of the picture, with its full index, head first. */
interface Source {
  readonly name: string;
  readonly index: readonly number[];
  readonly value: number;
}

/**
 * `<sa-weighted>`: how one query's z is computed. Each key has a row with its weight and its weighted values, with
 * the sum below. With `wrongAxis` (the mistake wrong-axis-values) the weights are above the columns and the sums on
 * the right. Dispatches `sa-focus` for `{ query, key, cell }` of `weightsName`, `weighted` or `z`.
 */
@define('sa-weighted')
export class SaWeighted extends LocalizedElement {
  static override styles = [
    paletteStyles,
    css`
      :host {
        font-size: 0.8125rem;
      }
      p {
        margin: 0.5rem 0 0;
        color: var(--sa-ink-soft);
        line-height: 1.35;
      }
    `,
  ];

  /** (H, T_q, T_k): the weights that multiply the values. */
  @property({ attribute: false }) weights: Tensor | null = null;
  /** The name of the weights in the trace: weights, or rounded. */
  @property({ attribute: false }) weightsName = 'weights';
  /** (H, T_q, T_k, d_v). */
  @property({ attribute: false }) weighted: Tensor | null = null;
  /** (H, T_q, d_v); (H, T_q, T_k) with `wrongAxis`. */
  @property({ attribute: false }) z: Tensor | null = null;
  @property({ type: Number }) head = 0;
  /** The index of the query. */
  @property({ type: Number }) query = 0;
  @property({ type: Number }) layer = 0;
  @property({ attribute: false }) queryLabels: readonly string[] = [];
  @property({ attribute: false }) keyLabels: readonly string[] = [];
  @property({ type: Boolean }) wrongAxis = false;
  @property({ type: Number }) digits: Digits = 2;
  @property({ attribute: false }) focusOn: Focus | null = null;

  private grid: GridModel | null = null;
  private blocks: readonly Block[] = [];

  override willUpdate(changed: PropertyValues): void {
    if (changed.size > 1 || !changed.has('focusOn')) this.grid = this.makeGrid();
    this.blocks = this.grid ? this.highlight(this.grid) : [];
  }

  private get widths(): { keys: number; values: number } {
    const [, , keys = 0, values = 0] = this.weighted?.shape ?? [];
    return { keys, values };
  }

  private makeGrid(): GridModel | null {
    const { weighted, weights, z, head, query, digits } = this;
    const [heads = 0, queries = 0] = weighted?.shape ?? [];
    const { keys, values } = this.widths;
    if (!weighted || !weights || !z || keys * values === 0) return null;
    if (!(head >= 0 && head < heads && query >= 0 && query < queries)) return null;
    const words = stepPictureWords(this.language).weighted;
    const data = Float32Array.from(this.cellsOf(keys + 1, values + 1), (source) => source?.value ?? 0);
    const names = Array.from({ length: keys }, (_, key) => namedToken(this.keyLabels, key));
    const numbers = Array.from({ length: values }, (_, column) => String(column));
    const source = (row: number, column: number) => this.source(row, column);
    return {
      rows: keys + 1,
      columns: values + 1,
      value: (row, column) => source(row, column)?.value ?? Number.NaN,
      hidden: () => false,
      blank: (row, column) => source(row, column) === null,
      isWeight: (row, column) => source(row, column)?.name === this.weightsName,
      text: (value) => formatNumber(value, digits),
      longest: Math.max(longestNumber(data, digits), data.some(isNonFinite) ? 3 : 0),
      rowLabels: this.wrongAxis ? [words.weight, ...names] : [...names, words.sum],
      columnLabels: this.wrongAxis ? [...numbers, words.sum] : [words.weight, ...numbers],
      rowRole: 'k',
      columnRole: 'x',
      scaleMax: greatest(data),
      hiddenText: '',
    };
  }

  private *cellsOf(rows: number, columns: number): Iterable<Source | null> {
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) yield this.source(row, column);
  }

  private source(row: number, column: number): Source | null {
    const { head, query, wrongAxis } = this;
    const { keys, values } = this.widths;
    // The weights are the first column or row, the sums the last row or column.
    const [key, index] = wrongAxis ? [row - 1, column] : [row, column - 1];
    if (key >= 0 && key < keys && index >= 0 && index < values) {
      return read('weighted', this.weighted, [head, query, key, index]);
    }
    if (wrongAxis) {
      if (key < 0) return index < values ? read(this.weightsName, this.weights, [head, query, index]) : null;
      return read('z', this.z, [head, query, key]);
    }
    if (index < 0) return key < keys ? read(this.weightsName, this.weights, [head, query, key]) : null;
    return read('z', this.z, [head, query, index]);
  }

  private highlight(grid: GridModel): Block[] {
    const { cell, key } = this.focusOn ?? {};
    const { keys, values } = this.widths;
    const first = this.wrongAxis ? 1 : 0;
    if (cell && (cell.layer ?? this.layer) === this.layer) {
      for (let row = 0; row < grid.rows; row++) {
        for (let column = 0; column < grid.columns; column++) {
          const source = this.source(row, column);
          if (source?.name !== cell.name || source.index.some((index, axis) => index !== cell.index[axis])) continue;
          const own = blockOf({ row, column });
          if (cell.name !== 'z') return [own];
          // A sum highlights its terms.
          const terms = this.wrongAxis
            ? { ...own, columns: { start: 0, end: values } }
            : { ...own, rows: { start: 0, end: keys } };
          return [own, terms];
        }
      }
    }
    if (key === undefined || key >= keys) return [];
    return [{ ...blockOf({ row: key + first, column: 0 }), columns: { start: 0, end: grid.columns - first } }];
  }

  private focusFor({ row, column }: GridCell): Focus {
    const source = this.source(row, column);
    const key = row - (this.wrongAxis ? 1 : 0);
    const pair = { query: this.query, ...(key >= 0 && key < this.widths.keys ? { key } : {}) };
    if (!source) return pair;
    return { ...pair, cell: { name: source.name, index: source.index, layer: this.layer } };
  }

  override render() {
    const words = stepPictureWords(this.language).weighted;
    if (!this.grid) return html`<p>${words.empty}</p>`;
    const query = visibleToken(namedToken(this.queryLabels, this.query));
    return html`<sa-grid
        .grid=${this.grid}
        .blocks=${this.blocks}
        .accent=${'v'}
        .digits=${this.digits}
        .label=${fill(words.label, { query })}
        .focusFor=${(cell: GridCell) => this.focusFor(cell)}
      ></sa-grid>
      <p>${this.wrongAxis ? words.wrong : fill(words.caption, { query })}</p>`;
  }
}

function read(name: string, tensor: Tensor | null, index: readonly number[]): Source | null {
  let offset = 0;
  for (const [axis, size] of (tensor?.shape ?? []).entries()) {
    const position = index[axis] ?? -1;
    if (position < 0 || position >= size) return null;
    offset = offset * size + position;
  }
  const value = tensor?.data[offset];
  return value === undefined ? null : { name, index, value };
}
