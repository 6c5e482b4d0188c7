/** The controls of attention: mask, temperature, score, heads, positions, mistake. Page and element share them. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { controlWords } from '../i18n/controls.ts';
import { mistakeWords } from '../i18n/mistakes.ts';
import { type MaskNumber, maskKinds, maskNumbers } from '../scene/controls.ts';
import { limits } from '../scene/limits.ts';
import { type Mask, mistakes, type Scene } from '../scene/types.ts';
import { without } from '../scene/without.ts';
import { describeScene } from '../session/compute.ts';
import { chooseHeads, typeHeads, workingHeads } from '../session/parameter-choices.ts';
import { chooseMask, choosePositions, chooseScore, onlyGivenScores, positionLack } from '../session/scene-choices.ts';
import type { ControlContext } from './control-context.ts';
import { errorText, segmented, selectField } from './field.ts';

/**
 * Which keys are hidden from which queries. A mask can be painted if there is a `painter`. Without one, a painted
 * mask of the scene can only be restored.
 */
export function maskControl(context: ControlContext, painter?: () => TemplateResult): TemplateResult {
  const words = controlWords(context.language);
  const { scene, start, result } = context.state;
  const mask: Mask = scene.attention.mask ?? { kind: 'none' };
  // Without a painter, only the scene's own painted mask can be chosen.
  const isOffered = painter !== undefined || [scene, start].some(({ attention }) => attention.mask?.kind === 'painted');
  const offered = maskKinds.filter((kind) => kind !== 'painted' || isOffered);
  const chosen = (kind: Mask['kind']): Scene => {
    const before = start.attention.mask;
    if (painter === undefined && kind === 'painted' && before !== undefined)
      return { ...scene, attention: { ...scene.attention, mask: before } };
    const isKnown = painter !== undefined && result.viewport === null && result.step('blocked') !== undefined;
    return chooseMask(scene, kind, isKnown ? result.tensor('blocked').data : null);
  };
  return html`${segmented({
    id: 'mask',
    path: 'attention.mask',
    about: context.about('attention.mask'),
    label: words.mask,
    options: offered.map((value) => ({ value, text: words.masks[value] })),
    value: mask.kind,
    onChoose: (kind) => context.press(chosen(kind), 'attention.mask'),
  })}
  ${errorText('mask-error', context.why('attention.mask'))} ${maskSettings(context, mask, painter)}`;
}

/** The numbers of a mask that has any, and its painter. */
function maskSettings(
  context: ControlContext,
  mask: Mask,
  painter?: () => TemplateResult,
): TemplateResult | typeof nothing {
  if (mask.kind === 'painted') return painter?.() ?? nothing;
  const numbers = maskNumbers(mask.kind).map((number) => maskNumber(context, mask, number));
  return numbers.length > 1 ? html`<div class="pair">${numbers}</div>` : html`${numbers}`;
}

function maskNumber(context: ControlContext, mask: Mask, { key, least, within }: MaskNumber): TemplateResult {
  const value = Number(Reflect.get(mask, key) ?? 0);
  const texts: Readonly<Record<string, { readonly label: string; readonly name: string }>> = controlWords(
    context.language,
  ).maskNumbers;
  const { label, name } = texts[`${mask.kind}.${key}`] ?? { label: key, name: key };
  return context.number({
    path: `attention.mask.${key}`,
    label,
    name,
    value,
    step: (direction) => {
      const next = Math.round(value + direction);
      return next >= least && next <= context.state.result.widths[within] ? next : null;
    },
    // The key belongs to the mask. The parser checks its form, as for every scene.
    onChange: (detail) =>
      detail.value !== null && context.setAttention({ mask: { ...mask, [key]: detail.value } as Mask }, `mask.${key}`),
  });
}

/** The box takes any number above 0. The slider beside it is logarithmic, from 0.1 to 10 with 1 in the middle. */
export function temperatureControl(context: ControlContext): TemplateResult {
  const temperature = context.state.scene.attention.temperature ?? 1;
  const set = (to: number): void => context.setAttention({ temperature: to }, 'temperature');
  const { temperature: label } = controlWords(context.language);
  return html`<div class="with-slider">
    ${context.number({
      path: 'attention.temperature',
      label,
      name: label,
      value: temperature,
      onChange: ({ value }) => value !== null && set(value),
    })}
    <input
      type="range"
      class="slider"
      aria-label=${label}
      aria-valuetext=${String(temperature)}
      min="-50"
      max="50"
      step="1"
      .value=${live(String(sliderPosition(temperature)))}
      @input=${({ target }: Event) => set(temperatureAt((target as HTMLInputElement).valueAsNumber))}
    />
  </div>`;
}

