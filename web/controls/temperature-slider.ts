import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

/**
 * The slider is logarithmic: 0.1 to 10, with 1 in the middle. The box beside it takes any number above 0. With fewer than
 * three digits, neighbouring positions would be one temperature, and an arrow key would not get past it.
 */
const temperatureOf = (position: number): number => Number((10 ** (position / 50)).toPrecision(3));
const positionOf = (temperature: number): number =>
  temperature > 0 ? Math.round(Math.max(-50, Math.min(50, Math.log10(temperature) * 50))) : -50;

/** Beside the box of the same name. */
export const temperatureSlider = (
  label: string,
  temperature: number,
  onChange: (temperature: number) => void,
): TemplateResult => html`<input
  type="range"
  class="slider"
  aria-label=${label}
  aria-valuetext=${String(temperature)}
  min="-50"
  max="50"
  step="1"
  .value=${live(String(positionOf(temperature)))}
  @input=${({ target }: Event) => target instanceof HTMLInputElement && onChange(temperatureOf(target.valueAsNumber))}
/>`;
