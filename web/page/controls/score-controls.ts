import { html, nothing, type TemplateResult } from 'lit';
import type { Desk } from '../../controls/control-context.ts';
import { checkField, selectField } from '../../controls/field.ts';
import { temperatureSlider } from '../../controls/temperature-slider.ts';
import { words as all } from '../../i18n/words.ts';
import { chooseScore, onlyGivenScores } from '../../model/attention-choices.ts';
import type { Score } from '../../scene/types.ts';
import { maskControls } from './mask-controls.ts';

const words = all.controls;

/** What happens between the queries and the weights. */
export function scoreControls(desk: Desk): TemplateResult {
  const { scene } = desk.state;
  const { attention } = scene;
  const temperature = attention.temperature ?? 1;
  return html`<fieldset>
    <legend>${words.scoresTitle}</legend>
    ${scoreFunction(desk)} ${scaleControl(desk)} ${maskControls(desk)}
    <div class="with-slider">
      ${desk.number({
        path: 'attention.temperature',
        label: words.temperature,
        name: words.temperature,
        value: temperature,
        onChange: ({ value }) => value !== null && desk.setAttention({ temperature: value }, 'temperature'),
      })}
      ${temperatureSlider(words.temperature, temperature, (to) => desk.setAttention({ temperature: to }, 'temperature'))}
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

const scores: readonly Score[] = ['scaledDot', 'dot', 'additive', 'general', 'cosine'];

function scoreFunction(desk: Desk): TemplateResult {
  const { scene, start } = desk.state;
  const score = scene.attention.score ?? 'scaledDot';
  const given = score === 'given' || start.attention.scores !== undefined;
  const bare = onlyGivenScores(scene);
  return selectField({
    id: 'score',
    path: 'attention.score',
    label: words.score,
    name: words.scoreName,
    options: [...(given ? (['given'] as const) : []), ...scores].map((value) => {
      const disabled = bare && value !== 'given';
      const text = words.scores[value];
      return { value, text: disabled ? words.cannot(text, words.onlyGiven) : text, disabled };
    }),
    value: score,
    problem: [desk.why('attention.score'), desk.why('attention.scores')].join(''),
    onChoose: (value) => desk.press(chooseScore(scene, value, start), 'attention.score'),
  });
}

/** ÷ √d_k for a dot product; a factor of one's own where the scene has one, and for every other score. */
function scaleControl(desk: Desk): TemplateResult {
  const { scene, start, inLesson } = desk.state;
  const { scale, score = 'scaledDot' } = scene.attention;
  const dot = score === 'dot' || score === 'scaledDot';
  const plain = scale === undefined;
  return html`${
    dot
      ? checkField({
          id: 'scaled',
          path: 'attention.scale',
          label: plain ? words.scaled : words.byScale,
          name: plain ? words.scaledName : words.byScaleName,
          checked: score === 'scaledDot',
          // A scale without scaling would be an error: it goes with it.
          onChange: (on) => desk.press(chooseScore(scene, on ? 'scaledDot' : 'dot', start), 'attention.score'),
        })
      : nothing
  }
  ${
    // Emptied, the box stays to be typed into again. Lessons speak of this number, and ask for another.
    !plain || !dot || (score === 'scaledDot' && (inLesson || start.attention.scale !== undefined))
      ? desk.number({
          path: 'attention.scale',
          label: dot ? words.scale : words.factor,
          name: dot ? words.scaleName : words.factorName,
          value: scale,
          placeholder: dot ? words.scaleDefault : words.noFactor,
          onChange: ({ value }) => desk.setScale(value),
        })
      : nothing
  }`;
}
