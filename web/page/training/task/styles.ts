import { css } from 'lit';

/** Of a run that learns a task. */
export const taskStyles = css`
  sa-train-task,
  sa-task-choice,
  sa-task-example,
  sa-task-heads,
  sa-task-measures {
    display: block;
    min-width: 0;
  }
  /* What changes many times a second is laid out by itself. */
  sa-task-example,
  sa-task-heads,
  .task-state {
    contain: layout style;
  }
  .task-sides,
  .task-plots {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
    gap: 1rem 2rem;
  }
  .task-choice .stepper input {
    min-width: 4.75rem;
  }
  .task-choice summary {
    cursor: pointer;
  }
  .task-choice .check {
    align-self: center;
  }
  .task-about {
    font-weight: 600;
  }
  .task-text textarea {
    box-sizing: border-box;
    width: min(44rem, 100%);
    resize: vertical;
  }
  .task-example {
    display: flex;
    overflow-x: auto;
    padding-block: 0.25rem;
    font-family: var(--sa-mono);
    white-space: pre;
  }
  .task-example span {
    display: grid;
    flex: none;
    min-width: 1.5rem;
    justify-items: center;
  }
  .task-example i {
    color: var(--sa-ink-soft);
    font-style: normal;
  }
  .training :is(h4, sa-train-task h3) {
    margin: 1.25rem 0 0.25rem;
    font-size: 1rem;
  }
  .training :is(h5, sa-train-task h4) {
    margin: 0.25rem 0;
    font-size: var(--small);
  }
  .task-curves .task-plots {
    grid-template-columns: repeat(auto-fit, minmax(min(10rem, 100%), 1fr));
    gap: 0.5rem 1rem;
  }
  .task-plots.many {
    grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr));
  }
  .task-sequence {
    flex: 1 1 20rem;
  }
  .task-sequence input {
    box-sizing: border-box;
    flex: 1 1 12rem;
    min-width: 0;
    max-width: 40rem;
    font-family: var(--sa-mono);
  }
  .task-predictions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    margin: 0.5rem 0;
    padding: 0;
    list-style: none;
  }
  .task-predictions button {
    display: grid;
    justify-items: center;
    min-width: 2.25rem;
    padding: 0.25rem 0.375rem;
    border: 1px solid var(--sa-line);
    border-radius: 3px;
    font-family: var(--sa-mono);
    line-height: 1.35;
    white-space: pre;
  }
  .task-predictions button[aria-pressed='true'] {
    border-color: var(--sa-q);
    box-shadow: inset 0 0 0 1px var(--sa-q);
  }
  .task-predictions .wrong {
    border-style: dashed;
    border-color: var(--sa-k);
  }
  .task-predictions s {
    color: var(--sa-ink-soft);
  }
  .task-predictions :is(.open, .unknown) :is(span, i) {
    color: var(--sa-ink-soft);
  }
  .task-predictions i {
    min-height: 1.35em;
    font-size: var(--small);
    font-style: normal;
  }
  .task-history {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.75rem;
    align-items: center;
    margin-block: 0.375rem;
    font-variant-numeric: tabular-nums;
  }
  .task-history input {
    flex: 1 1 12rem;
    max-width: 32rem;
    min-width: 0;
    accent-color: var(--sa-w);
  }
  .task-history output {
    min-width: 5ch;
    font-weight: 600;
  }
  .task-state progress {
    width: 100%;
    accent-color: var(--sa-w);
  }
  .task-start,
  .task-setup,
  .task-curves,
  .task-heads,
  .task-sequences {
    min-width: 0;
  }
  .task-screen summary {
    padding-block: 0.35rem;
    cursor: pointer;
  }
  .task-heads {
    --head-maps-height: none;
  }
  .task-heads .task-sides {
    grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr));
  }
  .blank-heads {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 15rem));
    gap: 1.5rem;
    padding: 0.6rem;
  }
  .blank-heads.many {
    grid-template-columns: repeat(auto-fill, 8rem);
  }
  .blank-heads i {
    aspect-ratio: 1;
    padding: 0.5rem;
    border: 1px dashed var(--sa-edge);
    color: var(--sa-ink-soft);
    font-style: normal;
    font-size: var(--small);
  }
  .head-switches {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.75rem;
    margin: 0 0 0.25rem;
    padding: 0;
    border: 0;
    font-size: var(--small);
  }
  .head-switches legend {
    float: inline-start;
    padding: 0;
    color: var(--sa-ink-soft);
  }
  .train-choice {
    margin-block-end: 0.375rem;
  }
  @media (width < 40rem) {
    .train-choice .segmented legend > span {
      position: absolute;
      clip-path: inset(50%);
    }
  }
`;
