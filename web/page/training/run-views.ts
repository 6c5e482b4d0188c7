/** The parts that all runs have: the button that runs and pauses them, and facts. */
import { html, type TemplateResult } from 'lit';

export const playButton = (given: {
  readonly isRunning: boolean;
  readonly isDisabled: boolean;
  readonly text: string;
  readonly pauseText: string;
  readonly play: () => void;
  readonly pause: () => void;
}): TemplateResult =>
  given.isRunning
    ? html`<button type="button" class="run-play" @click=${given.pause}>${given.pauseText}</button>`
    : html`<button type="button" class="run-play" ?disabled=${given.isDisabled} @click=${given.play}>${given.text}</button>`;

export const factsList = (facts: readonly (readonly [name: string, value: string])[]): TemplateResult =>
  html`<dl class="training-facts">
    ${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
