import { css } from 'lit';

/** What the plots have in common: an SVG as wide as its place, one tab stop, a line of the values at the point chosen. */
export const plotStyles = css`
  :host {
    display: block;
    min-width: 0;
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
    outline: 3px solid var(--ring);
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
    stroke: var(--line);
  }
  .at {
    stroke: var(--soft);
    stroke-dasharray: 2 3;
  }
  .tick {
    fill: var(--soft);
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
    stroke: var(--paper);
  }
  .dashed {
    stroke-dasharray: 6 4;
  }
  .dotted {
    stroke-dasharray: 1.5 4;
    stroke-linecap: round;
  }
  .w {
    --colour: var(--w);
  }
  .x {
    --colour: var(--ink);
  }
  .k {
    --colour: var(--k);
  }
  .q {
    --colour: var(--q);
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.25rem;
    margin: 0.375rem 0 0;
    padding: 0;
    list-style: none;
    color: var(--soft);
  }
  .legend svg {
    display: inline-block;
    inline-size: 1.75rem;
    block-size: 0.75rem;
    margin-inline-end: 0.375rem;
    vertical-align: -0.1em;
  }
  .legend b {
    color: var(--ink);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  p {
    margin: 0.375rem 0 0;
    color: var(--soft);
  }
`;
