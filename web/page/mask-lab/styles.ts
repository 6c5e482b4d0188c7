import { css } from 'lit';

export const maskLabStyles = css`
  dialog.mask-lab {
    box-sizing: border-box;
    inline-size: calc(100% - 2rem);
    max-inline-size: 76rem;
    block-size: calc(100dvh - 2rem);
    max-block-size: calc(100dvh - 2rem);
    padding: 1rem 1.25rem;
  }
  dialog.mask-lab[open] {
    display: grid;
    grid-template: auto minmax(0, 1fr) / 13rem minmax(0, 1fr);
    gap: 0.75rem 1.5rem;
  }
  dialog.mask-lab::backdrop {
    background: rgb(0 0 0 / 0.45);
  }
  .mask-lab :is(h2, h3, p, figure) {
    margin: 0;
  }
  .mask-lab h3 {
    font-size: 1rem;
  }
  .mask-lab header {
    display: flex;
    grid-column: 1 / -1;
    justify-content: space-between;
    align-items: start;
  }
  .mask-lab > .field {
    display: none;
  }
  .mask-lab > .error {
    display: none;
  }
  .mask-lab nav {
    display: flex;
    flex-direction: column;
    gap: 0.25rem;
    overflow: auto;
  }
  .mask-lab nav button {
    padding: 0.5rem 0.75rem;
    border-color: transparent;
    background: none;
    justify-content: start;
    text-align: start;
  }
  .mask-lab nav button[aria-current] {
    border-color: var(--sa-edge);
    background: var(--sa-panel);
    font-weight: 600;
  }
  .mask-lab section {
    box-sizing: border-box;
    padding: 3px;
    display: flex;
    flex-direction: column;
    gap: 0.75rem;
    overflow: auto;
  }
  .mask-lab section > * {
    flex: none;
  }
  .mask-lab .introduction {
    max-inline-size: 44rem;
  }
  .mask-lab .fine {
    color: var(--sa-ink-soft);
    font-size: 0.875rem;
  }
  .mask-lab .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1.5rem;
    align-items: end;
  }
  .mask-lab .controls .error {
    display: none;
  }
  .mask-lab .controls :is(.field, select) {
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  .mask-lab .segments {
    flex-wrap: wrap;
  }
  .mask-lab .short {
    display: none;
  }
  .mask-lab .pair {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem 1.5rem;
  }
  .mask-lab .grids {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem 1.125rem;
    align-items: start;
  }
  .mask-lab figure {
    display: grid;
    gap: 0.25rem;
    inline-size: min-content;
    min-inline-size: 16rem;
  }
  .mask-lab figcaption {
    font-weight: 600;
  }
  .mask-lab .passed tbody {
    outline: 3px solid var(--sa-w);
  }
  .mask-lab .passed figcaption::after {
    content: ' →';
    color: var(--sa-w);
  }
  .mask-lab table {
    border-collapse: collapse;
    font-size: 0.8125rem;
  }
  .mask-lab th {
    padding: 0.125rem 0.25rem;
    font-weight: 400;
    white-space: nowrap;
  }
  .mask-lab th[scope='row'] {
    text-align: end;
  }
  .mask-lab tbody td {
    box-sizing: border-box;
    min-inline-size: 2.625rem;
    block-size: 2rem;
    padding: 0;
    border: 1px solid var(--sa-line);
    font-family: var(--sa-mono);
    font-variant-numeric: tabular-nums;
    text-align: center;
  }
  .mask-lab td.number {
    padding-inline: 0.5rem;
    text-align: end;
    white-space: nowrap;
  }
  .mask-lab td button {
    display: block;
    box-sizing: border-box;
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 2rem;
    padding: 0;
    border: 0;
    border-radius: 0;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .mask-lab td.truth {
    background: var(--sa-ink);
    color: var(--sa-paper);
  }
  .mask-lab td.falsehood {
    background: var(--sa-paper);
    color: var(--sa-ink-soft);
  }
  .mask-lab td.weight {
    background: color-mix(in srgb, var(--sa-w) var(--share, 0%), var(--sa-paper));
  }
  .mask-lab td.none {
    color: var(--sa-ink-soft);
  }
  .mask-lab td.nan {
    background: color-mix(in srgb, var(--sa-wrong) 18%, var(--sa-paper));
  }
  .mask-lab tbody td.sum {
    border-color: transparent;
    padding-inline-start: 0.375rem;
  }
  .mask-lab td.odd {
    color: var(--sa-wrong);
    font-weight: 600;
  }
  .mask-lab .wrong {
    display: grid;
    gap: 0.25rem;
    max-inline-size: 48rem;
    padding: 0.625rem 0.875rem;
    border-inline-start: 3px solid var(--sa-wrong);
    background: var(--sa-panel);
  }
  .mask-lab sa-share-text {
    display: block;
    max-inline-size: 60rem;
  }
  .mask-lab sa-share-text textarea {
    box-sizing: border-box;
    inline-size: 100%;
    font: 0.8125rem / 1.4 var(--sa-mono);
  }
  @media (width < 60rem) {
    dialog.mask-lab {
      inline-size: 100%;
      max-inline-size: none;
      block-size: 100dvh;
      max-block-size: none;
      margin: 0;
      padding: 0.75rem;
      border: 0;
    }
    dialog.mask-lab[open] {
      grid-template: auto auto minmax(0, 1fr) / minmax(0, 1fr);
    }
    .mask-lab > .field {
      display: flex;
    }
    .mask-lab nav {
      display: none;
    }
    .mask-lab tbody td {
      min-inline-size: 2.5rem;
    }
  }
  @media (width < 40rem) {
    .mask-lab th[scope='row'] {
      max-inline-size: 6rem;
      font-size: 0.75rem;
      white-space: normal;
    }
    .mask-lab tbody td {
      min-inline-size: 2rem;
    }
    .mask-lab td.number {
      padding-inline: 0.125rem;
      font-size: 0.6875rem;
    }
    .mask-lab figure {
      min-inline-size: 0;
      max-inline-size: 100%;
    }
    .mask-lab .short {
      display: inline;
    }
    .mask-lab .long {
      display: none;
    }
    .mask-lab .pair {
      gap: 0.75rem;
    }
    .mask-lab .pair thead th {
      padding: 0.25rem 0;
      writing-mode: vertical-rl;
      rotate: 180deg;
      text-align: start;
    }
    .mask-lab .fine {
      font-size: 0.8125rem;
    }
    .mask-lab .pair tbody td {
      min-inline-size: 1.625rem;
    }
    .mask-lab .pair th {
      font-size: 0.6875rem;
    }
    .mask-lab .pair th[scope='row'] {
      padding-inline-end: 3px;
    }
  }
  @media (forced-colors: active) {
    .mask-lab td.truth {
      background: CanvasText;
      color: Canvas;
      forced-color-adjust: none;
    }
  }
`;
