import { css } from 'lit';

export const decodeStyles = css`
  dialog.decode {
    box-sizing: border-box;
    inline-size: calc(100% - 2rem);
    max-inline-size: 76rem;
    max-block-size: calc(100dvh - 2rem);
    padding: 1rem 1.25rem;
  }
  dialog.decode[open] {
    display: flex;
    flex-direction: column;
    gap: 0.625rem;
    overflow: auto;
  }
  dialog.decode::backdrop {
    background: rgb(0 0 0 / 0.45);
  }
  .decode header {
    display: flex;
    justify-content: space-between;
    align-items: start;
  }
  .decode :is(h2, h3, p, ol, dl, dd, figure) {
    margin: 0;
  }
  .decode h3 {
    font-size: 1rem;
  }
  .decode .fine {
    color: var(--sa-ink-soft);
    font-size: 0.875rem;
  }
  .decode :is(.player, .choices, .settings) {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1rem;
    align-items: center;
  }
  .decode .choices > .fine {
    flex-basis: 100%;
  }
  .decode .field {
    max-inline-size: 100%;
  }
  .decode :is(.player, .settings) button {
    padding: 0.375rem 0.625rem;
    border: 1px solid var(--sa-edge);
    border-radius: 0.25rem;
  }
  .decode .prompt input {
    flex: 1;
    min-inline-size: 0;
    font-family: var(--sa-mono);
  }
  .decode .stepper input {
    /* The placeholder of the limit is a word. */
    inline-size: 5.5rem;
  }
  .decode .same {
    color: var(--sa-v);
  }

  .decode .scroller {
    position: relative;
    flex: none;
    overflow-x: auto;
  }
  .decode .tokens {
    border-collapse: collapse;
    inline-size: 100%;
    table-layout: fixed;
  }
  .decode .tokens :is(th, td) {
    padding: 0.1875rem;
    text-align: center;
  }
  .decode .tokens th {
    position: sticky;
    inset-inline-start: 0;
    z-index: 1;
    inline-size: 8.5rem;
    background: var(--sa-paper);
    font-weight: 400;
    text-align: start;
  }
  .decode .tokens th b {
    font-family: var(--sa-mono);
  }
  .decode .tokens th small {
    display: block;
    color: var(--sa-ink-soft);
  }
  .decode .tokens.many td {
    inline-size: 2.75rem;
  }
  .decode .tokens.many {
    inline-size: auto;
    min-inline-size: 100%;
  }
  .decode .names td {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .decode .names .new {
    font-weight: 700;
  }
  .decode .names .coming {
    color: var(--sa-ink-soft);
  }
  .decode :is(.q, .k, .v, .w) {
    --role: var(--sa-q);
    color: var(--role);
  }
  .decode .k {
    --role: var(--sa-k);
  }
  .decode .v {
    --role: var(--sa-v);
  }
  .decode .w {
    --role: var(--sa-w);
  }
  .decode .cells {
    display: flex;
    gap: 2px;
    box-sizing: border-box;
    block-size: 2rem;
    padding: 3px;
    border: 2px solid transparent;
    border-radius: 0.375rem;
  }
  .decode .cells i {
    flex: 1;
    box-sizing: border-box;
    border-radius: 2px;
    background: var(--role);
    transition:
      background 0.3s,
      opacity 0.3s;
  }
  .decode .kept .cells {
    border-color: color-mix(in srgb, var(--role) 55%, transparent);
    background: color-mix(in srgb, var(--role) 14%, transparent);
  }
  .decode .new .cells {
    border-color: var(--role);
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--role) 35%, transparent);
  }
  .decode .gone .cells i {
    border: 1px dashed var(--sa-edge);
    background: none;
    opacity: 0.55;
  }
  .decode .coming .cells i {
    background: none;
  }
  .decode .weights td {
    block-size: 2.75rem;
    vertical-align: bottom;
  }
  .decode .weights td small {
    font-family: var(--sa-mono);
    font-size: 0.75rem;
  }
  .decode .weights svg {
    display: block;
    inline-size: 60%;
    max-inline-size: 1.5rem;
    block-size: 32px;
    margin-inline: auto;
    fill: var(--sa-w);
  }

  .decode .costs {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
    gap: 0.5rem 2rem;
    flex: none;
  }
  .decode .title {
    margin-block-end: 0.25rem;
    font-weight: 600;
  }
  .decode .meter div {
    display: grid;
    grid-template-columns: 9rem minmax(0, 1fr);
    gap: 0.5rem;
    align-items: center;
  }
  .decode .meter dd {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 6rem;
    gap: 0.5rem;
    align-items: center;
  }
  .decode .meter b,
  .decode .bars li > span:last-child {
    font-family: var(--sa-mono);
    font-variant-numeric: tabular-nums;
  }
  .decode .line {
    display: block;
    inline-size: 100%;
    block-size: 0.875rem;
    overflow: visible;
    fill: var(--sa-k);
  }
  .decode .line .whole {
    fill: none;
    stroke: var(--sa-ink-soft);
    stroke-dasharray: 5 4;
    stroke-width: 1.5;
  }
  .decode figure svg {
    display: block;
    inline-size: 100%;
    block-size: 5rem;
  }
  .decode svg .axis {
    stroke: var(--sa-edge);
  }
  .decode svg .now {
    stroke: var(--sa-line);
    stroke-width: 6;
  }
  .decode polyline {
    fill: none;
    stroke: var(--sa-k);
    stroke-width: 2.5;
  }
  .decode polyline.whole {
    stroke: var(--sa-ink-soft);
    stroke-dasharray: 5 4;
  }
  .decode circle {
    fill: var(--sa-k);
  }
  .decode circle.whole {
    fill: var(--sa-ink-soft);
  }
  .decode figcaption {
    color: var(--sa-ink-soft);
    font-size: 0.8125rem;
  }

  .decode .writing {
    display: grid;
    grid-template-columns: minmax(14rem, 22rem) minmax(0, 1fr);
    gap: 0.5rem 2rem;
    flex: none;
  }
  .decode .text {
    padding: 0.375rem 0.5rem;
    border: 1px solid var(--sa-line);
    border-radius: 0.375rem;
    font-family: var(--sa-mono);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .decode .prompt {
    margin-block: 0.5rem;
  }
  .decode .bars {
    padding: 0;
    list-style: none;
  }
  .decode .bars li {
    display: grid;
    grid-template-columns: 2rem minmax(3rem, 1fr) 9rem;
    gap: 0.5rem;
    align-items: center;
  }
  .decode .bars .line {
    fill: var(--sa-w);
    opacity: 0.55;
  }
  .decode .bars .chosen .line {
    opacity: 1;
  }
  .decode .bars .chosen {
    font-weight: 600;
  }
  @media (width < 44rem) {
    dialog.decode {
      inline-size: 100%;
      max-inline-size: none;
      block-size: 100dvh;
      max-block-size: none;
      margin: 0;
      padding: 0.75rem;
      border: 0;
    }
    .decode .writing {
      grid-template-columns: minmax(0, 1fr);
    }
    .decode .tokens,
    .decode .tokens.many {
      inline-size: auto;
      min-inline-size: 100%;
    }
    .decode .tokens th {
      inline-size: 4.25rem;
    }
    .decode .tokens th small {
      display: none;
    }
    .decode .cells {
      min-inline-size: 2.75rem;
    }
    .decode .meter div {
      grid-template-columns: 6.5rem minmax(0, 1fr);
    }
    .decode .meter dd {
      grid-template-columns: minmax(0, 1fr) 5rem;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .decode * {
      transition: none !important;
    }
  }
  @media (forced-colors: active) {
    .decode .cells i {
      background: CanvasText;
      forced-color-adjust: none;
    }
    .decode :is(.line, .weights svg) {
      fill: CanvasText;
    }
    .decode .gone .cells i,
    .decode .coming .cells i {
      background: none;
    }
  }
`;
