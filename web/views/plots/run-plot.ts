import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatConstant, formatNumber, formatPercent } from '../../trace/number-format.ts';
import { define, OwnWidth, styled } from '../shared/custom-element.ts';
import { frameOf } from '../shared/frame.ts';
import { rove } from '../shared/keyboard.ts';
import { LocalizedElement } from '../shared/localized-element.ts';
import { paletteStyles } from '../shared/palette.ts';
import { pointIn } from '../shared/pointer.ts';
import { curveSample, type Frame, gridLines, plotStyles, pointAt, pointMark, ticks, xAt, yAt } from './plot.ts';

/** A curve over the steps of a run. */
export interface Series {
  readonly name: string;
  /** Written at its end; '' where the others are enough to tell it by. */
  readonly short: string;
  readonly role: 'w' | 'k' | 'x' | 'rest';
  readonly stroke: '' | 'dashed' | 'dotted';
  readonly points: readonly { readonly step: number; readonly value: number }[];
}

/** Steps that are marked in a plot, with one text. */
export interface Mark {
  readonly steps: readonly number[];
  readonly text: string;
}

/** Texts of a plot whose values can be read. */
export interface PlotWords {
  label(heading: string): string;
  value(step: string, values: string): string;
  at(step: string): string;
  readonly none: string;
}

/** Between two words at the ends of curves. */
const LINE = 12;

/**
 * `<sa-run-plot>`: curves over the steps of a run. With `words` it is a slider: hovering, pressing or arrow keys read the values at a
 * step. Otherwise it is one image, named by `heading` and `valueText`. Strokes and words at the ends tell curves apart.
 */
@define('sa-run-plot')
export class RunPlot extends LocalizedElement {
  static override styles = [
    paletteStyles,
    plotStyles,
    css`
      :host {
        display: block;
        min-inline-size: 0;
        contain: layout style;
      }
      h4 {
        margin: 0 0 0.25rem;
        font-size: 0.875rem;
      }
      svg[role='img'] {
        max-inline-size: 44rem;
      }
      .rest {
        --colour: var(--sa-ink-soft);
      }
      .rest .curve {
        stroke-width: 1;
      }
      .end {
        fill: var(--sa-ink);
        font-size: 11px;
      }
      .mark path {
        fill: none;
        stroke: var(--sa-w);
        stroke-dasharray: 2 3;
      }
      .rest .end {
        fill: var(--sa-ink-soft);
      }
    `,
  ];

  @property({ attribute: false }) series: readonly Series[] = [];
  @property() heading = '';
  /** The values are drawn by their logarithms. Otherwise they are shares, from 0 to 1. */
  @property({ type: Boolean }) logarithmic = false;
  /** A value that is drawn as a dashed line; null: none. */
  @property({ attribute: false }) goal: number | null = null;
  /** The step that is read; null: the last. */
  @property({ attribute: false }) step: number | null = null;
  @property({ attribute: false }) words: PlotWords | null = null;
  /** px */
  @property({ type: Number }) height = 190;
  /** Steps with a word above the curve: what happened there. */
  @property({ attribute: false }) marks: readonly Mark[] = [];
  /** The last value as text, for the name of an image. */
  @property({ attribute: false }) valueText: (step: string, value: string) => string = (_, value) => value;
  @state() private chosen: number | null = null;
  private readonly width = new OwnWidth(this);

  /** Several plots are drawn many times a second, so each is a separate task after the frame. */
  protected override async scheduleUpdate(): Promise<void> {
    await frameOf(this);
    super.scheduleUpdate();
  }

  private get lastStep(): number {
    return Math.max(1, ...this.series.map(({ points }) => points.at(-1)?.step ?? 0));
  }

  private level(value: number): number {
    return this.logarithmic ? Math.log10(value) : value;
  }

