import { css } from 'lit';

const sheet = css`
  sa-train-task,
  sa-task-choice {
    display: block;
    min-width: 0;
  }
  .task-sides,
  .task-plots {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
    gap: 1rem 2rem;
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
  .task-state progress {
    width: min(44rem, 100%);
    accent-color: var(--sa-w);
  }
`;

/** The rules of this part come with it. */
export function adoptTaskStyles(): void {
  const { styleSheet } = sheet;
  if (styleSheet === undefined || document.adoptedStyleSheets.includes(styleSheet)) return;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
}
