import { css } from 'lit';

export const overviewStyles = css`
  .box {
    position: relative;
    aspect-ratio: 1;
    max-block-size: var(--sa-heatmap-max, none);
    overflow: hidden;
    cursor: crosshair;
    touch-action: pan-x pan-y;
  }
  /* What is magnified is dragged; the page scrolls beside it. */
  .box.near {
    touch-action: none;
  }
  .box.holding {
    cursor: grabbing;
  }
  canvas {
    display: block;
  }
  [role='grid'] {
    position: absolute;
    inset: 0;
    outline: none;
  }
  .lens {
    position: absolute;
    left: 0;
    top: 0;
    min-width: 8px;
    min-height: 8px;
  }
  [role='grid']:focus-visible .lens {
    outline: 3px solid var(--sa-focus);
    outline-offset: 3px;
    box-shadow: 0 0 0 3px var(--sa-paper);
  }
  .summary {
    min-height: 2.7em;
    margin: 0;
    color: var(--sa-ink-soft);
    font-size: 0.75rem;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem;
  }
  .zooms {
    display: flex;
    gap: 0.25rem;
  }
  .tools button {
    min-width: 2.25rem;
    min-height: 2.25rem;
    padding: 0 0.5rem;
    border: 1px solid var(--sa-line);
    border-radius: 3px;
    background: none;
    color: var(--sa-ink);
    font: inherit;
    cursor: pointer;
  }
  .tools button[aria-disabled='true'] {
    color: var(--sa-ink-soft);
    cursor: default;
  }
  .tools button:focus-visible,
  .tools input:focus-visible + span {
    outline: 2px solid var(--sa-focus);
    outline-offset: 1px;
  }
  fieldset {
    display: flex;
    align-items: center;
    margin: 0 0.75rem 0 0;
    padding: 0;
    border: 0;
  }
  /* WebKit draws the box of a legend above the others. */
  legend {
    display: contents;
  }
  legend > span {
    margin-inline-end: 0.5rem;
    color: var(--sa-ink-soft);
  }
  label {
    position: relative;
    display: inline-flex;
  }
  label input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  label span {
    display: inline-flex;
    align-items: center;
    min-height: 2.25rem;
    padding-inline: 0.5rem;
    border-block-end: 2px solid transparent;
    color: var(--sa-ink-soft);
  }
  label input:checked + span {
    border-color: var(--sa-w);
    color: var(--sa-ink);
    font-weight: 600;
  }
  .legend {
    min-height: 1.1rem;
  }
  .legend .note {
    display: block;
  }
  @media (pointer: coarse) {
    .tools button,
    label span {
      min-width: 2.75rem;
      min-height: 2.75rem;
    }
  }
  @media (forced-colors: active) {
    [role='grid']:focus-visible .lens {
      outline-color: Highlight;
    }
  }
`;
