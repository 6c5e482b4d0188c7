import { css, html, LitElement, nothing, svg, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { frameOf } from '../../../controls/light-dom-element.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import { formatConstant, formatNumber, formatPercent } from '../../../trace/number-format.ts';
import {
  curveSample,
  type Frame,
  gridLines,
  plotStyles,
  pointAt,
  pointMark,
  ticks,
  xAt,
  yAt,
} from '../../../views/plots/plot.ts';
import { define, OwnWidth, styled } from '../../../views/shared/custom-element.ts';
import { rove } from '../../../views/shared/keyboard.ts';
import { paletteStyles } from '../../../views/shared/palette.ts';

/** A curve over the steps of a run. */
export interface Series {
  readonly name: string;
  /** Written at its end; '' where the others are enough to tell it by. */
  readonly short: string;
  readonly role: 'w' | 'k' | 'x' | 'rest';
  readonly stroke: '' | 'dashed' | 'dotted';
  readonly points: readonly { readonly step: number; readonly value: number }[];
}

const HEIGHT = 190;
/** Between two words at the ends of curves. */
const LINE = 12;

/**
 * `<sa-run-plot>`: curves over the steps of a run, one tab stop: hovering, pressing or arrow keys say the values at a step. Curves
 * are told apart by their strokes, and by words at their ends.
 */
@define('sa-run-plot')
export class RunPlot extends LitElement {
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
      .rest .end {
        fill: var(--sa-ink-soft);
      }
    `,
  ];

  @property({ attribute: false }) series: readonly Series[] = [];
  @property() heading = '';
  /** The values are drawn by their logarithms; otherwise they are shares, from 0 to 1. */
  @property({ type: Boolean }) logarithmic = false;
  /** The step that is looked at in the run; null: the last. */
  @property({ attribute: false }) at: number | null = null;
  @state() private chosen: number | null = null;
  private readonly width = new OwnWidth(this);

  /** Each plot is a task of its own, after the frame: several are drawn many times a second. */
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
    const margins = { left: 46, right: hasWords ? 34 : 12, top: 10, bottom: 24 };
    const common = { width: this.width.value, height: HEIGHT, ...margins, count: this.lastStep + 1 };
    if (!this.logarithmic) return { ...common, low: 0, high: 1.02 };
    const levels = this.series
      .flatMap(({ points }) => points.map(({ value }) => this.level(value)))
      .filter(Number.isFinite);
    if (levels.length === 0) return { ...common, low: -1, high: 1 };
    return { ...common, low: Math.min(...levels) - 0.1, high: Math.max(...levels, Math.min(...levels) + 0.5) + 0.1 };
  }

  private text(value: number): string {
    if (!Number.isFinite(value)) return taskWords.curves.none;
    return this.logarithmic ? formatNumber(value, 4) : formatPercent(value, 1);
  }

  override render(): TemplateResult | typeof nothing {
    const { series, lastStep } = this;
    if (series.every(({ points }) => points.length === 0)) return nothing;
    const words = taskWords.curves;
    const frame = this.frame();
    const at = Math.min(this.chosen ?? this.at ?? lastStep, lastStep);
    const named = series.filter(({ role }) => role !== 'rest');
    const values = named.map((one) => `${one.name} ${this.text(valueAt(one, at))}`).join(', ');
    return html`<h4 aria-hidden="true">${this.heading}</h4>
      <div
        class="plot"
        role="slider"
        tabindex="0"
        aria-label=${words.label(this.heading)}
        aria-valuemin="0"
        aria-valuemax=${lastStep}
        aria-valuenow=${at}
        aria-valuetext=${words.value(formatConstant(at), values)}
        @keydown=${(event: KeyboardEvent) => this.onKey(event, at)}
        @pointermove=${(event: PointerEvent) => event.pointerType !== 'touch' && this.onPoint(event, frame)}
        @pointerdown=${(event: PointerEvent) => this.onPoint(event, frame)}
        @pointerleave=${this.onLeave}
      >
        <svg aria-hidden="true" viewBox="0 0 ${frame.width} ${HEIGHT}" ${styled({ '--height': `${HEIGHT}px` })}>
          ${gridLines(frame, (level) => (this.logarithmic ? powerText(level) : formatConstant(Math.round(100 * level) / 100)))}
          ${ticks(0, lastStep, frame.width / 90)
            .filter((step) => Number.isInteger(step))
            .map(
              (step) =>
                svg`<text class="tick" x=${xAt(frame, step)} y=${HEIGHT - 8} text-anchor="middle">${formatConstant(step)}</text>`,
            )}
          ${pointMark(frame, at)} ${series.map((one) => this.curve(one, frame, at))} ${this.ends(frame)}
        </svg>
      </div>
      <ul class="legend">
        <li>${words.at(formatConstant(at))}</li>
        ${named.map(
          (one) => html`<li>${curveSample(one.role, one.stroke)}${one.name} <b>${this.text(valueAt(one, at))}</b></li>`,
        )}
      </ul>`;
  }

  private curve({ role, stroke, points, ...one }: Series, frame: Frame, at: number): TemplateResult {
    const path = points
      .filter(({ value }) => Number.isFinite(this.level(value)))
      .map(({ step, value }) => `${xAt(frame, step).toFixed(1)} ${yAt(frame, this.level(value)).toFixed(1)}`)
      .join('L');
    const level = this.level(valueAt({ points, ...one }, at));
    const dot =
      role !== 'rest' && Number.isFinite(level)
        ? svg`<circle class="dot" r="4" cx=${xAt(frame, at)} cy=${yAt(frame, level)} />`
        : nothing;
    return svg`<g class=${role}><path class="curve ${stroke}" d=${path === '' ? '' : `M${path}`} />${dot}</g>`;
  }

  /** Words at the ends of curves, below each other where they would cover each other. */
  private ends(frame: Frame): readonly TemplateResult[] {
    const words = this.series
      .flatMap(({ short, role, points }) => {
        const level = this.level(points.at(-1)?.value ?? Number.NaN);
        return short === '' || !Number.isFinite(level) ? [] : [{ short, role, y: yAt(frame, level) }];
      })
      .sort((one, other) => one.y - other.y);
    // From below, where there would be no room under the last.
    let most = frame.height - frame.bottom;
    const places = words.toReversed().map(({ y }) => {
      const own = Math.min(y, most);
      most = own - LINE;
      return own;
    });
    return words.map(({ short, role }, at) => {
      const own = places[words.length - 1 - at] ?? 0;
      return svg`<g class=${role}><text class="end" x=${frame.width - frame.right + 5} y=${own} dominant-baseline="middle">${short}</text></g>`;
    });
  }

  private onPoint(event: PointerEvent, frame: Frame): void {
    const box = this.renderRoot.querySelector('.plot')?.getBoundingClientRect();
    if (box && box.width > 0) this.chosen = pointAt(frame, ((event.clientX - box.left) / box.width) * frame.width);
  }

  private readonly onLeave = (): void => {
    this.chosen = null;
  };

  /** From one step that was measured to the next. */
  private onKey(event: KeyboardEvent, at: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const turned = { ArrowUp: 'ArrowRight', ArrowDown: 'ArrowLeft' }[event.key] ?? event.key;
    const steps = [...new Set(this.series.flatMap(({ points }) => points.map(({ step }) => step)))].sort(
      (a, b) => a - b,
    );
    const here = steps.findLastIndex((step) => step <= at);
    const to = rove(turned, Math.max(0, here), steps.length);
    if (to === null) return;
    event.preventDefault();
    this.chosen = steps[to] ?? null;
  }
}

/** The value that was measured last at a step. */
const valueAt = ({ points }: Pick<Series, 'points'>, at: number): number =>
  points.findLast(({ step }) => step <= at)?.value ?? Number.NaN;

const powerText = (level: number): string => formatNumber(10 ** level, level < -1 ? 3 : level < 1 ? 2 : 0);
