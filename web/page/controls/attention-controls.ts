import { html, nothing, type TemplateResult } from 'lit';
import { headCountControl, maskControl, scoreControl, temperatureControl } from '../../controls/attention-controls.ts';
import type { ControlContext } from '../../controls/control-context.ts';
import { aboutText, checkField, describedBy, errorText, segmented, selectField } from '../../controls/field.ts';
import { controlWords } from '../../i18n/controls.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import type { Scene } from '../../scene/types.ts';
import { chooseKvHeads, groupings, offeredHeads, setHandmade } from '../../session/parameter-choices.ts';
import { setAttention } from '../../session/scene-choices.ts';
import { canDecode, showDecodeButton } from '../attention/show-decode.ts';
import { maskLabButton } from '../attention/show-mask-lab.ts';
import { lazy } from '../lazy.ts';
import { headTitle, offersButton } from '../shell/catalogue.ts';

/** The number of heads, how many share keys and values, and the handmade heads. */
export function headControls(context: ControlContext): TemplateResult {
  const words = controlWords(context.language);
  const { parameters } = context.state.scene;
  return html`<fieldset>
    <legend>${words.heads}</legend>
    <div class="pair">
      ${headCountControl(context, words.headCount)}
      ${kvHeads(context)}
    </div>
    ${parameters.kind === 'handmade' ? handmade(context, parameters.heads) : nothing}
  </fieldset>`;
}

function kvHeads(context: ControlContext): TemplateResult {
  const words = controlWords(context.language);
  const { attention, parameters } = context.state.scene;
  if (parameters.kind === 'handmade') return html``;
  const now = attention.kvHeads ?? attention.heads;
  const counts = groupings(attention.heads);
  const options = (counts.includes(now) ? counts : [...counts, now]).map((count) => ({
    value: String(count),
    text: String(count),
  }));
  return selectField(context.language, {
    id: 'kv-heads',
    path: 'attention.kvHeads',
    about: context.about('attention.kvHeads'),
    label: words.kvHeads,
    name: words.kvHeadsName,
    options,
    value: String(now),
    problem: context.why('attention.kvHeads'),
    onChoose: (chosen) =>
      context.press(
        chooseKvHeads(context.state.scene, Number(chosen), context.state.result.widths),
        'attention.kvHeads',
      ),
  });
}

/** A head that was switched on becomes the one on show. If later layers have heads of their own, it is one of the first layer. */
function showHead(scene: Scene, name: string): Scene {
  const { parameters, view } = scene;
  const head = parameters.kind === 'handmade' ? parameters.heads.indexOf(name) : -1;
  if (head === -1 || parameters.kind !== 'handmade') return scene;
  return { ...scene, view: { ...view, head, ...(parameters.later !== undefined && { layer: 0 }) } };
}

function handmade(context: ControlContext, chosen: readonly string[]): TemplateResult {
  const words = controlWords(context.language);
  const about = context.about('parameters.heads');
  return html`<div class="checks" data-control="parameters.heads" role="group" aria-label=${words.handmadeHeads} aria-describedby=${describedBy('handmade', about)}>
    ${offeredHeads(chosen).map((head) => {
      const title = headTitle(context.language, head);
      return checkField({
        id: `head-${head}`,
        label: title,
        name: title,
        checked: chosen.includes(head),
        disabled: chosen.length === 1 && chosen[0] === head,
        onChange: (on) => context.press(showHead(setHandmade(context.state.scene, head, on), head), 'parameters.heads'),
      });
    })}
  </div>
  ${aboutText('handmade', about)}`;
}

