import { css } from 'lit';

/** A lesson: beside the picture, or in the sheet of a narrow screen; and what it points at. It comes with the lessons. */
const { styleSheet } = css`
  .lesson h3 {
    margin: 0.5rem 0 0.25rem;
    font-size: var(--read);
  }

  .lesson code,
  .glossary code {
    font-family: var(--sa-mono);
    font-size: 0.875em;
  }

  .term {
    display: inline;
    min-width: 0;
    min-height: 0;
    padding: 0;
    border: 0;
    border-radius: 0;
    font: inherit;
    text-align: inherit;
    text-decoration: underline dotted;
    text-decoration-color: var(--edge);
    text-underline-offset: 0.2em;
  }

  .term:hover {
    background: none;
    text-decoration-style: solid;
    text-decoration-color: currentColor;
  }

  /* ---- Where in the lesson ----------------------------------------------------------------------------------------- */

  .leaves ol {
    display: flex;
    flex-wrap: wrap;
    margin: 0.2rem 0 0 -0.3rem;
    padding: 0;
    list-style: none;
  }

  .leaves button {
    min-width: 1.5rem;
    min-height: 1.5rem;
    padding: 0;
    border: 0;
  }

  .leaves span {
    display: grid;
    flex: none;
    place-items: center;
    width: 0.9rem;
    height: 0.9rem;
    border: 1.5px solid var(--edge);
    border-radius: 50%;
    font-size: 0.6875rem;
    font-weight: 700;
    line-height: 1;
  }

  .leaves .challenge span {
    border-radius: 2px;
  }

  .leaves .is-done span {
    border-color: var(--sa-v);
    color: var(--sa-v);
  }

  .leaves [aria-current="step"] span {
    border-color: var(--sa-ink);
    background: var(--sa-ink);
    color: var(--sa-paper);
  }

  .lesson footer {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem;
    margin-block-start: 0.5rem;
    color: var(--sa-ink-soft);
    font-size: var(--small);
  }

  .lesson footer button,
  .lesson .buttons button:not(.quiet) {
    border-color: var(--sa-line);
  }

  .lesson .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.5rem;
  }

  .lesson .buttons button:not(.quiet),
  .lesson .buttons button.strong {
    border-color: var(--edge);
  }

  /* ---- What is to be done ------------------------------------------------------------------------------------------ */

  .tick {
    color: var(--sa-v);
    font-weight: 700;
  }

  .lesson .came-from {
    padding-block-end: 0.3rem;
    border-block-end: 1px solid var(--sa-line);
    color: var(--sa-ink-soft);
    font: var(--small) / 1.4 var(--sa-font);
  }

  .came-from button {
    min-height: 1.75rem;
    padding: 0 0.2rem;
  }

  .lesson .todo {
    padding-inline-start: 0.7rem;
    border-inline-start: 3px solid var(--sa-w);
  }

  .lesson .is-done.todo {
    border-color: var(--sa-v);
  }

  .prediction {
    margin-block: 0.4rem 0.8rem;
    padding-inline-start: 0.7rem;
    border-inline-start: 3px solid var(--sa-k);
  }

  .prediction .field {
    justify-content: start;
  }

  .prediction input[type="text"] {
    width: 6rem;
    height: 2.125rem;
    padding: 0 0.4rem;
    font-variant-numeric: tabular-nums;
  }

  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1rem;
    margin: 0;
    padding: 0;
    border: 0;
  }

  .choices legend {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  .revealed button {
    padding-inline: 0;
  }

  .revealed strong {
    color: var(--sa-w);
    font-variant-numeric: tabular-nums;
  }

  .lesson .prediction .note {
    font: var(--small) / 1.4 var(--sa-font);
  }

  .hint {
    margin-block-end: 0.5rem;
  }

  .hint summary {
    padding-block: 0.3rem;
    font-size: var(--small);
    cursor: pointer;
  }

  /* ---- What a page points at --------------------------------------------------------------------------------------- */

  [data-pointed] {
    position: relative;
    outline: 2px dashed var(--sa-w);
    outline-offset: 4px;
    border-radius: 2px;
  }

  /* What stands close above and below stays readable. */
  .rail [data-pointed] {
    outline-offset: 1px;
  }

  [data-pointed]::after {
    content: attr(data-pointed);
    position: absolute;
    z-index: 1;
    inset-block-end: calc(100% - 2px);
    inset-inline-end: 0;
    padding: 0 0.45rem;
    border-radius: 2px;
    background: var(--sa-w);
    color: var(--sa-paper);
    font: 600 0.6875rem / 1.35 var(--sa-font);
    pointer-events: none;
  }

  /* A step paints nothing outside itself. */
  sa-step[data-pointed]::after {
    inset-block: 0.3rem auto;
  }

  /* ---- The glossary ------------------------------------------------------------------------------------------------ */

  .glossary {
    width: min(26rem, calc(100vw - 2rem));
    padding: 0;
    border: 1px solid var(--edge);
    border-radius: 3px;
    background: var(--sa-paper);
    color: var(--sa-ink);
  }

  .glossary::backdrop {
    background: rgb(0 0 0 / 25%);
  }

  .glossary .entry {
    padding: 1rem 1.25rem;
  }

  .glossary .kicker {
    margin: 0;
    color: var(--sa-ink-soft);
    font: var(--small) / 1.4 var(--sa-font);
  }

  .glossary h2 {
    margin: 0 0 0.4rem;
    font-size: 1.1875rem;
  }

  .glossary .entry > button {
    border-color: var(--edge);
  }

  /* ---- Where it is from -------------------------------------------------------------------------------------------- */

  .leave {
    display: none;
  }

  .lesson .next-lesson {
    margin-block-start: 0.75rem;
  }

  .source {
    margin: 0.5rem 0 0;
    color: var(--sa-ink-soft);
    font-size: var(--small);
    line-height: 1.4;
    overflow-wrap: anywhere;
  }

  .source summary {
    padding-block: 0.3rem;
    cursor: pointer;
  }

  .source ul {
    margin: 0.3rem 0;
    padding-inline-start: 1.1rem;
  }

  .source li {
    padding-block: 0.2rem;
  }

  .lesson .source p {
    margin: 0.3rem 0;
    font: inherit;
  }

  @media (width < 67.5rem) {
    .leave {
      display: inline-flex;
      min-height: 2.5rem;
      margin-block-start: 0.5rem;
      border-color: var(--sa-line);
    }

    .leaves button {
      min-width: 2rem;
      min-height: 2rem;
    }

    .lesson :is(footer, .buttons, .came-from) button {
      min-height: 2.5rem;
    }
  }

  @media (forced-colors: active) {
    .leaves [aria-current="step"] span {
      background: Highlight;
    }
  }
`;

if (styleSheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
