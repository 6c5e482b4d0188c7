/** The controls of an element: fetched for the first that has any. */
import { html, nothing, type TemplateResult } from 'lit';
import {
  headsControl,
  maskControl,
  mistakeControl,
  positionsControl,
  scoreControl,
  temperatureControl,
} from './attention-controls.ts';
import type { Desk } from './control-context.ts';
import { digitsControl, headControl, layerControl, seedControl, sentenceControl } from './scene-controls.ts';

export { isSaid } from './control-context.ts';
export { controlsSheet } from './controls-styles.ts';

const drawings: Readonly<Record<string, (desk: Desk) => TemplateResult | typeof nothing>> = {
  sentence: sentenceControl,
  head: headControl,
  layer: layerControl,
  mask: maskControl,
  temperature: temperatureControl,
  score: scoreControl,
  heads: headsControl,
  positions: positionsControl,
  seed: seedControl,
  digits: digitsControl,
  mistake: mistakeControl,
};

/** The controls of those names, in their order. */
export const controlsOf = (desk: Desk): TemplateResult =>
  html`${desk.names.map((name) => {
    const drawn = drawings[name]?.(desk) ?? nothing;
    return drawn === nothing ? nothing : html`<div class="control ${name}-control" part="control">${drawn}</div>`;
  })}`;
