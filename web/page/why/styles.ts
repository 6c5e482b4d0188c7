import { css } from 'lit';

export const whyStyles = css`
  dialog.why {
    box-sizing: border-box;
    inline-size: calc(100% - 2rem);
    max-inline-size: 56rem;
    max-block-size: calc(100dvh - 2rem);
    padding: 1rem 1.25rem;
  }
  dialog.why[open] {
    display: flex;
    flex-direction: column;
    gap: 0.75rem;
    overflow: auto;
  }
  dialog.why::backdrop {
    background: rgb(0 0 0 / 0.45);
  }
  .why header {
    display: flex;
    justify-content: space-between;
    align-items: start;
  }
  .why :is(h2, h3, p, ol) {
    margin: 0;
  }
  .why h3 {
    font-size: 1rem;
  }
  .why .fine {
    color: var(--sa-ink-soft);
    font-size: 0.875rem;
  }
  .why .error:empty {
    display: none;
  }
  .why .field {
    flex-wrap: wrap;
    justify-content: start;
    max-inline-size: 100%;
  }
  .why .waterfall {
    display: grid;
    flex: none;
    grid-template-columns: fit-content(45%) minmax(6rem, 1fr) auto;
    gap: 0.125rem 0.75rem;
    padding: 0;
    list-style: none;
  }
  .why .waterfall li {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: center;
    min-block-size: 1.5rem;
  }
  .why .waterfall .score {
    border-block-start: 1px solid var(--sa-line);
    font-weight: 600;
  }
  .why .origin {
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-decoration: underline;
    text-decoration-style: dotted;
    text-underline-offset: 0.2em;
    cursor: pointer;
  }
  .why .track {
    inline-size: 100%;
    block-size: 1.125rem;
    overflow: visible;
  }
  .why .track line {
    stroke: var(--sa-edge);
  }
  .why .bar {
    fill: var(--sa-w);
    stroke: var(--sa-w);
    stroke-width: 1.5;
  }
  .why .bar.less {
    fill: none;
    stroke: var(--sa-k);
  }
  .why .score .bar {
    fill: var(--sa-ink);
    stroke: var(--sa-ink);
  }
  .why .score .bar.less {
    fill: none;
  }
  .why .value,
  .why td {
    font-family: var(--sa-mono);
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .why .onward {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    padding: 0;
    list-style: none;
  }
  .why .onward li + li::before {
    content: '→ ';
    color: var(--sa-ink-soft);
  }
  sa-why :is(sa-why-gave, sa-why-remove, sa-why-matrices) {
    display: flex;
    flex-direction: column;
    gap: 0.75rem;
  }
  .why .tabs legend {
    display: block;
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .why .segmented,
  .why .segments {
    flex-wrap: wrap;
  }
  .why .gave {
    max-inline-size: 100%;
    overflow-x: auto;
  }
  .why .cell-bar {
    display: block;
    inline-size: 100%;
    min-inline-size: 3rem;
    block-size: 0.5rem;
  }
  .why .cell-bar line {
    stroke: var(--sa-edge);
  }
  .why table {
    border-collapse: collapse;
  }
  .why :is(th, td) {
    padding: 0.125rem 0.5rem;
    text-align: end;
    white-space: nowrap;
  }
  .why th[scope='row'] {
    max-inline-size: 10rem;
    overflow: hidden;
    text-align: start;
    text-overflow: ellipsis;
  }
  .why th[scope='col']:first-child {
    text-align: start;
  }
  .why .circuits {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
    gap: 1rem;
  }
  .why .circuits section {
    display: flex;
    flex-direction: column;
    gap: 0.5rem;
    min-inline-size: 0;
  }
  .why .removals {
    inline-size: 100%;
  }
  .why .removals td:not(:empty) {
    min-inline-size: 6rem;
  }
  .why .removals th[scope='row'] {
    max-inline-size: 16rem;
  }
  .why td .origin {
    font-family: var(--sa-font);
  }
  .why .soft {
    color: var(--sa-ink-soft);
    font-family: var(--sa-font);
    font-weight: 400;
  }
  .why .problem {
    color: var(--sa-ink);
    font-family: var(--sa-font);
    text-align: start;
    white-space: normal;
  }
  .why .bar.change {
    fill: var(--sa-k);
    stroke: var(--sa-k);
  }
  .why tr.as-it-is > * {
    border-block-end: 1px solid var(--sa-line);
  }
  .why tr.total > * {
    border-block-start: 1px solid var(--sa-line);
    font-weight: 600;
  }
  @media (width < 44rem) {
    dialog.why {
      inline-size: 100%;
      max-inline-size: none;
      block-size: 100dvh;
      max-block-size: none;
      margin: 0;
      padding: 0.75rem;
      border: 0;
    }
    .why .waterfall {
      grid-template-columns: fit-content(45%) minmax(3rem, 1fr) auto;
    }
    .why table {
      inline-size: 100%;
      font-size: 0.875rem;
    }
    .why :is(th, td) {
      padding-inline: 0.25rem;
    }
    .why th {
      max-inline-size: 6rem;
    }
    .why .removals td {
      white-space: normal;
    }
    .why .removals td:not(:empty) {
      min-inline-size: 4rem;
    }
    .why .removals th[scope='row'] {
      max-inline-size: 7.5rem;
      white-space: normal;
    }
    .why th[scope='col'] {
      overflow: hidden;
      overflow-wrap: break-word;
      white-space: normal;
    }
  }
  @media (forced-colors: active) {
    .why .bar {
      fill: CanvasText;
      stroke: CanvasText;
    }
  }
`;
