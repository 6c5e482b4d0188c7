import { css } from 'lit';

/** The share dialog. */
export const shareStyles = css`
  dialog.share {
    width: min(62rem, 100% - 2rem);
    max-width: none;
    height: min(46rem, 100dvh - 2rem);
    max-height: none;
    border-radius: 6px;
    overflow: hidden;
  }

  dialog.share::backdrop {
    background: rgb(0 0 0 / 0.45);
  }

  .share-body {
    display: grid;
    grid-template: auto minmax(0, 1fr) / 12.5rem minmax(0, 1fr);
    height: 100%;
  }

  .share-head {
    grid-column: 1 / -1;
    padding: 0.5rem 0.5rem 0.5rem 1.25rem;
    border-block-end: 1px solid var(--sa-line);
  }

  .share-kinds {
    padding: 0.75rem 0.75rem 1rem;
    border-inline-end: 1px solid var(--sa-line);
    overflow: auto;
    overscroll-behavior: contain;
  }

  .share-kinds fieldset {
    display: grid;
    margin: 0 0 0.75rem;
  }

  .share-kinds legend {
    padding: 0 0.5rem 0.25rem;
  }

  .share-kinds label {
    position: relative;
    display: block;
    cursor: pointer;
  }

  .share-kinds span {
    display: block;
    padding: 0.4rem 0.5rem;
    border-inline-start: 3px solid transparent;
    border-radius: 2px;
  }

  .share-kinds label:hover span {
    background: var(--sa-panel);
  }

  .share-kinds input:checked + span {
    border-color: var(--sa-w);
    background: var(--sa-panel);
    font-weight: 600;
  }

  .share-kinds input:focus-visible + span {
    outline-offset: -2px;
  }

  .share-panel {
    min-width: 0;
    padding: 1rem 1.25rem 1.5rem;
    overflow: auto;
    overscroll-behavior: contain;
  }

  .share-panel p {
    margin: 0 0 0.75rem;
  }

  sa-share-snippets,
  sa-share-show,
  sa-share-text,
  sa-share-preview,
  sa-share-picture,
  sa-share-numbers,
  sa-share-video,
  sa-share-code {
    display: block;
    min-width: 0;
  }

  :is(.share-panel, .program) textarea {
    display: block;
    width: 100%;
    min-width: 0;
    padding: 0.5rem 0.6rem;
    font-family: var(--sa-mono);
    font-size: var(--small);
    line-height: 1.5;
    overflow-wrap: anywhere;
    resize: vertical;
  }

  :is(.share-panel, .program) textarea[wrap="off"] {
    overflow-wrap: normal;
  }

  :is(.share-panel, .program) .share-buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    margin-block: 0.5rem 0.75rem;
    overflow-wrap: anywhere;
  }

  .share-panel button:not(.quiet) {
    text-align: start;
  }

  .share-panel button.main:not(:hover) {
    border-color: var(--sa-ink);
    background: var(--sa-ink);
    color: var(--sa-paper);
  }

  .share-tip code {
    overflow-wrap: anywhere;
  }

  .share-settings {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr));
    gap: 0.25rem 2rem;
    margin: 0 0 1rem;
  }

  .share-settings > legend {
    margin-block-end: 0.25rem;
    font-family: var(--serif);
    font-weight: 600;
  }

  .share-settings > div {
    min-width: 0;
  }

  .share-settings p {
    margin: 0 0 0.25rem;
    font-size: var(--small);
  }

  .share-settings ol {
    margin: 0 0 0.35rem;
    padding: 0;
    list-style: none;
  }

  .share-settings li {
    display: flex;
    align-items: center;
    border-block-end: 1px solid var(--sa-line);
    font-size: var(--small);
  }

  .share .share-settings li span {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .share-panel :is(.share-add, .share-field) {
    min-width: 0;
  }

  .share-panel select {
    height: 2.25rem;
  }

  .share-field input[type="text"] {
    flex: 1;
    min-width: 0;
    height: 2.25rem;
    padding: 0 0.4rem;
  }

  .share-add select {
    flex: 1;
  }

  .share-checks {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
    align-content: start;
    gap: 0 0.75rem;
    max-height: 11rem;
    overflow: auto;
  }

  .share-panel :is(iframe, canvas) {
    display: block;
    max-width: 100%;
    border: 1px solid var(--sa-line);
  }

  .share-panel iframe {
    width: 100%;
  }

  .share-panel canvas {
    max-height: 26rem;
    margin-block-end: 1rem;
  }

  /* The film is above what can be made of it. */
  .films {
    display: flex;
    flex-direction: column;
  }

  .films sa-share-video {
    display: contents;
  }

  .films sa-film-preview {
    order: -1;
    margin-block-end: 1rem;
  }

  .share-panel sa-film-preview canvas {
    max-height: 20rem;
    margin-block-end: 0.35rem;
  }

  @media (width < 44rem) {
    dialog.share {
      width: 100%;
      height: 100dvh;
      margin: 0;
      border: 0;
      border-radius: 0;
    }

    .share-body {
      grid-template: auto auto minmax(0, 1fr) / minmax(0, 1fr);
      overflow: auto;
    }

    .share-kinds {
      border-inline-end: 0;
      border-block-end: 1px solid var(--sa-line);
      padding: 0.5rem 0.75rem 0;
    }

    .share-kinds fieldset {
      display: flex;
      flex-wrap: wrap;
      gap: 0.125rem;
      margin-block-end: 0.5rem;
    }

    .share-kinds legend {
      padding-inline: 0;
    }

    .share-kinds span {
      min-height: 2.5rem;
      padding: 0.5rem 0.6rem;
      border: 1px solid var(--sa-line);
      border-block-end-width: 3px;
    }

    .share-kinds input:checked + span {
      border-color: var(--sa-line);
      border-block-end-color: var(--sa-w);
    }

    .share-panel {
      padding: 0.75rem;
      overflow: visible;
    }

    .share-panel :is(button, select, .check) {
      min-height: 2.5rem;
    }
  }

  @media (forced-colors: active) {
    .share-kinds input:checked + span {
      background: Highlight;
      color: HighlightText;
    }
  }
`;