/** The settings between queries and weights. */
export function scoreControls(context: ControlContext): TemplateResult {
  const words = controlWords(context.language);
  const { scene } = context.state;
  const { attention } = scene;
  if (attention.score === 'weights')
    return html`<fieldset>
      <legend>${words.scoresTitle}</legend>
      ${scoreControl(context)}
      <p class="note">${words.givenWeights}</p>
    </fieldset>`;
  return html`<fieldset>
    <legend>${words.scoresTitle}</legend>
    ${scoreControl(context)} ${scaleControl(context)} ${maskControl(context, () => painter(context))}
    ${alignment(context)} ${offersButton(scene, 'attention.mask.lab') ? maskLabButton(context.language) : nothing}
    ${offersButton(scene, 'decode') && canDecode(context.state.result) ? showDecodeButton(context.language) : nothing}
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

const causalAlign = lazyModule(() => import('./causal-align.ts'));

/** Only keys from another sequence differ in number from the queries. */
function alignment(context: ControlContext): unknown {
  const { attention, encoder } = context.state.scene;
  const { mask } = attention;
  if (encoder === undefined || mask?.kind !== 'causal') return nothing;
  // A lesson may point at it before it is loaded.
  return html`<div data-control="attention.mask.align">
    ${lazy(context.language, causalAlign, (module) => module.causalAlignControl(context, mask))}
  </div>`;
}

const maskPainter = lazyModule(() => import('../matrix-editor/mask-painter.ts'));

/** In a lesson, a cell of the heatmap is pressed to see it explained. */
const painter = ({ language, state: { scene, result, inLesson = false } }: ControlContext) =>
  html`${lazy(
    language,
    maskPainter,
    () => html`<sa-mask-painter
      data-control="attention.mask.visible"
      .scene=${scene}
      .result=${result.matrixSource}
      .onHeatmap=${!inLesson}
    ></sa-mask-painter>`,
  )}`;

/** The factor of the scores, if the scene has one or uses a score without ÷ √d_k. */
function scaleControl(context: ControlContext): TemplateResult | typeof nothing {
  const words = controlWords(context.language);
  const { scene, start, inLesson = false } = context.state;
  const { scale, score = 'scaledDot' } = scene.attention;
  const isDot = score === 'dot' || score === 'scaledDot';
  // An emptied box stays, so that it can be typed into again. Lessons name this number and ask for another.
  const isLasting = score === 'scaledDot' && (inLesson || start.attention.scale !== undefined);
  if (scale === undefined && isDot && !isLasting) return nothing;
  return context.number({
    path: 'attention.scale',
    label: isDot ? words.scale : words.factor,
    name: isDot ? words.scaleName : words.factorName,
    value: scale,
    placeholder: isDot ? words.scaleDefault : words.noFactor,
    onChange: ({ value }) => context.setScale(value),
  });
}

const digits = [0, 1, 2, 3, 4, 5, 6] as const;

const normalizerControl = (context: ControlContext, normalizer: 'softmax' | 'sparsemax'): TemplateResult =>
  segmented({
    id: 'normalizer',
    path: 'attention.normalizer',
    about: context.about('attention.normalizer'),
    label: controlWords(context.language).normalizer,
    options: (['softmax', 'sparsemax'] as const).map((value) => ({
      value,
      text: controlWords(context.language).normalizers[value],
    })),
    value: normalizer,
    onChoose: (value) =>
      context.press(
        setAttention(context.state.scene, { normalizer: value === 'softmax' ? undefined : value }),
        'attention.normalizer',
      ),
  });

/** How scores become weights, and how weights are rounded. */
export function weightControls(context: ControlContext): TemplateResult {
  const words = controlWords(context.language);
  const { scene } = context.state;
  const { normalizer = 'softmax', roundWeights, weightedValues = false } = scene.attention;
  const rounded = roundWeights === undefined ? 'off' : String(roundWeights);
  return html`
      ${scene.attention.score === 'weights' ? nothing : normalizerControl(context, normalizer)}
      ${selectField(context.language, {
        id: 'round',
        path: 'attention.roundWeights',
        about: context.about('attention.roundWeights'),
        label: words.round,
        name: words.roundName,
        options: [
          { value: 'off', text: words.roundOff },
          ...digits.map((count) => ({ value: String(count), text: String(count) })),
        ],
        value: rounded,
        problem: context.why('attention.roundWeights'),
        onChoose: (value) =>
          context.press(
            setAttention(scene, { roundWeights: value === 'off' ? undefined : Number(value) }),
            'attention.roundWeights',
          ),
      })}
      ${
        context.state.result.step('v') === undefined
          ? nothing
          : checkField({
              id: 'weighted',
              path: 'attention.weightedValues',
              about: context.about('attention.weightedValues'),
              label: words.weighted,
              name: words.weightedName,
              checked: weightedValues,
              onChange: (on) =>
                context.press(setAttention(scene, { weightedValues: on || undefined }), 'attention.weightedValues'),
            })
      }
      ${errorText('weights-error', context.why('attention.normalizer', 'attention.weightedValues'))}
    `;
}
