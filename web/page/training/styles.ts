import { css } from 'lit';
import { adoptStyles } from '../adopt-styles.ts';
import { paintStyles } from './paint-styles.ts';
import { taskScreenStyles } from './task/screen-styles.ts';
import { taskStyles } from './task/styles.ts';

const sheet = css`
  sa-training,
  sa-gradients,
  sa-training-run,
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
    grid-template-columns: repeat(auto-fill, minmax(min(24rem, 100%), 1fr));
    gap: 1.25rem 2rem;
    margin: 0.75rem 0;
    padding: 0;
    list-style: none;
  }
  .gradients > li {
    min-width: 0;
    --sa-matrix-max: 13rem;
  }
  .gradients figure,
  .run-weights,
  .training-pair figure {
    margin: 0;
    min-width: 0;
  }
  .gradients figcaption,
  .run-weights figcaption,
  .training-pair figcaption {
    margin-block-end: 0.375rem;
    font-weight: 600;
  }
  .training-jacobian {
    max-width: 30rem;
    --sa-matrix-max: 18rem;
  }
  .training-arithmetic {
    position: sticky;
    inset-block-end: 0;
    z-index: 3;
    display: flex;
    gap: 1rem;
    align-items: start;
    justify-content: space-between;
    max-height: min(18rem, 42vh);
    margin-block-start: 0.75rem;
    padding-block: 0.5rem;
    overflow: auto;
    background: var(--sa-paper);
    border-block-start: 1px solid var(--sa-edge);
  }
  .training-arithmetic > div {
    flex: 1;
    min-width: 0;
  }
  .training-arithmetic button {
    position: sticky;
    inset-block-start: 0;
  }
  /* Above the button that opens the controls. */
  @media (width < 67.5rem) {
    .training-arithmetic {
      inset-block-end: calc(3.5rem + env(safe-area-inset-bottom));
    }
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
    align-items: center;
    gap: 0.5rem;
    margin-block: 0.75rem;
  }
  .training-buttons button,
  .training-now button,
  .training-head button,
  .task-draw {
    padding-inline: 0.75rem;
    border: 1px solid var(--sa-edge);
    border-radius: 3px;
  }
  .training-now .run-play {
    border-color: var(--sa-ink);
    font-weight: 600;
  }
  /* The state of a run stays in view while the reader scrolls. */
  .training-now {
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.25rem 1rem;
    align-items: center;
    margin-block: 0.75rem;
    padding-block: 0.375rem;
    background: var(--sa-paper);
    border-block-end: 1px solid var(--sa-line);
  }
  .training-now .training-facts {
    gap: 0 1rem;
    margin: 0;
    font-size: var(--small);
  }
  .training-now .training-facts div {
    display: flex;
    gap: 0.375rem;
  }
  .training-now .task-sides {
    gap: 0.25rem 2rem;
  }
  /* A low screen has no room for it. */
  @media (max-height: 32rem) {
    .training-now {
      position: static;
    }
  }
  :is(sa-training-run, sa-train-task) :is(a, button, input, select, textarea, summary, [tabindex]) {
    scroll-margin-block: 9rem 4rem;
  }
  @media (max-width: 40rem) {
    .training-now {
      grid-template-columns: minmax(0, 1fr);
    }
    .training-now .run-play {
      justify-self: start;
    }
    .training-now .training-facts div {
      gap: 0.25rem;
    }
    .training-now .training-facts dd {
      min-width: 0;
    }
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

export const adoptTrainingStyles = (): void => adoptStyles(sheet, taskStyles, taskScreenStyles, paintStyles);
