import { css } from 'lit';

/** The panel of thousands of tokens. It comes with it. */
const { styleSheet } = css`
  sa-far {
    display: grid;
    grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr);
    align-items: start;
    gap: 1.5rem clamp(1.5rem, 3vw, 3rem);
  }

  /* Two lines of chips: of thousands there are always more elsewhere, and the picture is what one came for. */
  sa-far-tokens {
    --sa-tokens-max: 5.25rem;
    display: block;
    min-height: 2.5rem;
    margin-block: 0.35rem 0.25rem;
  }

  .sentence:has(~ sa-far-tokens) textarea {
    max-height: 6.5rem;
  }

  .far.outdated {
    filter: saturate(0.35);
  }

  .far-lens {
    min-width: 0;
  }

  .far-lens sa-matrix {
    --sa-matrix-max: min(30rem, 80vh);
  }

  .far-bar {
    display: flex;
    min-height: 2.25rem;
  }

  .far-where,
  .far-cache,
  .far-excerpt {
    margin: 0 0 0.5rem;
    color: var(--sa-ink-soft);
    font-size: var(--small);
    font-variant-numeric: tabular-nums;
  }

  .far-cache {
    min-height: 2.4em;
    margin-block: 0.75rem 0;
  }

  .far-progress {
    height: 0.5rem;
  }

  .far-progress progress {
    display: block;
    width: 100%;
    height: 0.5rem;
    accent-color: var(--sa-w);
  }

  @media (width < 67.5rem) {
    sa-far {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
if (styleSheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
