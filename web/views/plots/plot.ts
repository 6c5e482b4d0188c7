import { css, html, svg } from 'lit';

/**
 * The ranges and the size of a plot. SVG user units are CSS pixels of its own coordinate system, stretched with the
 * width.
 */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Space around the curves, for numbers on the axes. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly low: number;
  readonly high: number;
  /** How many points it has. */
  readonly count: number;
}

export const xAt = ({ width, left, right, count }: Frame, index: number): number =>
  left + (count > 1 ? (index / (count - 1)) * (width - left - right) : (width - left - right) / 2);

export const yAt = ({ height, top, bottom, low, high }: Frame, value: number): number =>
  top + (1 - (value - low) / (high - low)) * (height - top - bottom);

/** A path through the finite values, with gaps at the others. */
export function pathOf(frame: Frame, values: ArrayLike<number>): string {
  let path = '';
  let open = false;
  for (const [index, value] of Array.from(values).entries()) {
    const finite = Number.isFinite(value);
    if (finite) path += `${open ? 'L' : 'M'}${xAt(frame, index).toFixed(1)} ${yAt(frame, value).toFixed(1)}`;
    open = finite;
  }
  return path;
}

/** At most `most` numbers for an axis, spaced by 1, 2 or 5 times a power of ten. */
export function ticks(low: number, high: number, most: number): number[] {
  const rough = (high - low) / Math.max(1, most);
  if (!(rough > 0) || rough === Infinity) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** The index of the point nearest to `x`, in user units. */
export const pointAt = ({ width, left, right, count }: Frame, x: number): number =>
  Math.min(count - 1, Math.max(0, Math.round(((x - left) / (width - left - right)) * (count - 1))));

/** Horizontal lines with their numbers. */
export function gridLines(frame: Frame, text: (value: number) => string) {
  return ticks(frame.low, frame.high, 4).map((value) => {
    const y = yAt(frame, value).toFixed(1);
    return svg`<line class="rule" x1=${frame.left} x2=${frame.width - frame.right} y1=${y} y2=${y} />
      <text class="tick" x=${frame.left - 6} y=${y} text-anchor="end" dominant-baseline="middle">${text(value)}</text>`;
  });
}

/** A vertical mark through a point. */
export function pointMark(frame: Frame, index: number) {
  const x = xAt(frame, index);
  return svg`<line class="at" x1=${x} x2=${x} y1=${frame.top} y2=${frame.height - frame.bottom} />`;
}

/** A sample line for the legend. */
export const curveSample = (role: string, stroke: string) =>
  html`<svg aria-hidden="true" class=${role} viewBox="0 0 28 12"><path class="curve ${stroke}" d="M1 6H27" /></svg>`;

/**
 * Common to all plots: an SVG as wide as its container, one tab stop, and a line with the values at the selected
 * point.
 */
export const plotStyles = css`
  :host {
    font-size: 0.8125rem;
    line-height: 1.35;
  }
  .plot {
    display: block;
    border-radius: 4px;
    outline: none;
    cursor: crosshair;
    touch-action: pan-y pinch-zoom;
  }
  .plot:focus-visible {
    outline: 3px solid var(--sa-focus);
    outline-offset: 2px;
  }
  svg {
    display: block;
    inline-size: 100%;
    block-size: var(--height);
    overflow: visible;
    forced-color-adjust: none;
  }
  .rule {
    stroke: var(--sa-line);
  }
  .at {
    stroke: var(--sa-ink-soft);
    stroke-dasharray: 2 3;
  }
  .tick {
    fill: var(--sa-ink-soft);
    font-size: 11px;
    font-variant-numeric: tabular-nums;
  }
  .curve {
    fill: none;
    stroke: var(--colour);
    stroke-width: 2;
  }
  .dot {
    fill: var(--colour);
    stroke: var(--sa-paper);
  }
  .dashed {
    stroke-dasharray: 6 4;
  }
  .dotted {
    stroke-dasharray: 1.5 4;
    stroke-linecap: round;
  }
  .w {
    --colour: var(--sa-w);
  }
  .x {
    --colour: var(--sa-ink);
  }
  .k {
    --colour: var(--sa-k);
  }
  .q {
    --colour: var(--sa-q);
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.25rem;
    margin: 0.375rem 0 0;
    padding: 0;
    list-style: none;
    color: var(--sa-ink-soft);
  }
  .legend svg {
    display: inline-block;
    inline-size: 1.75rem;
    block-size: 0.75rem;
    margin-inline-end: 0.375rem;
    vertical-align: -0.1em;
  }
  .legend b {
    color: var(--sa-ink);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  p {
    margin: 0.375rem 0 0;
    color: var(--sa-ink-soft);
  }
`;
