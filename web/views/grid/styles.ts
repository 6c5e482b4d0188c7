import { css } from 'lit';

export const gridStyles = css`
  .frame {
    position: relative;
    overflow: auto;
    min-height: 0;
    overscroll-behavior: auto;
  }
  /* The square is reserved before there is anything to draw, and whatever there is: nothing jumps. */
  .frame.square {
    aspect-ratio: 1;
    max-block-size: var(--sa-heatmap-max, none);
  }
  .frame.compact {
    aspect-ratio: 1;
    overflow: hidden;
  }
  .frame.scroll {
    max-block-size: var(--sa-matrix-max, 24rem);
  }
  /* Whatever it held before, there is nothing in it to scroll to. */
  .frame.bare {
    overflow: hidden;
  }
  .view {
    position: sticky;
    left: 0;
    top: 0;
    overflow: hidden;
    touch-action: var(--sa-touch, pan-x pan-y pinch-zoom);
  }
  :host([editable]) .view {
    cursor: ns-resize;
  }
  canvas {
    display: block;
    width: 100%;
    height: 100%;
  }
  [role='grid'] {
    position: absolute;
    inset: 0;
    outline: none;
    border-radius: 3px;
  }
  .active {
    position: absolute;
    left: 0;
    top: 0;
    min-width: 3px;
    min-height: 3px;
    border-radius: 1px;
  }
  [role='grid']:focus-visible .active {
    outline: 3px solid var(--sa-focus);
    outline-offset: 0;
    box-shadow: 0 0 0 4.5px var(--sa-paper);
  }
  .tip {
    position: absolute;
    left: 0;
    top: 0;
    z-index: 1;
    max-width: 16rem;
    overflow-wrap: anywhere;
    padding: 0.2rem 0.5rem;
    border-radius: 4px;
    background: var(--sa-ink);
    color: var(--sa-paper);
    font-size: 0.75rem;
    pointer-events: none;
    unicode-bidi: plaintext;
  }
  .empty {
    margin: 0;
    padding: 1rem;
    color: var(--sa-ink-soft);
  }
  .caption {
    display: var(--caption-display, flex);
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.15rem 0.75rem;
    color: var(--sa-ink-soft);
    font-size: 0.75rem;
  }
  .caption sub {
    line-height: 0;
  }
  .axes {
    font-style: italic;
  }
  /* Known only when the cells have been measured: it must not push them down. */
  .legend .note {
    display: block;
    flex: 1 1 0;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .non-finite {
    display: inline-block;
    width: 1.25rem;
    height: 0.75rem;
    border: 1px dashed var(--sa-ink);
    color: var(--sa-ink);
    font-style: normal;
    line-height: 0.75rem;
    text-align: center;
  }
  @media (forced-colors: active) {
    [role='grid']:focus-visible .active {
      outline-color: Highlight;
    }
    .tip {
      border: 1px solid CanvasText;
    }
  }
`;
