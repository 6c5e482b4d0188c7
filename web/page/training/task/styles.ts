import { css } from 'lit';

/** Of a run that learns a task, and of the Train screen. */
export const taskStyles = css`
  sa-train-task,
  sa-task-choice,
  sa-task-example,
  sa-task-heads,
  sa-task-measures {
    display: block;
    min-width: 0;
  }
  /* What changes many times a second is laid out by itself. */
  sa-task-example,
  sa-task-heads,
  .task-state {
    contain: layout style;
  }
  .task-sides,
  .task-plots {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
    gap: 1rem 2rem;
  }
  .task-choice .stepper input {
    min-width: 4.75rem;
  }
  .task-choice summary {
    cursor: pointer;
  }
  .task-choice .check {
    align-self: center;
  }
  .task-about {
    font-weight: 600;
  }
  .task-text textarea {
    box-sizing: border-box;
    width: min(44rem, 100%);
    resize: vertical;
  }
  .task-example {
    display: flex;
    overflow-x: auto;
    padding-block: 0.25rem;
    font-family: var(--sa-mono);
    white-space: pre;
  }
  .task-example span {
    display: grid;
    flex: none;
    min-width: 1.5rem;
    justify-items: center;
  }
  .task-example i {
    color: var(--sa-ink-soft);
    font-style: normal;
  }
  .training :is(h4, sa-train-task h3) {
    margin: 1.25rem 0 0.25rem;
    font-size: 1rem;
  }
  .training :is(h5, sa-train-task h4) {
    margin: 0.25rem 0;
    font-size: var(--small);
  }
  .task-curves .task-plots {
    grid-template-columns: repeat(auto-fit, minmax(min(10rem, 100%), 1fr));
    gap: 0.5rem 1rem;
  }
  .task-plots.many {
    grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr));
  }
  .task-sequence {
    flex: 1 1 20rem;
  }
  .task-sequence input {
    box-sizing: border-box;
    flex: 1 1 12rem;
    min-width: 0;
    max-width: 40rem;
    font-family: var(--sa-mono);
  }
  .task-predictions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    margin: 0.5rem 0;
    padding: 0;
    list-style: none;
  }
  .task-predictions button {
    display: grid;
    justify-items: center;
    min-width: 2.25rem;
    padding: 0.25rem 0.375rem;
    border: 1px solid var(--sa-line);
    border-radius: 3px;
    font-family: var(--sa-mono);
    line-height: 1.35;
    white-space: pre;
  }
  .task-predictions button[aria-pressed='true'] {
    border-color: var(--sa-q);
    box-shadow: inset 0 0 0 1px var(--sa-q);
  }
  .task-predictions .wrong {
    border-style: dashed;
    border-color: var(--sa-k);
  }
  .task-predictions s {
    color: var(--sa-ink-soft);
  }
  .task-predictions :is(.open, .unknown) :is(span, i) {
    color: var(--sa-ink-soft);
  }
  .task-predictions i {
    min-height: 1.35em;
    font-size: var(--small);
    font-style: normal;
  }
  .task-history {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.75rem;
    align-items: center;
    margin-block: 0.375rem;
    font-variant-numeric: tabular-nums;
  }
  .task-history input {
    flex: 1 1 12rem;
    max-width: 32rem;
    min-width: 0;
    accent-color: var(--sa-w);
  }
  .task-history output {
    min-width: 5ch;
    font-weight: 600;
  }
  .task-state progress {
    width: 100%;
    accent-color: var(--sa-w);
  }
  .task-start,
  .task-setup,
  .task-curves,
  .task-heads,
  .task-sequences {
    min-width: 0;
  }
  .task-screen summary {
    padding-block: 0.35rem;
    cursor: pointer;
  }
  .task-heads {
    --head-maps-height: none;
  }
  .task-heads .task-sides {
    grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr));
  }
  .blank-heads {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 15rem));
    gap: 1.5rem;
    padding: 0.6rem;
  }
  .blank-heads.many {
    grid-template-columns: repeat(auto-fill, 8rem);
  }
  .blank-heads i {
    aspect-ratio: 1;
    padding: 0.5rem;
    border: 1px dashed var(--sa-edge);
    color: var(--sa-ink-soft);
    font-style: normal;
    font-size: var(--small);
  }
  .head-switches {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.75rem;
    margin: 0 0 0.25rem;
    padding: 0;
    border: 0;
    font-size: var(--small);
  }
  .head-switches legend {
    float: inline-start;
    padding: 0;
    color: var(--sa-ink-soft);
  }
  .train-choice {
    margin-block-end: 0.375rem;
  }
  @media (width < 40rem) {
    .train-choice .segmented legend > span {
      position: absolute;
      clip-path: inset(50%);
    }
  }
  /* The choices beside the heads, and the curves below them. */
  sa-train-task {
    container-type: inline-size;
  }
  .task-start > h2,
  .task-formed {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .task-start .training-now {
    grid-template-columns: minmax(0, 1fr);
    margin-block: 0;
    border: 0;
  }
  .task-start .training-now .run-play {
    justify-self: stretch;
    min-height: 3rem;
    font-size: 1.0625rem;
  }
  .task-setup > .training-buttons {
    margin-block: 0.25rem;
  }
  .task-setup > .training-buttons select {
    max-width: 10.5rem;
    min-height: 2.25rem;
    font-size: var(--small);
  }
  .task-setup > .training-buttons button {
    padding-inline: 0.5rem;
  }
  .task-curves .training-facts,
  .task-curves .training-facts div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.75rem;
    margin: 0;
    font-size: var(--small);
    line-height: 1.3;
  }
  .task-curves .training-facts div {
    gap: 0.375rem;
  }
  .task-screen h3 {
    margin-block: 0.5rem 0.25rem;
  }
  @container (width >= 33rem) {
    .task-screen {
      display: grid;
      grid-template: auto auto auto minmax(0, 1fr) / clamp(12.5rem, 33%, 15rem) minmax(0, 1fr);
      grid-template-areas: 'start heads' 'setup heads' 'setup curves' 'setup sequences';
      gap: 0.25rem 1rem;
    }
    .task-start {
      grid-area: start;
    }
    .task-setup {
      grid-area: setup;
      padding-inline-end: 0.25rem;
    }
    .task-heads {
      grid-area: heads;
      max-width: 27rem;
    }
    .task-curves {
      grid-area: curves;
    }
    .task-sequences {
      grid-area: sequences;
    }
    .task-start .training-now {
      position: static;
    }
  }
  @container (33rem <= width < 58rem) {
    @media (height < 54rem) {
      .task-heads {
        max-width: 22rem;
      }
    }
  }
  /* One view: the choices, the heads and the curves side by side, and the predictions below the last two. */
  @container (width >= 58rem) {
    .task-screen {
      grid-template: auto minmax(0, 1fr) auto / 15rem minmax(0, 1fr) 13.5rem;
      grid-template-areas: 'start heads curves' 'setup heads curves' 'setup sequences sequences';
      column-gap: 1rem;
    }
    .task-heads {
      max-width: none;
    }
    .task-sequences h3 {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .task-sequences .training-fields {
      margin-block: 0;
    }
    .task-sequences .task-predictions {
      flex-wrap: nowrap;
      gap: 0.125rem;
      overflow: auto hidden;
      scrollbar-width: thin;
    }
    .task-sequences .task-predictions button {
      min-width: 2rem;
      padding-inline: 0.25rem;
    }
    @media (height >= 40rem) {
      .train-screen .task-screen {
        height: calc(100dvh - 3rem - 4.25rem);
      }
      .task-setup,
      .task-curves,
      .task-heads {
        overflow: hidden auto;
        scrollbar-width: thin;
      }
    }
  }
  @container (width >= 64rem) {
    .task-screen {
      grid-template-columns: 17.5rem minmax(0, 1fr) 18.5rem;
      column-gap: 1.5rem;
    }
    .two .task-history-title {
      position: absolute;
      clip-path: inset(50%);
    }
    /* Two runs: their choices beside each other, and less of each. */
    .task-screen.two {
      grid-template-columns: 20rem minmax(0, 1fr) 18.5rem;
    }
    .two .task-setup .task-sides {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 0 0.75rem;
    }
    .two .task-choice {
      display: flex;
      flex-direction: column;
    }
    .two .task-choice h3 {
      margin-block: 0;
    }
    /* The settings of both runs are level. */
    .two .task-about {
      order: 1;
      margin-block: 0;
      font-size: var(--small);
      font-weight: 400;
    }
    .two .task-choice .training-fields {
      gap: 0.25rem 0.75rem;
      margin-block: 0.25rem;
    }
    .two .task-choice .field select {
      max-width: 100%;
    }
    .two :is(.task-curves, .task-heads, .task-sequences) .task-sides {
      gap: 0.25rem 1rem;
    }
    .two .task-curves .task-notes {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    .two .task-curves .note {
      margin-block: 0;
    }
    .two .task-choice .stepper input {
      min-width: 2.75rem;
    }
    .two .task-choice label {
      font-size: var(--small);
    }
    .two .task-setup .training-buttons {
      gap: 0.25rem 0.375rem;
      margin-block: 0.375rem;
      font-size: var(--small);
    }
    .two .task-setup .training-buttons button {
      min-height: 2rem;
      padding: 0.125rem 0.375rem;
    }
    .two .task-sequence label {
      display: none;
    }
    .two .task-sequence,
    .two .task-sequence input {
      flex-basis: 6rem;
    }
    .two .task-sequences .training-fields {
      gap: 0.5rem;
    }
    .two .task-curves .training-facts :is(div, dd) {
      min-width: 0;
    }
    .two .task-curves .training-facts {
      column-gap: 0.5rem;
    }
    .two .task-history {
      font-size: var(--small);
    }
    .two .task-history input {
      flex-basis: 6rem;
    }
  }
`;
