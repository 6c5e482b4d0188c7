import { css, unsafeCSS } from 'lit';
import marks from './marks.css?inline';

/**
 * The marks of a picture and the controls around them. The height depends on the window only, so a new chapter
 * moves nothing.
 */
export const stageStyles = css`
  ${unsafeCSS(marks)}
  :host {
    container-type: inline-size;
    font-size: 0.9375rem;
    line-height: 1.4;
  }
  .whole {
    display: flex;
    flex-direction: column;
    height: 100%;
  }
  .caption {
    display: flex;
    align-items: safe center;
    gap: 0.75rem;
    height: 3.5rem;
    margin: 0;
    font-size: 1.125rem;
    overflow: hidden auto;
    overflow-wrap: anywhere;
  }
  .caption .long {
    font-size: 0.875em;
    line-height: 1.3;
  }
  .caption .lead {
    font-size: 1.375rem;
  }
  .caption .quiet {
    color: var(--sa-ink-soft);
    font-size: 1rem;
  }
  .caption .next {
    flex: none;
    margin-inline-start: auto;
    padding-inline: 0.9rem;
    border-color: var(--sa-w);
    color: var(--sa-w);
    font-weight: 600;
  }
  .caption strong {
    color: var(--sa-w);
    font-weight: 600;
  }
  .left-out {
    margin: 0.3rem 0 0;
    color: var(--sa-ink-soft);
    font-size: 0.8125rem;
    line-height: 1rem;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .board {
    display: grid;
    grid-template-rows: 1fr auto;
    flex: 1 0 var(--board, clamp(19.5rem, calc(100svh - 28.5rem), 44rem));
    border-block: 1px solid var(--sa-line);
    padding-block-start: 0.6rem;
    touch-action: pan-y;
  }
  .board:focus-visible {
    outline: var(--board-outline, 2px solid var(--sa-focus));
    outline-offset: 2px;
  }
  .room {
    min-height: 0;
  }
  .room > svg,
  .still > svg {
    width: 100%;
    height: 100%;
  }
  .controls {
    display: grid;
    grid-template-columns: auto 1fr auto;
    align-items: center;
    gap: 0.25rem 0.75rem;
    padding-block: 0.5rem 0.25rem;
  }
  .buttons {
    display: flex;
    gap: 0.25rem;
  }
  button,
  select {
    min-width: 2.5rem;
    min-height: 2.5rem;
    border: 1px solid var(--sa-line);
    border-radius: 3px;
    background: none;
    color: inherit;
    font: inherit;
    font-size: var(--buttons-text, 0.875rem);
    cursor: pointer;
  }
  select {
    background: var(--sa-field);
  }
  button:hover:not([aria-disabled='true']) {
    background: var(--sa-panel);
  }
  button[aria-disabled='true'] {
    color: var(--sa-ink-soft);
    cursor: default;
  }
  :is(button, select, input):focus-visible {
    outline: 2px solid var(--sa-focus);
    outline-offset: 2px;
  }
  /* What it says changes, and nothing in it moves. */
  .play {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    width: 8.5rem;
    padding-inline: 0.8rem;
    border-color: var(--sa-w);
    color: var(--sa-w);
    font-weight: 600;
    white-space: nowrap;
  }
  .icon {
    flex: none;
    width: 1.125rem;
    height: 1.125rem;
    fill: currentColor;
  }
  .scrub {
    width: 100%;
    min-width: 0;
    height: 2.5rem;
    margin: 0;
    accent-color: var(--sa-w);
  }
  .chapters {
    grid-column: 1 / -1;
    display: flex;
    gap: 1px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .chapters li {
    flex: 1 1 auto;
    min-width: 0;
  }
  .chapters button {
    width: 100%;
    min-width: 0;
    min-height: 1.75rem;
    padding: 0.1rem 0.2rem;
    border: 0;
    border-block-start: 3px solid var(--sa-line);
    border-radius: 0;
    color: var(--sa-ink-soft);
    font-size: var(--buttons-text, 0.8125rem);
    text-align: start;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .chapters li:has(.begins) {
    margin-inline-start: 0.6rem;
  }
  .chapters .past {
    border-color: var(--sa-w);
  }
  /* Bolder letters are wider: the other names would move. */
  .chapters [aria-current='step'] {
    border-color: var(--sa-w);
    color: var(--sa-ink);
    text-decoration: underline;
    text-underline-offset: 0.25em;
  }
  .arithmetic {
    display: flex;
    align-items: flex-start;
    gap: 0.75rem;
    height: var(--arithmetic, 5.75rem);
    overflow: auto;
    padding-block: 0.25rem;
    scrollbar-width: thin;
  }
  .arithmetic sa-arithmetic {
    flex: 1;
  }
  .still {
    break-inside: avoid;
    margin-block: 0 1.5rem;
  }
  .still svg {
    height: auto;
  }
  .still .caption {
    height: auto;
    margin-block-end: 0.4rem;
    font-size: 1rem;
    overflow: visible;
  }
  /* On the page: a screen of less than 38rem. */
  @container (width < 36rem) {
    .arithmetic {
      height: var(--arithmetic, 11.75rem);
    }
    .board {
      flex-basis: var(--board, clamp(19rem, calc(100svh - 30.2rem), 27rem));
    }
    .left-out {
      white-space: normal;
    }
    .caption {
      height: var(--caption, 7rem);
      font-size: var(--caption-text, 1rem);
    }
    .caption:has(.next) {
      flex-flow: column;
      align-items: start;
      justify-content: safe center;
      gap: 0.25rem;
      line-height: 1.25;
    }
    .caption .next {
      margin: 0;
      min-height: 2rem;
    }
    .caption .lead {
      font-size: 1.125rem;
    }
    .caption .quiet {
      font-size: 0.875rem;
    }
    /* Where the page says so, they stay in sight while the picture is taller than the screen. */
    .controls {
      grid-template-columns: auto 1fr;
      position: var(--controls-position, static);
      inset-block-end: 0;
      background: var(--sa-paper);
    }
    .scrub {
      grid-column: 1 / -1;
      grid-row: 2;
      height: 2rem;
    }
    .speed {
      justify-self: end;
    }
    .chapters {
      display: none;
    }
  }
  @container (width < 19rem) {
    .controls {
      column-gap: 0.5rem;
    }
    .play {
      width: 7.5rem;
      padding-inline: 0.3rem;
    }
  }
  @media print {
    .controls,
    .arithmetic {
      display: none;
    }
  }
`;
