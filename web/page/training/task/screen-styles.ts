import { css } from 'lit';

/** How the parts of a run share the screen, by its width. */
export const taskScreenStyles = css`
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
