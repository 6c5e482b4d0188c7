import { css } from 'lit';

const sheet = css`
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
  .training h4 {
    margin: 1.25rem 0 0.25rem;
    font-size: 1rem;
  }
  .training h5 {
    margin: 0.25rem 0;
    font-size: var(--small);
  }
  .task-plots.three {
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
  .task-draw {
    padding-inline: 0.75rem;
    border: 1px solid var(--sa-edge);
    border-radius: 3px;
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
`;

/** The rules of this part come with it. */
export function adoptTaskStyles(): void {
  const { styleSheet } = sheet;
  if (styleSheet === undefined || document.adoptedStyleSheets.includes(styleSheet)) return;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
}