  private frame(): Frame {
    const hasWords = this.series.some(({ short }) => short !== '');
    // Each mark has a line of its own, because two may be close to each other.
    const margins = { left: 46, right: hasWords ? 34 : 12, top: 10 + LINE * this.marks.length, bottom: 24 };
    const common = { width: this.width.value, height: this.height, ...margins, count: this.lastStep + 1 };
    if (!this.logarithmic) return { ...common, low: 0, high: 1.02 };
    const values = this.series.flatMap(({ points }) => points.map(({ value }) => value));
    const levels = [...values, this.goal ?? Number.NaN].map((value) => this.level(value)).filter(Number.isFinite);
    if (levels.length === 0) return { ...common, low: -1, high: 1 };
    return { ...common, low: Math.min(...levels) - 0.1, high: Math.max(...levels, Math.min(...levels) + 0.5) + 0.1 };
  }

  private text(value: number): string {
    if (!Number.isFinite(value)) return this.words?.none ?? '';
    return this.logarithmic ? formatNumber(value, 4) : formatPercent(value, 1);
  }

  override render(): TemplateResult | typeof nothing {
    const { series, lastStep, words } = this;
    if (series.every(({ points }) => points.length === 0)) return nothing;
    const frame = this.frame();
    if (words === null) return this.image(frame);
    const step = Math.min(this.chosen ?? this.step ?? lastStep, lastStep);
    const named = series.filter(({ role }) => role !== 'rest');
    const values = named.map((one) => `${one.name} ${this.text(valueAt(one, step))}`).join(', ');
    return html`<h4 aria-hidden="true">${this.heading}</h4>
      <div
        class="plot"
        role="slider"
        tabindex="0"
        aria-label=${words.label(this.heading)}
        aria-valuemin="0"
        aria-valuemax=${lastStep}
        aria-valuenow=${step}
        aria-valuetext=${words.value(formatConstant(step), values)}
        @keydown=${(event: KeyboardEvent) => this.onKey(event, step)}
        @pointermove=${(event: PointerEvent) => event.pointerType !== 'touch' && this.onPoint(event, frame)}
        @pointerdown=${(event: PointerEvent) => this.onPoint(event, frame)}
        @pointerleave=${this.onLeave}
      >
        <svg aria-hidden="true" viewBox="0 0 ${frame.width} ${frame.height}" ${styled({ '--height': `${frame.height}px` })}>
          ${this.axes(frame)} ${this.marked(frame)} ${pointMark(frame, step)} ${series.map((one) => this.curve(one, frame, step))} ${this.ends(frame)}
        </svg>
      </div>
      <ul class="legend">
        <li>${words.at(formatConstant(step))}</li>
        ${named.map(
          (one) =>
            html`<li>${curveSample(one.role, one.stroke)}${one.name} <b>${this.text(valueAt(one, step))}</b></li>`,
        )}
      </ul>`;
  }

  private image(frame: Frame): TemplateResult {
    const { series, lastStep } = this;
    const values = series.map((one) => this.text(valueAt(one, lastStep))).join(', ');
    const label = `${this.heading}. ${this.valueText(formatConstant(lastStep), values)}`;
    return html`<svg
      role="img"
      aria-label=${label}
      viewBox="0 0 ${frame.width} ${frame.height}"
      ${styled({ '--height': `${frame.height}px` })}
    >${this.axes(frame)} ${series.map((one) => this.curve(one, frame, null))}</svg>`;
  }

  private axes(frame: Frame): readonly TemplateResult[] {
    const number = this.logarithmic ? powerText : (level: number) => formatConstant(Math.round(100 * level) / 100);
    const steps = ticks(0, this.lastStep, frame.width / 90).filter((step) => Number.isInteger(step));
    const goal = this.goal === null ? [] : [yAt(frame, this.level(this.goal)).toFixed(1)];
    return [
      ...gridLines(frame, number),
      ...steps.map(
        (step) =>
          svg`<text class="tick" x=${xAt(frame, step)} y=${frame.height - 8} text-anchor="middle">${formatConstant(step)}</text>`,
      ),
      ...goal.map(
        (y) => svg`<g class="x"><path class="curve dashed" d="M${frame.left} ${y}H${frame.width - frame.right}" /></g>`,
      ),
    ];
  }

