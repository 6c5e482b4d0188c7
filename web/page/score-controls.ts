import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { words as all } from '../i18n/words.ts';
import type { Desk } from './desk.ts';
import { checkField, errorText, segmented } from './field.ts';

const words = all.controls;

/**
 * The slider is logarithmic: 0.1 to 10, with 1 in the middle. The box beside it takes any number above 0. With fewer than
 * three digits, neighbouring positions would be one temperature, and an arrow key would not get past it.
 */
const temperatureOf = (position: number): number => Number((10 ** (position / 50)).toPrecision(3));
const positionOf = (temperature: number): number =>
  temperature > 0 ? Math.round(Math.max(-50, Math.min(50, Math.log10(temperature) * 50))) : -50;

/** What happens between the scores and the weights. */
export function scoreControls(desk: Desk): TemplateResult {
  const { scene, start } = desk.state;
  const { attention } = scene;
  const { scale, ...unscaled } = attention;
  const scaled = (attention.score ?? 'scaledDot') === 'scaledDot';
  const temperature = attention.temperature ?? 1;
  const mask = attention.mask?.kind ?? 'none';
  return html`<fieldset>
    <legend>${words.scores}</legend>
    <div class="field">
      ${checkField({
        id: 'scaled',
        label: scale === undefined ? words.scaled : words.byScale,
        name: scale === undefined ? words.scaledName : words.byScaleName,
        checked: scaled,
        // A scale without scaling would be an error: it goes with it.
        onChange: (on) =>
          desk.edit({ ...scene, attention: { ...unscaled, score: on ? 'scaledDot' : 'dot' } }, 'attention.score'),
      })}
      ${segmented({
        id: 'mask',
        label: words.mask,
        options: [
          { value: 'none', text: words.masks.none },
          { value: 'causal', text: words.masks.causal },
        ],
        value: mask,
        onChoose: (kind) => desk.setAttention({ mask: { kind: kind === 'causal' ? kind : 'none' } }, 'mask'),
      })}
    </div>
    ${errorText('scaled-error', [desk.why('attention.score'), desk.why('attention.mask')].join(''))}
    ${
      // Emptied, the box stays to be typed into again.
      scale !== undefined || (scaled && start.attention.scale !== undefined)
        ? desk.number({
            path: 'attention.scale',
            label: words.scale,
            name: words.scaleName,
            value: scale,
            placeholder: words.scaleDefault,
            onChange: ({ value }) => desk.setScale(value),
          })
        : nothing
    }
    <div class="with-slider">
      ${desk.number({
        path: 'attention.temperature',
        label: words.temperature,
        name: words.temperature,
        value: temperature,
        onChange: ({ value }) => value !== null && desk.setAttention({ temperature: value }, 'temperature'),
      })}
      <input
        type="range"
        class="slider"
        aria-label=${words.temperature}
        aria-valuetext=${String(temperature)}
        min="-50"
        max="50"
        step="1"
        .value=${live(String(positionOf(temperature)))}
        @input=${(event: Event) => {
          if (!(event.target instanceof HTMLInputElement)) return;
          desk.setAttention({ temperature: temperatureOf(event.target.valueAsNumber) }, 'temperature');
        }}
      />
    </div>
    ${desk.number({
      path: 'attention.softcap',
      label: words.softcap,
      name: words.softcapName,
      value: attention.softcap ?? 0,
      step: (direction) => Math.max(0, Math.round((attention.softcap ?? 0) + direction)),
      onChange: ({ value }) => value !== null && desk.setAttention({ softcap: value }, 'softcap'),
    })}
  </fieldset>`;
}

/** How the sentence is cut, and how many digits are shown. */
export function displayControls(desk: Desk): TemplateResult {
  const { scene } = desk.state;
  const digits = scene.view?.digits ?? 2;
  const { lowercase = false, punctuation = false } = scene.tokenizer ?? {};
  return html`<fieldset>
    <legend>${words.display}</legend>
    ${desk.number({
      path: 'view.digits',
      label: words.digits,
      name: words.digitsName,
      value: digits,
      step: (direction) => (digits + direction >= 0 && digits + direction <= 6 ? Math.round(digits + direction) : null),
      onChange: ({ value }) =>
        value !== null && desk.edit({ ...scene, view: { ...scene.view, digits: value } }, 'view.digits'),
    })}
    ${
      scene.sentence === undefined
        ? nothing
        : html`<div class="pair">
          ${checkField({
            id: 'lowercase',
            label: words.lowercase,
            name: words.lowercaseName,
            checked: lowercase,
            onChange: (on) => desk.setTokenizer({ lowercase: on }, 'lowercase'),
          })}
          ${checkField({
            id: 'punctuation',
            label: words.punctuation,
            name: words.punctuationName,
            checked: punctuation,
            onChange: (on) => desk.setTokenizer({ punctuation: on }, 'punctuation'),
          })}
        </div>`
    }
  </fieldset>`;
}
