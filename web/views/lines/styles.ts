import { css } from 'lit';

export const linesStyles = css`
  :host {
    font-size: 0.9375rem;
    container-type: inline-size;
  }
  .box {
    display: grid;
    grid-template-columns: fit-content(38%) minmax(4rem, 1fr) fit-content(44%);
    grid-template-rows: auto 1fr;
    position: relative;
    overflow: auto;
    max-block-size: var(--sa-lines-max, 36rem);
  }
  .heading {
    position: sticky;
    top: 0;
    z-index: 1;
    background: var(--sa-paper);
    font-size: 0.75rem;
    line-height: 1.5rem;
    padding-inline: 0.5rem;
  }
  .heading.queries {
    color: var(--sa-q);
    text-align: end;
  }
  .heading.keys {
    color: var(--sa-k);
  }
  [role='option'] {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    box-sizing: border-box;
    height: var(--row);
    padding-inline: 0.5rem;
    font-size: min(1em, calc(var(--row) * 0.8));
    line-height: 1.2;
    border-radius: 4px;
    outline: none;
    cursor: pointer;
    white-space: nowrap;
  }
  bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    min-width: 0;
  }
  @container (width >= 24rem) {
    .short bdi {
      overflow: visible;
    }
  }
  [role='listbox'] {
    min-width: 0;
    overflow: hidden;
  }
  .queries [role='option'] {
    justify-content: flex-end;
    color: var(--sa-q);
    border-inline-end: 2px solid transparent;
  }
  .keys [role='option'] {
    color: var(--sa-k);
    border-inline-start: 2px solid transparent;
  }
  .queries .on {
    font-weight: 650;
    border-inline-end-color: var(--sa-q);
  }
  .keys .on {
    font-weight: 650;
    border-inline-start-color: var(--sa-k);
  }
  [role='option']:focus-visible {
    outline: 3px solid var(--sa-focus);
    outline-offset: -3px;
  }
  .share {
    flex: none;
    margin-inline-start: auto;
    min-width: 2.75rem;
    text-align: end;
    color: var(--sa-w);
    font-size: 0.8125rem;
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
  .hatch {
    display: inline-block;
    width: 1.5rem;
    height: 0.75rem;
    border: 1px solid var(--sa-line);
    background: repeating-linear-gradient(-45deg, var(--sa-ink-soft) 0 1px, transparent 1px 4px);
    forced-color-adjust: none;
  }
  svg {
    display: block;
    width: 100%;
    overflow: visible;
    cursor: pointer;
  }
  path {
    fill: none;
    stroke: var(--sa-w);
    vector-effect: non-scaling-stroke;
  }
  .pair {
    stroke: var(--sa-ink);
  }
  .caption {
    margin: 0.5rem 0 0;
    color: var(--sa-ink-soft);
    font-size: 0.75rem;
    line-height: 1.35;
    min-height: 1.35em;
  }
  @media (forced-colors: active) {
    path {
      stroke: CanvasText;
    }
    [role='option'] {
      border-color: Canvas;
    }
    .on {
      outline: 1px solid Highlight;
    }
  }
`;
