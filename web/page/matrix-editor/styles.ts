import { css } from 'lit';

/** The grids of numbers and of painted masks. */
export const gridStyles = css`
  .cells {
    position: relative;
    width: fit-content;
    max-width: 100%;
    max-height: min(15rem, 30dvh);
    overflow: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--sa-line);
    background: var(--sa-field);
    font-size: var(--small);
    font-variant-numeric: tabular-nums;
    scrollbar-width: thin;
  }

  .cells-all {
    position: relative;
  }

  .cells-row {
    position: absolute;
    inset-inline: 0;
    height: var(--line);
  }

  .cells-row.names {
    position: sticky;
    z-index: 2;
    inset-block-start: 0;
    background: var(--sa-panel);
  }

  .cells-row .name {
    position: absolute;
    inset-block-start: 0;
    display: block;
    width: var(--cell);
    height: var(--line);
    padding-inline: 0.35rem;
    overflow: hidden;
    color: var(--sa-ink-soft);
    line-height: var(--line);
    text-align: end;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .cells-row .name[role="rowheader"],
  .cells-row .name.corner {
    position: sticky;
    z-index: 1;
    inset-block-start: auto;
    inset-inline-start: 0;
    width: var(--head);
    background: var(--sa-panel);
    text-align: start;
  }

  .mask-cells .names .name:not(.corner) {
    padding-inline: 0.1rem;
    text-align: center;
  }

  .cells-row .cell {
    position: absolute;
    inset-block-start: 0;
    width: var(--cell);
    height: var(--line);
    padding-inline: 0.35rem;
    overflow: hidden;
    border-inline-start: 1px solid var(--sa-line);
    border-block-start: 1px solid var(--sa-line);
    line-height: calc(var(--line) - 1px);
    text-align: end;
    text-overflow: ellipsis;
    white-space: nowrap;
    cursor: cell;
  }

  .cells .cell:has(input) {
    padding: 0;
    overflow: visible;
  }

  .cell input {
    width: 100%;
    height: 100%;
    padding-inline: 0.3rem;
    border: 0;
    border-radius: 0;
    background: var(--sa-field);
    color: inherit;
    font: inherit;
    text-align: end;
    outline: 2px solid var(--sa-focus);
    outline-offset: -2px;
  }

  .cell input.inside {
    text-align: start;
  }

  .mask-cells {
    /* Eleven tokens and the names of the keys. */
    max-height: min(21.5rem, 50dvh);
    touch-action: pan-x pan-y;
    -webkit-user-select: none;
    user-select: none;
  }

  /* Where all of it is in sight, a finger paints and has nothing to scroll. */
  .mask-cells.whole {
    touch-action: none;
  }

  .mask-cells .cell {
    background: color-mix(in oklab, var(--sa-w) 30%, var(--sa-field));
    cursor: pointer;
  }

  /* Hidden is not a small number: it has a pattern of its own, as in the pictures. */
  .mask-cells .cell.masked {
    background: repeating-linear-gradient(45deg, var(--sa-field) 0 3px, var(--sa-edge) 3px 4px);
  }

  .mask-cells .cell:focus-visible {
    z-index: 1;
    outline: 3px solid var(--sa-focus);
    outline-offset: -3px;
  }

  @media (forced-colors: active) {
    .mask-cells .cell:not(.masked) {
      background: Highlight;
      forced-color-adjust: none;
    }
  }

  @media (width < 67.5rem) {
    .cell input {
      font-size: 1rem;
    }
  }
`;
