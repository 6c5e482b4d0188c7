import { html, nothing, type TemplateResult } from 'lit';
import { maskControl, scoreControl, temperatureControl } from '../../controls/attention-controls.ts';
import type { ControlContext } from '../../controls/control-context.ts';
import { checkField } from '../../controls/field.ts';
import { words as all } from '../../i18n/words.ts';
import { chooseScore } from '../../model/attention-choices.ts';
import { lazy } from '../lazy.ts';

const words = all.controls;

/** What happens between the queries and the weights. */
export function scoreControls(context: ControlContext): TemplateResult {
  const { scene } = context.state;
  const { attention } = scene;
  return html`<fieldset>
    <legend>${words.scoresTitle}</legend>
    ${scoreControl(context)} ${scaleControl(context)} ${maskControl(context, () => painter(context))}
    ${temperatureControl(context)}
    ${context.number({
      path: 'attention.softcap',
      label: words.softcap,
      name: words.softcapName,
      value: attention.softcap ?? 0,
      step: (direction) => Math.max(0, Math.round((attention.softcap ?? 0) + direction)),
      onChange: ({ value }) => value !== null && context.setAttention({ softcap: value }, 'softcap'),
    })}
  </fieldset>`;
}

const loadPainter = () => import('../matrix-editor/mask-painter.ts');

const painter = ({ state: { scene, computed } }: ControlContext) =>
  html`${lazy(
    loadPainter,
    () => html`<sa-mask-painter
      data-control="attention.mask.visible"
      .scene=${scene}
      .picture=${computed.source}
    ></sa-mask-painter>`,
  )}`;

/** ÷ √d_k for a dot product; a factor of one's own where the scene has one, and for every other score. */
function scaleControl(context: ControlContext): TemplateResult {
  const { scene, start, inLesson = false } = context.state;
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
          onChange: (on) => context.press(chooseScore(scene, on ? 'scaledDot' : 'dot', start), 'attention.score'),
        })
      : nothing
  }
  ${
    // Emptied, the box stays to be typed into again. Lessons speak of this number, and ask for another.
    !plain || !dot || (score === 'scaledDot' && (inLesson || start.attention.scale !== undefined))
      ? context.number({
          path: 'attention.scale',
          label: dot ? words.scale : words.factor,
          name: dot ? words.scaleName : words.factorName,
          value: scale,
          placeholder: dot ? words.scaleDefault : words.noFactor,
          onChange: ({ value }) => context.setScale(value),
        })
      : nothing
  }`;
}
