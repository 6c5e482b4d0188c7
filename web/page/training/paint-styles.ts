import { css } from 'lit';

/** Of attention that somebody paints: target, weights and curve beside each other on a wide screen. */
export const paintStyles = css`
  .own-sentence :is(.training-head, .run-bar > h3, sa-training-target > h3) {
    position: absolute;
    clip-path: inset(50%);
  }
  .own-sentence .training {
    margin: 0;
    padding: 0;
    border: 0;
  }
  @media (width < 60rem) {
    .own-sentence .training > .about {
      position: absolute;
      clip-path: inset(50%);
    }
    /* What is trained and the weights that it changes are above the target. */
    .own-sentence {
      display: flex;
      flex-direction: column;
    }
    .own-sentence :is(sa-training, .training, sa-training-run) {
      display: contents;
    }
    .own-sentence sa-training-target {
      order: 1;
      margin-block-start: 0.5rem;
    }
    .own-sentence .run-plan {
      order: 2;
    }
    .own-sentence .training > :is([role="status"], .one-step) {
      order: 3;
    }
    .own-sentence .training-fields {
      gap: 0.25rem 1rem;
      margin-block: 0.25rem;
    }
    .own-sentence .training-now .run-play {
      min-width: 8rem;
    }
  }
  @media (width >= 60rem) {
    .own-sentence {
      display: grid;
      grid-template-columns: minmax(0, 5fr) minmax(0, 4fr) 17rem;
      gap: 0 1.25rem;
    }
    .own-sentence :is(sa-training, .training, sa-training-run) {
      display: contents;
    }
    .own-text {
      --sa-tokens-max: var(--sa-token-height, 2rem);
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      gap: 0 1.75rem;
    }
    .own-text sa-attention {
      grid-area: 1 / 2;
    }
    .own-text sa-tokens {
      grid-column: 1 / -1;
    }
    .own-sentence :is(.own-text, .run-bar, .training > :is(.about, .note, .one-step)) {
      grid-column: 1 / -1;
    }
    .own-sentence .training :is(.about, figcaption) {
      max-width: none;
    }
    .own-sentence sa-training-target {
      grid-area: 4 / 1;
    }
    .own-sentence .run-bar {
      grid-row: 3;
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0 0.75rem;
    }
    .own-sentence .run-bar > * {
      margin-block: 0.25rem;
    }
    /* Its row is as high with a message as without. */
    .own-sentence .run-bar > .note {
      flex: 1 1 7rem;
      order: 1;
      line-height: 1.3;
    }
    .own-sentence .run-bar button {
      padding-inline: 0.5rem;
    }
    .own-sentence .training-now .training-facts {
      column-gap: 0.625rem;
    }
    .own-sentence .training-now dd {
      min-width: 4.5ch;
    }
    .own-sentence .training-now {
      position: static;
      padding: 0;
      border: 0;
    }
    .own-sentence .training > [role="status"] {
      grid-row: 5;
      margin-block: 0;
    }
    .own-sentence .one-step {
      grid-row: 6;
    }
    .run-weights {
      grid-area: 4 / 2;
    }
    .run-plan {
      grid-area: 4 / 3;
    }
    /* One view: the columns share what the window leaves. */
    @media (height >= 44rem) {
      .own-sentence:not(:has(.one-step[open])) {
        grid-template-rows: auto auto auto minmax(0, 1fr);
        height: calc(100dvh - 7.75rem);
      }
      .own-sentence .run-weights {
        --sa-heatmap-max: calc(100cqh - 4rem);
        container-type: size;
      }
      .own-sentence :is(sa-training-target, .run-plan) {
        position: relative;
        min-height: 0;
        overflow: hidden auto;
        scrollbar-width: thin;
      }
    }
    .own-sentence h3 {
      margin-block: 0.25rem;
    }
    @media (height < 54rem) {
      .own-sentence .about {
        position: absolute;
        clip-path: inset(50%);
      }
      .own-sentence .training-fields {
        margin-block: 0.125rem;
      }
      .own-text {
        --sa-token-height: 1.625rem;
        --sa-token-padding: 0;
      }
    }
  }
`;
