import { html, nothing, svg } from 'lit';
import { property, state } from 'lit/decorators.js';
import { fill } from '../../i18n/sentences.ts';
import { stepPictureWords } from '../../i18n/step-pictures.ts';
import { type Digits, formatConstant, formatNumber } from '../../trace/number-format.ts';
import { define, OwnWidth, styled } from '../shared/custom-element.ts';
import { rove } from '../shared/keyboard.ts';
import { LocalizedElement } from '../shared/localized-element.ts';
import { paletteStyles } from '../shared/palette.ts';
import { pointIn } from '../shared/pointer.ts';
import { curveSample, type Frame, gridLines, pathOf, plotStyles, pointAt, pointMark, ticks, xAt, yAt } from './plot.ts';

interface Curve {
  readonly name: string;
  readonly role: 'w' | 'x' | 'k';
  readonly stroke: '' | 'dashed' | 'dotted';
  readonly values: ArrayLike<number>;
}

const HEIGHT = 220;

/**
 * `<sa-variance-plot>`: how the variance of q·k grows with the number of products summed, measured beside theory.
 * All values are passed in, starting with one product. It is a slider over the count: hovering, pressing or arrow
 * keys read the values out.
 */
@define('sa-variance-plot')
export class SaVariancePlot extends LocalizedElement {
  static override styles = [paletteStyles, plotStyles];

  /** (d_k): trace.scoreVariances().data. */
  @property({ attribute: false }) measured: ArrayLike<number> = [];
  /** (d_k): what theory expects. */
  @property({ attribute: false }) theory: ArrayLike<number> = [];
  /** (d_k): after dividing by the square root of the count. Empty to hide it. */
  @property({ attribute: false }) scaled: ArrayLike<number> = [];
  /** Its accessible name. If empty, one that describes the plot. */
  @property() label = '';
  @property({ type: Number }) digits: Digits = 2;

  /** The selected count, from 0 for one product. Null for all of them. */
  @state() private at: number | null = null;
  private readonly width = new OwnWidth(this);

  private get curves(): Curve[] {
    const words = stepPictureWords(this.language).variance;
    const all: Curve[] = [
      { name: words.theory, role: 'x', stroke: 'dashed', values: this.theory },
      { name: words.measured, role: 'w', stroke: '', values: this.measured },
      { name: words.scaled, role: 'k', stroke: 'dotted', values: this.scaled },
    ];
    return all.filter(({ values }) => values.length > 0);
  }

  private frame(curves: readonly Curve[]): Frame {
    const values = curves.flatMap((curve) => Array.from(curve.values)).filter(Number.isFinite);
    const count = Math.max(...curves.map((curve) => curve.values.length));
    const high = Math.max(0, ...values) * 1.05 || 1;
    return { width: this.width.value, height: HEIGHT, left: 44, right: 12, top: 10, bottom: 24, low: 0, high, count };
  }

  override render() {
    const { curves } = this;
    const words = stepPictureWords(this.language).variance;
    if (curves.length === 0) return nothing;
    const frame = this.frame(curves);
    const index = Math.min(this.at ?? frame.count - 1, frame.count - 1);
    const value = (curve: Curve) => formatNumber(curve.values[index] ?? Number.NaN, this.digits);
    const parts = curves.map((curve) => fill(words.part, { name: curve.name, value: value(curve) }));
    return html`<div
        class="plot"
        role="slider"
        tabindex="0"
        aria-label=${this.label || fill(words.label, { count: frame.count })}
        aria-valuemin="1"
        aria-valuemax=${frame.count}
        aria-valuenow=${index + 1}
        aria-valuetext=${fill(words.value, { count: index + 1, values: parts.join(', ') })}
        @keydown=${(event: KeyboardEvent) => this.onKey(event, index, frame.count)}
        @pointermove=${(event: PointerEvent) => event.pointerType !== 'touch' && this.onPoint(event, frame)}
        @pointerdown=${(event: PointerEvent) => this.onPoint(event, frame)}
      >
        <svg aria-hidden="true" viewBox="0 0 ${frame.width} ${HEIGHT}" ${styled({ '--height': `${HEIGHT}px` })}>
          ${gridLines(frame, formatConstant)}
          ${ticks(1, frame.count, this.width.value / 60)
            .filter((tick) => Number.isInteger(tick))
            .map(
              (tick) =>
                svg`<text class="tick" x=${xAt(frame, tick - 1)} y=${HEIGHT - 8} text-anchor="middle">${tick}</text>`,
            )}
          ${pointMark(frame, index)} ${curves.map((curve) => this.curve(curve, frame, index))}
        </svg>
      </div>
      <p>${index + 1} ${words.axis}</p>
      <ul class="legend">
        ${curves.map(
          (curve) => html`<li>${curveSample(curve.role, curve.stroke)}${curve.name} <b>${value(curve)}</b></li>`,
        )}
      </ul>`;
  }

  private curve({ role, stroke, values }: Curve, frame: Frame, index: number) {
    const value = values[index] ?? Number.NaN;
    return svg`<g class=${role}>
      <path class="curve ${stroke}" d=${pathOf(frame, values)} />
      ${Number.isFinite(value) ? svg`<circle class="dot" r="4.5" cx=${xAt(frame, index)} cy=${yAt(frame, value)} />` : nothing}
    </g>`;
  }

  private onPoint(event: PointerEvent, frame: Frame): void {
    const { x, width } = pointIn(event.currentTarget as Element, event);
    if (width > 0) this.at = pointAt(frame, (x / width) * frame.width);
  }

  private onKey(event: KeyboardEvent, index: number, count: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const turned = { ArrowUp: 'ArrowRight', ArrowDown: 'ArrowLeft' }[event.key] ?? event.key;
    const to = rove(turned, index, count);
    if (to === null) return;
    event.preventDefault();
    this.at = to;
  }
}
