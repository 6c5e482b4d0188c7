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

/** The matrix editor at the foot of the page's column, and the mask that is painted. */
export const editorStyles = css`
  /* What gets the focus behind the editor is scrolled to above it. What gets it in the editor is there already, and so is a cell under
     the pointer, which Firefox would scroll away in the middle of a stroke. */
  :root:has(.editor):not(:has(.editor :focus, .painted-on:active)) {
    scroll-padding-block-end: min(34rem, 64dvh);
  }

  sa-matrix-editor {
    grid-area: 1 / 1 / -1 / 2;
    align-self: end;
    position: sticky;
    z-index: 5;
    inset-block-end: 0;
    display: block;
    min-width: 0;
  }

  sa-number-grid,
  sa-mask-painter,
  sa-matrix-import {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.4rem;
    min-width: 0;
  }

  .editor {
    display: grid;
    gap: 0.5rem;
    min-width: 0;
    max-height: min(34rem, 64dvh);
    padding: 0.6rem 1rem 0.75rem;
    overflow: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--sa-edge);
    border-block-end: 0;
    border-radius: 6px 6px 0 0;
    background: var(--sa-paper);
    box-shadow: 0 -6px 24px rgb(0 0 0 / 0.12);
  }

  .editor-history {
    display: flex;
    gap: 0.25rem;
  }

  .editor p {
    margin: 0;
  }

  .editor .editor-status {
    font-size: var(--small);
    overflow-wrap: anywhere;
  }

  .editor p:empty {
    display: none;
  }

  .editor-bar,
  .mask-bar,
  .bring-acts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.35rem 0.4rem;
  }

  .pair-of {
    display: inline-flex;
    align-items: center;
    gap: 0.25rem;
  }

  .pair-of label {
    display: inline-flex;
    align-items: center;
    gap: 0.35rem;
  }

  .pair-of input {
    width: 3.5rem;
    height: 2.25rem;
    padding-inline: 0.35rem;
    font-size: var(--small);
    text-align: end;
  }

  /* On a wide screen it stands beside the heatmap, over the inspector and perhaps the lines, and leaves the steps in sight. */
  @media (width >= 67.5rem) {
    sa-matrix-editor {
      grid-area: 1 / 3 / 2 / 4;
      align-self: stretch;
      justify-self: end;
      position: relative;
      inset: auto;
      width: 100%;
      min-height: 0;
    }

    .editor {
      max-height: 100%;
      padding-inline: 0.6rem;
      border-block-start: 0;
      border-block-end: 1px solid var(--sa-edge);
      border-radius: 0 0 6px 6px;
      box-shadow: 0 6px 24px rgb(0 0 0 / 0.12);
    }
  }

  /* Over the lines there is more room. */
  @media (width >= 84rem) {
    sa-matrix-editor {
      width: max(100%, 30vw);
    }
  }

  /* Painted on, as the painter's own cells are. What scrolls around it would cut a frame outside. */
  sa-heatmap.painted-on {
    --sa-touch: none;
    outline: 2px dashed var(--sa-focus);
    outline-offset: -2px;
    padding-inline: 6px;
    scroll-margin-block-start: 0.75rem;
    cursor: cell;
  }

  @media (width < 67.5rem) {
    :root:has(.editor) .editable {
      scroll-margin-block-end: 51dvh;
    }

    sa-matrix-editor {
      position: fixed;
      z-index: 6;
      inset: auto 0 0 0;
    }

    /* The picture that it changes stays in sight above it. */
    .editor {
      max-height: 50dvh;
      padding-inline: clamp(1rem, 2.6vw, 2.5rem);
      padding-block-end: calc(0.75rem + env(safe-area-inset-bottom));
      border-inline: 0;
      border-radius: 0;
    }

    .editor button {
      min-height: 2.5rem;
    }

    .pair-of input {
      font-size: 1rem;
    }
  }
`;

/** Where numbers are pasted or dropped. */
export const importStyles = css`
  .bring {
    display: grid;
    gap: 0.35rem;
    padding: 0.5rem;
    border: 1px dashed var(--sa-edge);
    border-radius: 4px;
  }

  .bring.over {
    border-style: solid;
    border-color: var(--sa-focus);
    background: var(--sa-panel);
  }

  .bring textarea {
    width: 100%;
    padding: 0.35rem 0.5rem;
    font-family: var(--sa-mono);
    font-size: var(--small);
    resize: vertical;
  }

  .bring .choices {
    display: grid;
    gap: 0.25rem;
    font-size: var(--small);
  }

  .bring .choices label {
    display: flex;
    gap: 0.4rem;
    align-items: baseline;
  }

  .bring .choices code {
    overflow-wrap: anywhere;
  }

  .bring .choices > button {
    justify-self: start;
  }
`;
