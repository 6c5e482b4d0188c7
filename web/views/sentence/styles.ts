import { css } from 'lit';

export const sentenceStyles = css`
  :host {
    position: relative;
    isolation: isolate;
  }
  [role='listbox'] {
    gap: 0 0.1em;
    max-block-size: none;
    margin: 0;
    padding: 0;
    overflow: visible;
    font: var(--sentence-text, clamp(1.5rem, 0.95rem + 1.55vw, 2.125rem)) / 1.25 var(--sa-serif, Charter, Georgia, serif);
  }
  [role='option'] {
    flex-direction: column;
    align-items: center;
    gap: 0;
    min-height: 0;
    margin-block-start: 2.75rem;
    padding: 0 0.16em;
    border: 0;
    border-radius: 0.25rem;
    background: none;
    box-shadow: none;
    font-size: inherit;
    line-height: inherit;
  }
  .single [role='option'] {
    margin-block-start: 5.5rem;
  }
  [role='option']:hover {
    background: var(--sa-panel);
  }
  .query bdi {
    text-decoration: underline;
    text-decoration-color: var(--sa-q);
    text-decoration-thickness: 2px;
    text-underline-offset: 0.2em;
  }
  .key bdi {
    color: var(--sa-k);
  }
  .percent {
    display: flex;
    justify-content: center;
    block-size: 1.75rem;
    /* As wide as “<1 %”. A larger number runs over on both sides, so that no number moves a word. */
    inline-size: 2.2rem;
    color: var(--sa-ink-soft);
    font: var(--percent-text, 0.8125rem) / 1.75rem var(--sa-font, system-ui, sans-serif);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
    /* In a sentence from right to left, “<1 %” would be written “% 1>”. */
    direction: ltr;
    unicode-bidi: isolate;
  }
  .most .percent {
    color: var(--sa-w);
    font-size: 1.25rem;
    font-weight: 700;
  }
  .marker {
    position: absolute;
    inset-inline-end: -0.1em;
    inset-block-start: 0;
  }
  .swap {
    position: absolute;
    translate: -50%;
    padding: 0.2rem 0.6rem;
    border: 1px solid var(--sa-edge);
    border-radius: 1rem;
    background: var(--sa-paper);
    color: var(--sa-ink);
    font: 0.9375rem / 1.25rem var(--sa-font, system-ui, sans-serif);
    white-space: nowrap;
    cursor: pointer;
  }
  .swap:focus-visible {
    outline: 3px solid var(--sa-focus);
    outline-offset: 1px;
  }
  /* Under a text box with the same text: every word stands where the box has it, and the box draws the letters. */
  .written [role='listbox'] {
    display: block;
    margin-block-end: -0.5rem;
    padding: 0.5rem 0.16em 0;
    line-height: calc(1.25em + 4.5rem);
    word-spacing: 0.17em;
    color: transparent;
  }
  .written.single [role='listbox'] {
    padding-block-start: 3.25rem;
  }
  .written [role='option'] {
    display: inline;
    padding: 0;
    color: transparent;
  }
  .gap {
    display: none;
  }
  .written .gap {
    display: inline;
  }
  .written .gap,
  .written bdi {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .written .percent {
    position: absolute;
    inset-block-start: 100%;
    left: 50%;
    translate: -50%;
  }
  .written .marker {
    line-height: 1;
  }
  .covered {
    visibility: hidden;
  }
  .way {
    color: var(--sa-ink-soft);
  }
  .way:disabled {
    border-color: transparent;
  }
  svg {
    position: absolute;
    inset: 0;
    z-index: -1;
    inline-size: 100%;
    block-size: 100%;
    overflow: visible;
    pointer-events: none;
  }
  path {
    fill: none;
    stroke: var(--sa-w);
    stroke-linecap: round;
    stroke-opacity: 0.4;
    transition: stroke-width 0.5s ease-in-out;
    animation: draw 0.9s ease-out;
  }
  path.most {
    stroke-opacity: 0.85;
  }
  @keyframes draw {
    from {
      stroke-dasharray: 1;
      stroke-dashoffset: 1;
    }
    to {
      stroke-dasharray: 1;
      stroke-dashoffset: 0;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    path {
      transition: none;
      animation: none;
    }
  }
`;
