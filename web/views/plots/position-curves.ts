import { html, nothing, svg } from 'lit';
import { property } from 'lit/decorators.js';
import type { Axis, Tensor } from '../../core/types.ts';
import { fill } from '../../i18n/sentences.ts';
import { stepPictureWords } from '../../i18n/step-pictures.ts';
import { type AxisLabels, axisLabels } from '../../trace/axis-labels.ts';
import type { SourceBlock } from '../../trace/cell-sources.ts';
import type { Focus } from '../../trace/focus.ts';
import { type Digits, formatConstant, formatNumber } from '../../trace/number-format.ts';
import { define, OwnWidth, styled } from '../shared/custom-element.ts';
import { paletteStyles } from '../shared/palette.ts';
import { curveSample, type Frame, gridLines, pathOf, plotStyles, pointMark, xAt, yAt } from './plot.ts';
import '../grid/matrix.ts';
import { LocalizedElement } from '../shared/localized-element.ts';

const HEIGHT = 160;

/**
 * `<sa-position-curves>`: positions (p or P) as a matrix, and the column in focus as a curve along the positions,
 * with the column of the same wave. Dots are the matrix's numbers; lines only join them. Dispatches `sa-focus`
 * for cells of `name`, as `<sa-matrix>` does.
 */
@define('sa-position-curves')
export class SaPositionCurves extends LocalizedElement {
  static override styles = [paletteStyles, plotStyles];

  /** (T, d). */
  @property({ attribute: false }) tensor: Tensor | null = null;
  @property({ attribute: false }) axes: readonly Axis[] = [];
  @property() name = 'p';
  @property({ type: Number }) layer = 0;
  @property({ attribute: false }) labels: AxisLabels = {};
  /** Whether columns 2c and 2c + 1 are sine and cosine of one wave. Learned positions have no waves. */
  @property({ type: Boolean }) pairs = false;
  @property({ type: Number }) digits: Digits = 2;
  @property({ attribute: false }) focusOn: Focus | null = null;
  @property({ attribute: false }) highlights: readonly SourceBlock[] = [];

  private readonly width = new OwnWidth(this);
  /** The last column in focus. Its curve stays when the pointer leaves. */
  private column = 0;

  override willUpdate(): void {
    const { cell } = this.focusOn ?? {};
    const columns = this.tensor?.shape.at(-1) ?? 0;
    if (cell?.name === this.name) this.column = cell.index.at(-1) ?? 0;
    this.column = Math.max(0, Math.min(this.column, columns - 1));
  }

  /** The numbers of one column, one for each position. */
  private along(column: number): number[] {
    const [rows = 0, columns = 0] = this.tensor?.shape ?? [];
    return Array.from({ length: rows }, (_, row) => this.tensor?.data[row * columns + column] ?? Number.NaN);
  }

  override render() {
    const { tensor } = this;
    const [rows = 0, columns = 0] = tensor?.shape ?? [];
    if (!tensor || rows * columns === 0) return nothing;
    const finite = Array.from(tensor.data).filter(Number.isFinite);
    const most = Math.max(...finite.map(Math.abs), 0) || 1;
    const frame: Frame = {
      width: this.width.value,
      height: HEIGHT,
      left: 44,
      right: 12,
      top: 8,
      bottom: 22,
      low: -most * 1.05,
      high: most * 1.05,
      count: rows,
    };
    const { column } = this;
    const partner = this.pairs && (column ^ 1) < columns ? column ^ 1 : null;
    const own = this.along(column);
    const text = (value: number) => formatNumber(value, this.digits);
    const words = stepPictureWords(this.language).waves;
    const seen = own.filter(Number.isFinite);
    const about = fill(words.curves, {
      column,
      count: rows,
      low: text(Math.min(...seen)),
      high: text(Math.max(...seen)),
    });
    return html`<sa-matrix
        .tensor=${tensor}
        .axes=${this.axes}
        .name=${this.name}
        .layer=${this.layer}
        .labels=${this.labels}
        .digits=${this.digits}
        .label=${this.name}
        .focusOn=${this.focusOn}
        .highlights=${this.highlights}
      ></sa-matrix>
      <svg
        role="img"
        aria-label=${about}
        viewBox="0 0 ${frame.width} ${HEIGHT}"
        ${styled({ '--height': `${HEIGHT}px`, 'margin-block-start': '0.75rem' })}
      >
        ${gridLines(frame, formatConstant)} ${this.rowMark(frame)} ${this.positions(frame)}
        ${partner === null ? nothing : this.curve(frame, this.along(partner), 'x', 'dashed')}
        ${this.curve(frame, own, 'w', '')}
      </svg>
      <ul class="legend">
        <li>${curveSample('w', '')}${fill(words.column, { column })}</li>
        ${partner === null ? nothing : html`<li>${curveSample('x', 'dashed')}${fill(words.partner, { column: partner })}</li>`}
      </ul>
      <p>${words.caption}</p>`;
  }

  private curve(frame: Frame, values: readonly number[], role: string, stroke: string) {
    const dots = values.length <= 80 && stroke === '';
    return svg`<g class=${role}>
      <path class="curve ${stroke}" d=${pathOf(frame, values)} />
      ${
        dots
          ? values.map((value, index) =>
              Number.isFinite(value)
                ? svg`<circle class="dot" r="3.5" cx=${xAt(frame, index)} cy=${yAt(frame, value)}><title>${formatNumber(value, this.digits)}</title></circle>`
                : nothing,
            )
          : nothing
      }
    </g>`;
  }

  /** The mark of the position in focus. */
  private rowMark(frame: Frame) {
    const { cell, query } = this.focusOn ?? {};
    const row = cell?.name === this.name ? cell.index[0] : query;
    if (row === undefined || row >= frame.count) return nothing;
    return pointMark(frame, row);
  }

  private positions(frame: Frame) {
    const labels = axisLabels(this.labels, this.axes[0], frame.count);
    const every = Math.ceil(frame.count / Math.max(1, Math.floor(frame.width / 64)));
    return labels.map((label, index) =>
      index % every === 0
        ? svg`<text class="tick" x=${xAt(frame, index)} y=${HEIGHT - 6} text-anchor=${index === 0 ? 'start' : 'middle'}>${label.length > 9 ? `${label.slice(0, 8)}…` : label}</text>`
        : nothing,
    );
  }
}
