import { css } from 'lit';

/** What a page of a lesson asks for. */
export const taskStyles = css`
  .tick {
    color: var(--sa-v);
    font-weight: 700;
  }

  .lesson .todo {
    padding-inline-start: 0.7rem;
    border-inline-start: 3px solid var(--sa-w);
  }

  .lesson .is-done.todo {
    border-color: var(--sa-v);
  }

  /* For the keyboard and for what reads the page aloud: what a page is about is in sight anyway. */
  .lead:not(:focus-visible) {
    position: absolute;
    clip-path: inset(50%);
  }

  .prediction {
    margin-block: 0.4rem 0.8rem;
    padding-inline-start: 0.7rem;
    border-inline-start: 3px solid var(--sa-k);
  }

  .prediction form {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 1rem;
  }

  .prediction form > .error {
    flex-basis: 100%;
  }

  .prediction form > .error:empty {
    display: none;
  }

  .prediction .field {
    justify-content: start;
  }

  .prediction input[type="text"] {
    width: 4.5rem;
    height: 2.125rem;
    padding: 0 0.4rem;
    font-variant-numeric: tabular-nums;
  }

  .lesson .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1rem;
  }

  .lesson .revealed button {
    padding-inline: 0;
  }

  .revealed strong {
    color: var(--sa-w);
    font-variant-numeric: tabular-nums;
  }

  .lesson .prediction .note {
    font: var(--small) / 1.4 var(--sa-font);
  }

  .lesson .hint {
    margin-block-end: 0.5rem;
  }

  .lesson .hint summary {
    padding-block: 0.3rem;
    font-size: var(--small);
    cursor: pointer;
  }

  .lesson .sources {
    font: var(--small) / 1.4 var(--sa-font);
  }
`;

export const questionStyles = css`
  .questions label {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    padding-inline: 0.75rem;
    font-size: var(--small);
  }

  .questions input {
    flex: 1;
    min-width: 0;
    height: 2.25rem;
    padding: 0 0.5rem;
    font: inherit;
  }

  .questions ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .questions a {
    display: block;
    padding: 0.4rem 0.75rem;
    border-inline-start: 3px solid transparent;
    text-decoration: none;
  }

  .questions a:hover {
    background: var(--sa-panel);
  }

  .questions a[aria-current="true"] {
    border-color: var(--sa-w);
  }

  .questions .found,
  .lesson .questions .found {
    margin: 0.3rem 0.75rem;
    font: var(--small) / 1.4 var(--sa-font);
  }
`;