  private marked(frame: Frame): readonly TemplateResult[] {
    const middle = (frame.left + frame.width - frame.right) / 2;
    return this.marks.map(({ steps, text }, index) => {
      const y = LINE * (index + 1);
      const all = steps.map((step) => xAt(frame, step));
      const x = all[0] ?? middle;
      const isLeft = x < middle;
      const lines = all.map((at) => `M${at.toFixed(1)} ${y - 8}V${frame.height - frame.bottom}`).join('');
      return svg`<g class="mark"><path d=${lines} /><text class="end" x=${x + (isLeft ? 4 : -4)} y=${y} text-anchor=${isLeft ? 'start' : 'end'}>${text}</text></g>`;
    });
  }

  /** `step`: where the curve has a dot; null: nowhere. */
  private curve({ role, stroke, points }: Series, frame: Frame, step: number | null): TemplateResult {
    const path = points
      .filter(({ value }) => Number.isFinite(this.level(value)))
      .map((point) => `${xAt(frame, point.step).toFixed(1)} ${yAt(frame, this.level(point.value)).toFixed(1)}`)
      .join('L');
    const level = step === null || role === 'rest' ? Number.NaN : this.level(valueAt({ points }, step));
    const dot = Number.isFinite(level)
      ? svg`<circle class="dot" r="4" cx=${xAt(frame, step ?? 0)} cy=${yAt(frame, level)} />`
      : nothing;
    return svg`<g class=${role}><path class="curve ${stroke}" d=${path === '' ? '' : `M${path}`} />${dot}</g>`;
  }

  /** Words at the ends of curves. Where they would overlap they stand below each other. */
  private ends(frame: Frame): readonly TemplateResult[] {
    const words = this.series
      .flatMap(({ short, role, points }) => {
        const level = this.level(points.at(-1)?.value ?? Number.NaN);
        return short === '' || !Number.isFinite(level) ? [] : [{ short, role, y: yAt(frame, level) }];
      })
      .sort((one, other) => one.y - other.y);
    // Placed from the lowest up, since there is no room below the plot.
    let lowest = frame.height - frame.bottom;
    const places = words.toReversed().map(({ y }) => {
      const own = Math.min(y, lowest);
      lowest = own - LINE;
      return own;
    });
    return words.map(({ short, role }, index) => {
      const own = places[words.length - 1 - index] ?? 0;
      return svg`<g class=${role}><text class="end" x=${frame.width - frame.right + 5} y=${own} dominant-baseline="middle">${short}</text></g>`;
    });
  }

  private onPoint(event: PointerEvent, frame: Frame): void {
    const { x, width } = pointIn(event.currentTarget as Element, event);
    if (width > 0) this.chosen = pointAt(frame, (x / width) * frame.width);
  }

  private readonly onLeave = (): void => {
    this.chosen = null;
  };

  /** From one measured step to the next. */
  private onKey(event: KeyboardEvent, step: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = { ArrowUp: 'ArrowRight', ArrowDown: 'ArrowLeft' }[event.key] ?? event.key;
    const all = this.series.flatMap(({ points }) => points.map((point) => point.step));
    const steps = [...new Set(all)].sort((a, b) => a - b);
    const current = steps.findLastIndex((one) => one <= step);
    const next = rove(key, Math.max(0, current), steps.length);
    if (next === null) return;
    event.preventDefault();
    this.chosen = steps[next] ?? null;
  }
}

/** The last value measured up to a step. */
const valueAt = ({ points }: Pick<Series, 'points'>, step: number): number =>
  points.findLast((point) => point.step <= step)?.value ?? Number.NaN;

const powerText = (level: number): string => formatNumber(10 ** level, level < -1 ? 3 : level < 1 ? 2 : 0);
