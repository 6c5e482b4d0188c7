import { css } from 'lit';

export const allHeadsStyles = css`
  dialog.all-heads {
    box-sizing: border-box;
    inline-size: calc(100% - 2rem);
    max-inline-size: 92rem;
    block-size: calc(100dvh - 2rem);
    max-block-size: none;
    padding: 1rem 1.25rem;
  }
  dialog.all-heads[open] {
    display: flex;
    flex-direction: column;
    gap: 0.5rem;
  }
  dialog.all-heads::backdrop {
    background: rgb(0 0 0 / 0.45);
  }
  .all-heads header {
    display: flex;
    justify-content: space-between;
    align-items: start;
  }
  .all-heads :is(h2, h3, p) {
    margin: 0;
  }
  .all-heads h3 {
    font-size: 1rem;
  }
  .all-heads .field {
    flex-wrap: wrap;
    max-inline-size: 100%;
  }
  .all-heads select {
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  .all-heads .bar {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1.5rem;
    align-items: end;
  }
  .all-heads .parts {
    display: grid;
    flex: 1;
    grid-template-columns: minmax(0, 1fr) minmax(16rem, 22rem);
    gap: 1.5rem;
    min-block-size: 0;
  }
  .all-heads .scroller,
  .all-heads .combined {
    min-block-size: 0;
    overflow: auto;
  }
  .all-heads .combined {
    display: flex;
    flex-direction: column;
    gap: 0.5rem;
    padding-inline-start: 1.5rem;
    border-inline-start: 1px solid var(--sa-line);
  }
  .all-heads .fine {
    color: var(--sa-ink-soft);
    font-size: 0.875rem;
  }
  @media (width < 60rem) {
    dialog.all-heads {
      inline-size: 100%;
      max-inline-size: none;
      block-size: 100dvh;
      max-block-size: none;
      margin: 0;
      padding: 0.75rem;
      border: 0;
    }
    dialog.all-heads[open] {
      overflow: auto;
    }
    .all-heads .parts {
      display: block;
    }
    .all-heads .combined {
      margin-block-start: 1rem;
      padding-inline-start: 0;
      border-inline-start: 0;
    }
  }
`;