/**
 * With fewer than three digits two neighbouring positions would be one temperature, and an arrow key would be
 * stuck.
 */
const temperatureAt = (position: number): number => Number((10 ** (position / 50)).toPrecision(3));
const sliderPosition = (temperature: number): number =>
  temperature > 0 ? Math.round(Math.max(-50, Math.min(50, Math.log10(temperature) * 50))) : -50;

/** The score function. A score that this scene cannot use says why. */
export function scoreControl(context: ControlContext): TemplateResult {
  const { scene, start } = context.state;
  const score = scene.attention.score ?? 'scaledDot';
  const given = score === 'given' || start.attention.scores !== undefined;
  const kinds = ['scaledDot', 'dot', 'additive', 'general', 'cosine'] as const;
  const own = controlWords(context.language);
  return selectField(context.language, {
    id: 'score',
    path: 'attention.score',
    about: context.about('attention.score'),
    label: own.score,
    name: own.scoreName,
    options: [...(score === 'weights' ? ([score] as const) : given ? (['given'] as const) : []), ...kinds].map(
      (value) => ({
        value,
        text: value === 'scaledDot' && scene.attention.scale !== undefined ? own.byScale : own.scores[value],
        obstacle: onlyGivenScores(scene) && value !== score ? own.onlyGiven : undefined,
      }),
    ),
    value: score,
    problem: context.why('attention.score', 'attention.scores'),
    onChoose: (value) => context.press(chooseScore(scene, value, start), 'attention.score'),
  });
}

/** The number of heads. A press goes to the next count that fits the sizes as they are. */
export function headCountControl(context: ControlContext, label: string): TemplateResult {
  const { scene, result } = context.state;
  const { heads } = scene.attention;
  const working = workingHeads(scene, result.widths, 64);
  return context.number({
    path: 'attention.heads',
    label,
    name: controlWords(context.language).headCountName,
    value: heads,
    step: (direction) =>
      (direction > 0 ? working.find((count) => count > heads) : working.findLast((count) => count < heads)) ?? null,
    onChange: (detail) => {
      const { value, typed } = detail;
      if (value === null) return;
      context.editNumber(typed ? typeHeads(scene, value) : chooseHeads(scene, value), 'attention.heads', detail);
    },
  });
}

/** How positions enter the computation. */
export function positionControl(context: ControlContext, label: string): TemplateResult {
  const { scene, start, result } = context.state;
  const kinds = ['none', 'sinusoidal', 'learned', 'rope', 'alibi', 'relative', 'given'] as const;
  const own = controlWords(context.language);
  return selectField(context.language, {
    id: 'positions',
    path: 'positions',
    about: context.about('positions'),
    label,
    name: own.positionName,
    options: kinds.map((value) => {
      const lack = positionLack(scene, value, result.widths.dK);
      return { value, text: own.kinds[value], obstacle: lack && own.lacks[lack] };
    }),
    value: scene.positions?.kind ?? 'none',
    problem: context.why('positions'),
    onChoose: (kind) => context.press(choosePositions(scene, kind, start), 'positions'),
  });
}

/** One classic mistake at a time. A mistake that this scene cannot make says why. */
export function mistakeControl(context: ControlContext): TemplateResult {
  const { scene, result, core } = context.state;
  const { impossibleMistakes } = describeScene(core, result.scene);
  const own = controlWords(context.language);
  return selectField(context.language, {
    id: 'mistake',
    path: 'mistake',
    about: context.about('mistake'),
    label: own.mistake,
    name: own.mistakeName,
    options: [
      { value: 'none' as const, text: own.noMistake },
      ...mistakes.map((value) => {
        const need = impossibleMistakes[value];
        return { value, text: mistakeWords(context.language)[value], obstacle: need && own.needs[need] };
      }),
    ],
    value: scene.mistake ?? 'none',
    problem: context.why('mistake'),
    onChoose: (value) =>
      context.press(value === 'none' ? without(scene, 'mistake') : { ...scene, mistake: value }, 'mistake'),
  });
}

/** The number of digits on show. */
export function digitsControl(context: ControlContext): TemplateResult {
  const words = controlWords(context.language);
  const { scene } = context.state;
  const digits = scene.view?.digits ?? 2;
  const most = limits.digits;
  return context.number({
    path: 'view.digits',
    label: words.digits,
    name: words.digitsName,
    value: digits,
    step: (direction) =>
      digits + direction >= 0 && digits + direction <= most ? Math.round(digits + direction) : null,
    onChange: ({ value }) =>
      value !== null && context.edit({ ...scene, view: { ...scene.view, digits: value } }, 'view.digits'),
  });
}
