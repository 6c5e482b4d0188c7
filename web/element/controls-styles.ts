import { css } from 'lit';

const sheet = css`
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
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    float: inline-start;
    padding: 0;
  }
  .segments {
    display: flex;
    flex-wrap: wrap;
    max-inline-size: 100%;
  }
  .segments label {
    display: inline-flex;
    position: relative;
    color: inherit;
    cursor: pointer;
  }
  .segments input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .segments span {
    display: inline-flex;
    align-items: center;
    min-block-size: 2rem;
    min-inline-size: 1.5rem;
    justify-content: center;
    padding-inline: 0.5rem;
    border-block-end: 2px solid transparent;
  }
  .segments input:checked + span {
    border-color: var(--sa-ink);
    font-weight: 600;
  }
  .segments input:focus-visible + span {
    outline: 2px solid var(--sa-focus);
    outline-offset: 1px;
  }
  .field {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    min-block-size: 2rem;
    max-inline-size: 100%;
  }
  .stepper {
    display: inline-flex;
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
    border: 1px solid var(--sa-edge);
    border-radius: 3px;
    background: var(--sa-field);
    color: inherit;
    font: inherit;
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
  :is(textarea, select, input)[aria-invalid='true'] {
    border-color: var(--sa-wrong);
    box-shadow: inset 0 0 0 1px var(--sa-wrong);
  }
  button {
    min-block-size: 2rem;
    min-inline-size: 1.75rem;
    margin: 0;
    padding: 0 0.4rem;
    border: 1px solid transparent;
    border-radius: 3px;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  button:hover:not(:disabled) {
    border-color: var(--sa-line);
    background: var(--sa-panel);
  }
  button:disabled {
    opacity: 0.5;
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
    color: var(--sa-wrong);
    line-height: 1.35;
    overflow-wrap: anywhere;
  }
  :focus-visible {
    outline: 2px solid var(--sa-focus);
    outline-offset: 2px;
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

export const controlsSheet = (): CSSStyleSheet | undefined => sheet.styleSheet;
