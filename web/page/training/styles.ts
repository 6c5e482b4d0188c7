import { css } from 'lit';

const sheet = css`
  sa-training,
  sa-target-painter {
    display: block;
  }
  .training {
    margin-block-start: 2rem;
    padding-block-start: 1rem;
    border-block-start: 3px solid var(--sa-w);
  }
  .training-head {
    display: flex;
    justify-content: space-between;
    align-items: start;
    gap: 1rem;
  }
  .training h2 {
    margin: 0 0 0.5rem;
    font-size: 1.375rem;
  }
  .training h3 {
    margin: 1.75rem 0 0.5rem;
    font-size: 1.125rem;
  }
  .training :is(p, figcaption) {
    max-width: 44rem;
    margin: 0.35rem 0;
  }
  .training .about {
    color: var(--sa-ink-soft);
  }
  .training math {
    font-size: 1.0625rem;
  }
  .training-fields {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1.25rem;
    align-items: end;
    margin-block: 0.5rem;
  }
  .training-fields > * {
    min-width: 0;
    max-width: 100%;
  }
  .training-fields .field select {
    max-width: 11rem;
  }
  sa-trained-files .field select {
    max-width: 100%;
  }
  .training-loss {
    font-size: 1.0625rem;
    font-variant-numeric: tabular-nums;
  }
  .gradients {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr));
    gap: 1rem 1.5rem;
    margin: 0.75rem 0;
    padding: 0;
    list-style: none;
  }
  .gradients > li {
    min-width: 0;
    --sa-matrix-max: 13rem;
  }
  .gradients figure,
  .training-pair figure {
    margin: 0;
    min-width: 0;
  }
  .gradients figcaption,
  .training-pair figcaption {
    margin-block-end: 0.375rem;
    font-weight: 600;
  }
  .training-jacobian {
    max-width: 30rem;
    --sa-matrix-max: 18rem;
  }
  .training-pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
    gap: 1rem 1.5rem;
    margin-block: 0.75rem;
  }
  .training-buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    margin-block: 0.75rem;
  }
  .training-buttons button,
  .training-head button {
    padding-inline: 0.75rem;
    border: 1px solid var(--sa-edge);
    border-radius: 3px;
  }
  .training-buttons .run-play {
    border-color: var(--sa-ink);
    font-weight: 600;
  }
  .training-facts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem 1.75rem;
    margin: 0.5rem 0;
    font-variant-numeric: tabular-nums;
  }
  .training-facts dt {
    color: var(--sa-ink-soft);
    font-size: var(--small);
  }
  .training-facts dd {
    min-width: 5.5ch;
    margin: 0;
    font-weight: 600;
  }
  .training-reasons {
    max-width: 44rem;
    margin: 0.35rem 0;
    padding-inline-start: 1.25rem;
  }
  .training .is-old {
    opacity: 0.55;
  }
  .mask-cells.target-cells .cell:not(.masked) {
    background: color-mix(in oklab, var(--sa-w) var(--share), var(--sa-field));
    text-align: center;
  }
  .mask-cells.target-cells .cell.masked {
    text-align: center;
  }
  @media (forced-colors: active) {
    .mask-cells.target-cells .cell:not(.masked) {
      background: Canvas;
      color: CanvasText;
    }
    .mask-cells.target-cells .cell[aria-selected='true'] {
      background: Highlight;
      color: HighlightText;
    }
  }
`;

/** The panel's own rules come with it and not with the page's: a first visit does without them. */
export function adoptStyles(): void {
  const { styleSheet } = sheet;
  if (styleSheet === undefined || document.adoptedStyleSheets.includes(styleSheet)) return;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
}
