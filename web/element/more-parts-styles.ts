import { css } from 'lit';

const sheet = css`
  .text,
  .reading p,
  .hint,
  .about {
    margin: 0;
  }
  .text,
  .reading {
    font-family: var(--sa-serif, Charter, 'Bitstream Charter', 'Iowan Old Style', Palatino, Georgia, serif);
    font-size: 1.1875rem;
    line-height: 1.35;
    overflow-wrap: anywhere;
  }
  .sentence,
  .reading,
  .arithmetic {
    overflow: auto;
  }
  .tokens > sa-tokens {
    --sa-tokens-max: calc(5.5rem - 8px);
  }
  .arithmetic {
    border-block-start: 1px solid var(--sa-line);
    padding-block-start: 0.5rem;
  }
  .hint,
  .step-title,
  summary {
    color: var(--sa-ink-soft);
    font-size: 0.875rem;
    font-weight: 400;
  }
  .one + .one {
    margin-block-start: 1.25rem;
    padding-block-start: 1.25rem;
    border-block-start: 1px solid var(--sa-line);
  }
  h3 {
    margin: 0;
    font-size: 1.125rem;
    font-weight: 600;
    line-height: 1.3;
  }
  .step-name {
    font-style: italic;
  }
  .role-q .step-name {
    color: var(--sa-q);
  }
  .role-k .step-name {
    color: var(--sa-k);
  }
  .role-v .step-name {
    color: var(--sa-v);
  }
  .role-w .step-name {
    color: var(--sa-w);
  }
  .about {
    max-inline-size: 40rem;
  }
  .formula {
    margin-block: 0.5rem;
    padding-block: 0.25rem;
    overflow-x: auto;
  }
  summary {
    display: list-item;
    inline-size: fit-content;
    min-block-size: 1.5rem;
    margin-block-start: 0.5rem;
    cursor: pointer;
  }
`;

export const furtherSheet = (): CSSStyleSheet | undefined => sheet.styleSheet;
