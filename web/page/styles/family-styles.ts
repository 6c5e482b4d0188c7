import { css } from 'lit';

/** The mistake beside the right way, the variances, and the papers that steps follow. It comes with them. */
const { styleSheet } = css`
  /* ---- The mistake beside the right way ---------------------------------------------------------------------------- */

  .compare {
    margin-block-start: 2rem;
    padding-block-start: 1rem;
    border-block-start: 3px solid var(--wrong);
  }

  .compare h2 {
    margin: 0 0 0.5rem;
    font-size: 1.375rem;
  }

  .compare h3 {
    margin: 0 0 0.25rem;
    font-size: 1.125rem;
  }

  .compare-pair {
    margin-block-end: 1.5rem;
  }

  .why-wrong {
    max-width: 40rem;
    margin: 0 0 1.25rem;
    font-family: var(--serif);
    font-size: var(--read);
    line-height: 1.6;
  }

  .leave-mistake {
    border-color: var(--edge);
  }

  .sums,
  .variance table {
    border-collapse: collapse;
    margin-block-end: 1rem;
    font-size: var(--small);
    font-variant-numeric: tabular-nums;
  }

  .sums caption {
    text-align: start;
    color: var(--sa-ink-soft);
  }

  :is(.sums, .variance table) :is(th, td) {
    padding: 0.2rem 0.75rem 0.2rem 0;
    border-block-end: 1px solid var(--sa-line);
    font-weight: 400;
    text-align: end;
  }

  :is(.sums, .variance table) tbody th {
    text-align: start;
  }

  .scrolls {
    max-width: 100%;
    max-height: 24rem;
    overflow: auto;
  }

  /* ---- Variances and papers ---------------------------------------------------------------------------------------- */

  sa-variance,
  sa-mistake {
    display: block;
  }

  .variance {
    margin-block-start: 1.5rem;
  }

  .variance h4 {
    margin: 0 0 0.25rem;
    font-family: var(--serif);
    font-size: var(--read);
  }

  .variance p {
    max-width: 40rem;
    margin: 0 0 0.75rem;
  }

  .variance p.soft {
    color: var(--sa-ink-soft);
    font-size: var(--small);
  }

  .variance-parts {
    display: grid;
    gap: 1rem 2rem;
  }

  @media (width >= 44rem) {
    .variance-parts {
      grid-template-columns: max-content minmax(0, 30rem);
    }
  }

  .variance dl {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }

  .variance dl > div {
    display: flex;
    justify-content: space-between;
    gap: 1.5rem;
    padding-block: 0.25rem;
    border-block-end: 1px solid var(--sa-line);
  }

  .variance dt {
    color: var(--sa-ink-soft);
  }

  .variance dd {
    margin: 0;
  }

  .variance-table summary {
    width: fit-content;
    min-height: 2rem;
    color: var(--sa-ink-soft);
    font-size: var(--small);
    cursor: pointer;
  }

  .papers {
    max-width: 46rem;
    margin: 0.25rem 0 0;
    color: var(--sa-ink-soft);
    font-size: var(--small);
  }

  .papers a {
    display: inline-block;
    min-height: 24px;
    margin-inline-end: 0.75rem;
  }
`;

if (styleSheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
