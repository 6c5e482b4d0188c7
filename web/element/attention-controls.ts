/** Controls of how attention is computed: mask, temperature, score, heads, positions, mistake. */
import { html, nothing, type TemplateResult } from 'lit';
import { errorText, segmented, selectField } from '../controls/field.ts';
import { temperatureSlider } from '../controls/temperature-slider.ts';
import { words } from '../i18n/words.ts';
import { chooseMask, chooseScore, onlyGivenScores } from '../model/attention-choices.ts';
import { chooseHeads, typeHeads, workingHeads } from '../model/choices.ts';
import { without } from '../model/control-for.ts';
import { choosePositions, positionLack } from '../model/group-choices.ts';
import { table } from '../model/meaning-table.ts';
import { missingFor } from '../model/mistake-choices.ts';
import { type Mask, mistakes, type Scene } from '../scene/types.ts';
import { type Desk, number, press, why } from './control-context.ts';

export function maskControl(desk: Desk): TemplateResult {
  const { scene, start, work } = desk;
  const mask: Mask = scene.attention.mask ?? { kind: 'none' };
  const painted = [scene, start].some(({ attention }) => attention.mask?.kind === 'painted');
  const kinds: readonly Mask['kind'][] = ['none', 'causal', 'padding', 'window', 'prefix'];
  const options = [...kinds, ...(painted ? (['painted'] as const) : [])].map((value) => ({
    value,
    text: words.controls.masks[value],
  }));
  const { controls: own } = words;
  const [queries, keys] = [work.tokens.length, work.keyTokens.length];
  return html`${segmented({
    id: 'mask',
    label: words.controls.mask,
    options,
    value: mask.kind,
    onChoose: (kind) => {
      const again = kind === 'painted' ? start.attention.mask : undefined;
      const next: Scene =
        again === undefined
          ? chooseMask(scene, kind, null)
          : { ...scene, attention: { ...scene.attention, mask: again } };
      press(desk, next);
    },
  })}
  ${errorText('mask-error', why(desk, 'attention.mask'))}
  ${mask.kind === 'padding' ? maskLength(desk, 'length', own.paddingLength, own.paddingLengthName, 1, keys) : nothing}
  ${mask.kind === 'prefix' ? maskLength(desk, 'length', own.prefixLength, own.prefixLengthName, 0, keys) : nothing}
  ${
    mask.kind === 'window'
      ? html`${maskLength(desk, 'before', own.before, own.beforeName, 0, queries)}
        ${maskLength(desk, 'after', own.after, own.afterName, 0, keys)}`
      : nothing
  }`;
}

function maskLength(desk: Desk, key: string, label: string, name: string, least: number, most: number): TemplateResult {
  const { scene } = desk;
  const mask = scene.attention.mask;
  const value = Number(Reflect.get(Object(mask), key));
  const set = (to: number): void => {
    // The key is one of the mask's own: its form is the parser's to check, as of every scene.
    const next = { ...scene.attention, mask: { ...mask, [key]: to } as Mask };
    desk.edit({ ...scene, attention: next });
  };
  return number(desk, {
    path: `attention.mask.${key}`,
    label,
    name,
    value,
    step: (direction) => {
      const next = Math.round(value + direction);
      return next >= least && next <= most ? next : null;
    },
    onChange: (to) => to !== null && set(to),
  });
}

export function temperatureControl(desk: Desk): TemplateResult {
  const { scene } = desk;
  const temperature = scene.attention.temperature ?? 1;
  const set = (to: number): void => desk.edit({ ...scene, attention: { ...scene.attention, temperature: to } });
  const { temperature: label } = words.controls;
  return html`${number(desk, {
    path: 'attention.temperature',
    label,
    name: label,
    value: temperature,
    onChange: (value) => value !== null && set(value),
  })}
  ${temperatureSlider(label, temperature, set)}`;
}

export function scoreControl(desk: Desk): TemplateResult {
  const { scene, start } = desk;
  const score = scene.attention.score ?? 'scaledDot';
  const given = score === 'given' || start.attention.scores !== undefined;
  const kinds = ['scaledDot', 'dot', 'additive', 'general', 'cosine'] as const;
  const { controls: own } = words;
  return selectField({
    id: 'score',
    label: own.score,
    name: own.scoreName,
    options: [...(given ? (['given'] as const) : []), ...kinds].map((value) => {
      const disabled = onlyGivenScores(scene) && value !== 'given';
      return { value, text: disabled ? own.cannot(own.scores[value], own.onlyGiven) : own.scores[value], disabled };
    }),
    value: score,
    problem: why(desk, 'attention.score'),
    onChoose: (value) => press(desk, chooseScore(scene, value, start)),
  });
}

export function headsControl(desk: Desk): TemplateResult {
  const { scene, work } = desk;
  const { heads } = scene.attention;
  const dModel = work.trace.symbols['d_model'] ?? 1;
  const sizes = { queries: 0, keys: 0, dWord: dModel, dModel, dK: 0, dV: 0 };
  const working = workingHeads(scene, sizes, table, 64);
  return number(desk, {
    path: 'attention.heads',
    label: words.controls.heads,
    name: words.controls.headCountName,
    value: heads,
    step: (direction) =>
      (direction > 0 ? working.find((count) => count > heads) : working.findLast((count) => count < heads)) ?? null,
    onChange: (value, typed) => {
      if (value === null) return;
      if (typed) desk.edit(typeHeads(scene, value, table));
      else press(desk, chooseHeads(scene, value, table));
    },
  });
}

export function positionsControl(desk: Desk): TemplateResult {
  const { scene, start, work } = desk;
  const kinds = ['none', 'sinusoidal', 'learned', 'rope', 'alibi', 'relative'] as const;
  const { controls: own } = words;
  return selectField({
    id: 'positions',
    label: own.positions,
    name: own.positionName,
    options: kinds.map((value) => {
      const lack = positionLack(scene, value, work.trace.symbols['d_k'] ?? 1);
      const text = own.kinds[value];
      return { value, text: lack === null ? text : own.cannot(text, own.lacks[lack]), disabled: lack !== null };
    }),
    value: scene.positions?.kind ?? 'none',
    problem: why(desk, 'positions'),
    onChoose: (kind) => press(desk, choosePositions(scene, kind, start)),
  });
}

export function mistakeControl(desk: Desk): TemplateResult {
  const { scene } = desk;
  const { controls: own } = words;
  return selectField({
    id: 'mistake',
    label: own.mistake,
    name: own.mistakeName,
    options: [
      { value: 'none' as const, text: own.noMistake },
      ...mistakes.map((value) => {
        const lack = missingFor(value, scene, table);
        const { title } = words.mistakes[value];
        return { value, text: lack === null ? title : own.cannot(title, own.needs[lack]), disabled: lack !== null };
      }),
    ],
    value: scene.mistake ?? 'none',
    problem: why(desk, 'mistake'),
    onChoose: (value) => press(desk, value === 'none' ? without(scene, 'mistake') : { ...scene, mistake: value }),
  });
}
