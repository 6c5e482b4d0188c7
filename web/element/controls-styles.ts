import { css } from 'lit';

export const controlsStyles = css`
  .controls {
    font-size: 0.8125rem;
  }
  .control {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    align-content: center;
    gap: 0 0.75rem;
  }
  /* The groups that the page lays out have no box of their own here. */
  .control .pair,
  .seed,
  .with-slider {
    display: contents;
  }
  .sentence-control {
    align-content: flex-start;
  }
  label,
  legend,
  .field > span {
    color: var(--sa-ink-soft);
  }
  fieldset {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.5rem;
  }
  /* WebKit draws the box of a legend above the others. */
  legend {
    display: contents;
  }
  .segments {
    max-inline-size: 100%;
  }
  .segments label {
    color: inherit;
    cursor: pointer;
  }
  .segments span {
    min-block-size: 2rem;
    min-inline-size: 1.5rem;
    padding-inline: 0.5rem;
  }
  .segments input:checked + span {
    border-color: var(--sa-ink);
  }
  .segments input:focus-visible + span {
    outline-offset: 1px;
  }
  .field {
    min-block-size: 2rem;
    max-inline-size: 100%;
  }
  textarea,
  select,
  input[type='text'] {
    box-sizing: border-box;
    min-inline-size: 0;
    max-inline-size: 100%;
    min-block-size: 2rem;
    margin: 0;
    padding: 0.2rem 0.4rem;
  }
  input[type='text'] {
    inline-size: 4rem;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  textarea {
    inline-size: 100%;
    max-block-size: 6rem;
    font-size: 1.0625rem;
    resize: none;
    field-sizing: content;
  }
  button {
    min-block-size: 2rem;
    min-inline-size: 1.75rem;
    margin: 0;
    padding: 0 0.4rem;
  }
  .slider {
    inline-size: 9rem;
    max-inline-size: 100%;
    accent-color: var(--sa-w);
    touch-action: pan-y;
  }
  .error {
    inline-size: 100%;
    max-inline-size: 40rem;
    margin: 0;
  }
  @media (pointer: coarse) {
    .segments span,
    .field,
    textarea,
    select,
    input[type='text'],
    button {
      min-block-size: 2.75rem;
      min-inline-size: 2.5rem;
    }
    textarea,
    select,
    input[type='text'] {
      font-size: 1rem;
    }
  }
  @media print {
    .controls {
      display: none;
    }
  }
`;
