import { css, html, LitElement, nothing, svg } from 'lit';
import { property } from 'lit/decorators.js';
import { formatConstant, formatNumber } from '../../trace/number-format.ts';
import { define, OwnWidth, styled } from '../shared/custom-element.ts';
import { paletteStyles } from '../shared/palette.ts';
import type { LossAt } from './loss-points.ts';
import { type Frame, gridLines, plotStyles, ticks, xAt, yAt } from './plot.ts';

const HEIGHT = 180;

/** `<sa-loss-curve>`: the loss of a run after each step, on a logarithmic scale, with a loss that ends it as a dashed line. */
@define('sa-loss-curve')
export class LossCurve extends LitElement {
  static override styles = [
    paletteStyles,
    plotStyles,
    css`
      :host {
        max-inline-size: 44rem;
      }
    `,
  ];

  @property({ attribute: false }) curve: readonly LossAt[] = [];
  /** Null if no loss ends the run. */
  @property({ attribute: false }) goal: number | null = null;
  @property({ attribute: false }) label = '';
  /** The last point in words. */
  @property({ attribute: false }) value!: (step: number, loss: string) => string;
  private readonly width = new OwnWidth(this);

  override render() {
    const { curve } = this;
    const last = curve.at(-1);
    if (last === undefined) return nothing;
    const goals = this.goal === null ? [] : [Math.log10(this.goal)];
    const levels = curve.map(({ loss }) => Math.log10(loss)).filter(Number.isFinite);
    const low = Math.min(...goals, ...levels) - 0.15;
    const high = Math.max(...goals.map((level) => level + 1), ...levels) + 0.15;
    const margins = { left: 52, right: 12, top: 10, bottom: 24 };
    const frame: Frame = { width: this.width.value, height: HEIGHT, ...margins, low, high, count: last.step + 1 };
    const points = curve
      .filter(({ loss }) => Number.isFinite(Math.log10(loss)))
      .map(({ step, loss }) => `${xAt(frame, step).toFixed(1)} ${yAt(frame, Math.log10(loss)).toFixed(1)}`);
    const label = `${this.label}. ${this.value(last.step, formatNumber(last.loss, 4))}`;
    return html`<svg
      role="img"
      aria-label=${label}
      viewBox="0 0 ${frame.width} ${HEIGHT}"
      ${styled({ '--height': `${HEIGHT}px` })}
    >
      ${gridLines(frame, (level) => formatNumber(10 ** level, level < -1 ? 3 : 1))}
      ${ticks(0, last.step, frame.width / 90)
        .filter((step) => Number.isInteger(step))
        .map(
          (step) =>
            svg`<text class="tick" x=${xAt(frame, step)} y=${HEIGHT - 8} text-anchor="middle">${formatConstant(step)}</text>`,
        )}
      ${goals.map((level) => svg`<g class="x"><path class="curve dashed" d="M${frame.left} ${yAt(frame, level).toFixed(1)}H${frame.width - frame.right}" /></g>`)}
      <g class="w"><path class="curve" d=${points.length > 0 ? `M${points.join('L')}` : ''} /></g>
    </svg>`;
  }
}
