import { css } from 'lit';

/**
 * The matrix editor at the foot of the page's column, its grid of numbers, and the mask that is painted. They stand in the
 * page's own tree, so the sheet is the document's; it comes with the editor, which most visitors never open.
 */
const { styleSheet } = css`
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
    border: 1px solid var(--edge);
    border-block-end: 0;
    border-radius: 6px 6px 0 0;
    background: var(--sa-paper);
    box-shadow: 0 -6px 24px rgb(0 0 0 / 0.12);
  }

  .editor header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem;
  }

  .editor-history {
    display: flex;
    gap: 0.25rem;
  }

  .editor h2 {
    margin: 0;
    font-size: 1.1875rem;
  }

  .editor p {
    margin: 0;
  }

  .editor .said-here {
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

  .editor-bar button,
  .editor-history button:not([aria-label]),
  .mask-bar button,
  .bring button {
    border-color: var(--sa-line);
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
    color: var(--sa-ink-soft);
    font-size: var(--small);
  }

  .pair-of input {
    width: 3.5rem;
    height: 2.25rem;
    padding-inline: 0.35rem;
    font-size: var(--small);
    text-align: end;
  }

  /* ---- The grids --------------------------------------------------------------------------------------------------- */

  .cells,
  .mask-cells {
    position: relative;
    max-height: min(15rem, 30dvh);
    overflow: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--sa-line);
    background: var(--field);
    font-size: var(--small);
    font-variant-numeric: tabular-nums;
    scrollbar-width: thin;
  }

  .mask-cells {
    max-height: 18rem;
    width: fit-content;
    max-width: 100%;
  }

  .cells {
    width: fit-content;
    max-width: 100%;
  }

  .cells-all {
    position: relative;
  }

  .line {
    position: absolute;
    inset-inline: 0;
    height: var(--line);
  }

  .line.names {
    position: sticky;
    z-index: 2;
    inset-block-start: 0;
    background: var(--sa-panel);
  }

  .line .name {
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

  .line .name[role="rowheader"],
  .line .name.corner {
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

  .line .cell {
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
    background: var(--field);
    color: inherit;
    font: inherit;
    text-align: end;
    outline: 2px solid var(--sa-focus);
    outline-offset: -2px;
  }

  .cell input.inside {
    text-align: start;
  }

  /* ---- Painted mask ------------------------------------------------------------------------------------------------ */

  .mask-cells {
    touch-action: pan-x pan-y;
    user-select: none;
  }

  /* Where all of it is in sight, a finger paints and has nothing to scroll. */
  .mask-cells.whole {
    touch-action: none;
  }

  .mask-cells .cell {
    background: color-mix(in oklab, var(--sa-w) 30%, var(--field));
    cursor: pointer;
  }

  /* Hidden is not a small number: it has a pattern of its own, as in the pictures. */
  .mask-cells .cell.masked {
    background: repeating-linear-gradient(45deg, var(--field) 0 3px, var(--edge) 3px 4px);
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

  /* ---- Bringing numbers -------------------------------------------------------------------------------------------- */

  .bring {
    display: grid;
    gap: 0.35rem;
    padding: 0.5rem;
    border: 1px dashed var(--edge);
    border-radius: 4px;
  }

  .bring.over {
    border-style: solid;
    border-color: var(--sa-focus);
    background: var(--sa-panel);
  }

  .bring > label {
    color: var(--sa-ink-soft);
    font-size: var(--small);
  }

  .bring textarea {
    width: 100%;
    padding: 0.35rem 0.5rem;
    font-family: var(--sa-mono);
    font-size: var(--small);
    resize: vertical;
  }

  .bring .hint {
    color: var(--sa-ink-soft);
    font-size: var(--small);
  }

  .file-button {
    position: relative;
    display: inline-flex;
  }

  .file-button input {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
    cursor: pointer;
  }

  .file-button span {
    display: inline-flex;
    align-items: center;
    min-height: 2.25rem;
    padding: 0.25rem 0.7rem;
    border: 1px solid var(--sa-line);
    border-radius: 3px;
    font-size: var(--small);
  }

  .file-button input:focus-visible + span {
    outline: 2px solid var(--sa-focus);
    outline-offset: 2px;
  }

  .choices {
    display: grid;
    gap: 0.25rem;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
    font-size: var(--small);
  }

  .choices > button {
    justify-self: start;
  }

  @media (width < 67.5rem) {
    sa-matrix-editor {
      position: fixed;
      z-index: 6;
      inset: auto 0 0 0;
    }

    .editor {
      max-height: 72dvh;
      padding-inline: clamp(1rem, 2.6vw, 2.5rem);
      padding-block-end: calc(0.75rem + env(safe-area-inset-bottom));
      border-inline: 0;
      border-radius: 0;
    }

    .editor button,
    .file-button span {
      min-height: 2.5rem;
    }

    .pair-of input,
    .cell input {
      font-size: 1rem;
    }
  }
`;

if (styleSheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
