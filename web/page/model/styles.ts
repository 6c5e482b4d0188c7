import { css } from 'lit';

/** The dialog's styles, which load with it. */
export const sheet = css`
  dialog.model {
    inline-size: min(46rem, 100% - 2rem);
    max-inline-size: none;
    max-block-size: calc(100dvh - 2rem);
    padding: 1rem 1.25rem 0;
    box-sizing: border-box;
    scroll-padding-block-end: 5rem;
  }
  dialog.model::backdrop {
    background: rgb(0 0 0 / 0.45);
  }
  .model header {
    display: flex;
    justify-content: space-between;
    align-items: start;
  }
  .model h2 {
    margin: 0;
  }
  .model .over {
    outline: 2px dashed var(--sa-w);
    outline-offset: 4px;
  }
  .model .found {
    max-block-size: 16rem;
    margin-block: 0.75rem;
    overflow: auto;
    border: 1px solid var(--sa-line);
  }
  .model table {
    inline-size: 100%;
    border-collapse: collapse;
  }
  .model :is(th, td) {
    padding: 0.25rem 0.5rem;
    border-block-end: 1px solid var(--sa-line);
    text-align: start;
    overflow-wrap: anywhere;
  }
  .model thead th {
    position: sticky;
    inset-block-start: 0;
    background: var(--sa-panel);
    font-size: 0.875rem;
  }
  .model th {
    white-space: nowrap;
  }
  .model td small {
    display: block;
    color: var(--sa-ink-soft);
  }
  .model td select {
    max-inline-size: 27vw;
  }
  .model .more select {
    max-inline-size: 100%;
  }
  .model :is(td, .more) input {
    inline-size: 3.5rem;
  }
  .model .more {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1.5rem;
    margin-block-end: 0.75rem;
  }
  .model .leave-out {
    display: flex;
    gap: 0.5rem;
    align-items: baseline;
    margin-block: 0.75rem;
  }
  .model textarea {
    inline-size: 100%;
    box-sizing: border-box;
  }
  .model .hint {
    margin: 0 0 0.75rem;
    color: var(--sa-ink-soft);
    font-size: var(--small);
  }
  .model :is(.show, .show:hover) {
    border-color: var(--sa-w);
    background: var(--sa-w);
    color: var(--sa-paper);
  }
  .model footer {
    position: sticky;
    inset-block-end: 0;
    max-block-size: 40dvh;
    margin-inline: -1.25rem;
    padding: 0.75rem 1.25rem;
    overflow: auto;
    border-block-start: 1px solid var(--sa-line);
    background: var(--sa-paper);
  }
  .model footer p {
    margin-block: 0 0.5rem;
  }
  .model footer p:empty {
    display: none;
  }
  .model footer:not(:has(button)):has(p:empty) {
    padding-block-start: 0;
    border-block-start: 0;
  }
  .model .progress {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
    align-items: center;
    font-variant-numeric: tabular-nums;
  }
  .model .show:hover {
    text-decoration: underline;
  }
`;
