/** The controls of an element: fetched for the first that has any. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { chooseHeads, type Sizes, typeHeads, workingHeads } from '../controls/choices.ts';
import { controlFor } from '../controls/control-for.ts';
import { chooseMask, chooseScore, onlyGivenScores } from '../controls/family-choices.ts';
import { errorText, type Option, segmented, selectField } from '../controls/field.ts';
import { choosePositions, positionLack } from '../controls/group-choices.ts';
import { mend } from '../controls/mend.ts';
import { missingFor } from '../controls/mistake-choices.ts';
import type { NumberDetail } from '../controls/number-field.ts';
import { typeSentence } from '../controls/sentence-choices.ts';
import { table } from '../controls/table.ts';
import { without } from '../controls/without.ts';
import { bring } from '../core/brought.ts';
import * as parts from '../core/parts.ts';
import { controls, sentence } from '../i18n/en/controls.ts';
import { family } from '../i18n/en/family.ts';
import { familyLater } from '../i18n/en/family-later.ts';
import { gallery } from '../i18n/en/gallery.ts';
import { mistakes as mistakeTitles } from '../i18n/en/mistakes.ts';
import { teach, words } from '../i18n/held.ts';
import { type Mask, mistakes, type Scene } from '../scene/types.ts';
import type { Problem } from './problem.ts';
import type { Work } from './work.ts';
import '../controls/number-field.ts';

bring(parts);

export { controlsSheet } from './controls-styles.ts';

teach({ controls, sentence, family: { ...family, ...familyLater }, mistakes: mistakeTitles, gallery });

/** What the controls are drawn from. */
export interface Desk {
  readonly names: readonly string[];
  readonly work: Work;
  /** The scene that was asked for last; it may not work. */
  readonly scene: Scene;
  readonly start: Scene;
  readonly problem: Problem | null;
  /** What was typed into the sentence's box, of a scene that keeps tokens and cannot give back the spaces between them. */
  readonly typed: { readonly text: string; readonly scene: Scene } | null;
  /** Grows when boxes must forget what was typed into them. */
  readonly epoch: number;
  readonly edit: (scene: Scene, typed?: string) => void;
}

/** The places of the scene that each control changes, the first of them its own. */
const paths: Readonly<Record<string, readonly string[]>> = {
  sentence: ['sentence', 'tokens'],
  head: ['view.head'],
  layer: ['view.layer'],
  mask: ['attention.mask'],
  temperature: ['attention.temperature'],
  score: ['attention.score'],
  heads: ['attention.heads'],
  positions: ['positions'],
  seed: ['parameters.seed', 'embedding.seed', 'positions.seed'],
  digits: ['view.digits'],
  mistake: ['mistake'],
};

/** Whether a control that is there says what is wrong. */
export function isSaid(problem: Problem, names: readonly string[]): boolean {
  return ownerOf(problem, names) !== null;
}

function ownerOf(problem: Problem, names: readonly string[]): string | null {
  const all = names.flatMap((name) => paths[name] ?? []);
  const path = controlFor(problem, all);
  // What no control shares anything with goes to the sentence, unless it is no fault of the scene.
  if (path === 'sentence' && !problem.path.startsWith('/')) return null;
  return all.includes(path) ? path : null;
}

const why = ({ problem, names }: Desk, ...own: readonly string[]): string =>
  problem !== null && own.includes(ownerOf(problem, names) ?? '') ? problem.message : '';

/** Pressed: what the choice cannot work without comes along. */
function press(desk: Desk, scene: Scene): void {
  const { tokens, keyTokens, trace } = desk.work;
  const symbol = (name: string): number => trace.symbols[name] ?? 1;
  const sizes: Sizes = {
    queries: tokens.length,
    keys: keyTokens.length,
    dWord: trace.symbols['d_word'] ?? symbol('d_model'),
    dModel: symbol('d_model'),
    dK: symbol('d_k'),
    dV: symbol('d_v'),
  };
  desk.edit(mend(scene, desk.scene, sizes, table));
}

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

function sentenceControl(desk: Desk): TemplateResult {
  const { scene, typed, work } = desk;
  const text = typed?.scene === scene ? typed.text : (scene.sentence ?? (scene.tokens ?? work.tokens).join(' '));
  const problem = why(desk, 'sentence', 'tokens');
  const input = ({ target }: Event): void => {
    if (target instanceof HTMLTextAreaElement) desk.edit(typeSentence(scene, target.value), target.value);
  };
  return html`<label for="sentence-input">${words.sentence.label}</label>
    <textarea
      id="sentence-input"
      rows="1"
      dir="auto"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      aria-invalid=${problem === '' ? 'false' : 'true'}
      aria-describedby=${problem === '' ? nothing : 'sentence-error'}
      .value=${live(text)}
      @input=${input}
    ></textarea>
    ${errorText('sentence-error', problem === '' ? '' : words.sentence.problem(problem))}`;
}

/** Few side by side, many in a list. */
function choice(
  id: string,
  label: string,
  options: readonly Option<string>[],
  value: string,
  onChoose: (value: string) => void,
): TemplateResult {
  return options.length <= 6
    ? segmented({ id, label, options, value, onChoose })
    : selectField({ id, label, options, value, problem: '', onChoose });
}

function headControl(desk: Desk): TemplateResult | typeof nothing {
  const { work, scene } = desk;
  if (work.heads < 2) return nothing;
  const names = work.scene.parameters.kind === 'handmade' ? work.scene.parameters.heads : [];
  const titles: Readonly<Record<string, string>> = words.gallery.heads;
  const options = Array.from({ length: work.heads }, (_, head) => {
    const title = titles[names[head] ?? ''];
    return { value: String(head), text: title === undefined ? `${head + 1}` : `${head + 1} · ${title}` };
  });
  return choice('head', words.element.head, options, String(work.head), (head) =>
    desk.edit({ ...scene, view: { ...scene.view, head: Number(head) } }),
  );
}

function layerControl(desk: Desk): TemplateResult | typeof nothing {
  const { work, scene } = desk;
  if (work.layers < 2) return nothing;
  const options = Array.from({ length: work.layers }, (_, at) => ({ value: String(at), text: String(at + 1) }));
  return choice('layer', words.family.layer, options, String(work.layer), (layer) =>
    desk.edit({ ...scene, view: { ...scene.view, layer: Number(layer) } }),
  );
}

function maskControl(desk: Desk): TemplateResult {
  const { scene, start, work } = desk;
  const mask: Mask = scene.attention.mask ?? { kind: 'none' };
  const painted = [scene, start].some(({ attention }) => attention.mask?.kind === 'painted');
  const kinds: readonly Mask['kind'][] = ['none', 'causal', 'padding', 'window', 'prefix'];
  const options = [...kinds, ...(painted ? (['painted'] as const) : [])].map((value) => ({
    value,
    text: words.family.masks[value],
  }));
  const { family: own } = words;
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

/** The slider's positions are logarithmic, with 1 in the middle. */
const temperatureOf = (position: number): number => Number((10 ** (position / 50)).toPrecision(3));
const positionOf = (temperature: number): number =>
  temperature > 0 ? Math.round(Math.max(-50, Math.min(50, Math.log10(temperature) * 50))) : -50;

function temperatureControl(desk: Desk): TemplateResult {
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
    <input
      type="range"
      class="slider"
      aria-label=${label}
      aria-valuetext=${String(temperature)}
      min="-50"
      max="50"
      step="1"
      .value=${live(String(positionOf(temperature)))}
      @input=${({ target }: Event) => target instanceof HTMLInputElement && set(temperatureOf(target.valueAsNumber))}
    />`;
}

function scoreControl(desk: Desk): TemplateResult {
  const { scene, start } = desk;
  const score = scene.attention.score ?? 'scaledDot';
  const given = score === 'given' || start.attention.scores !== undefined;
  const kinds = ['scaledDot', 'dot', 'additive', 'general', 'cosine'] as const;
  const { family: own } = words;
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

function headsControl(desk: Desk): TemplateResult {
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

function positionsControl(desk: Desk): TemplateResult {
  const { scene, start, work } = desk;
  const kinds = ['none', 'sinusoidal', 'learned', 'rope', 'alibi', 'relative'] as const;
  const { family: own } = words;
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

/** Of whatever is drawn: the parameters, else the vectors. */
function seedControl(desk: Desk): TemplateResult | typeof nothing {
  const { scene } = desk;
  const { parameters, embedding } = scene;
  const { controls: own } = words;
  const drawn =
    parameters.kind === 'random'
      ? {
          path: 'parameters.seed',
          name: own.parameterSeed,
          reroll: own.rerollParameters,
          seed: parameters.seed,
          set: (seed: number) => desk.edit({ ...scene, parameters: { ...parameters, seed } }),
        }
      : embedding.kind === 'random' || embedding.kind === 'table'
        ? {
            path: 'embedding.seed',
            name: own.embeddingSeed,
            reroll: own.rerollEmbedding,
            seed: embedding.seed ?? 1,
            set: (seed: number) => desk.edit({ ...scene, embedding: { ...embedding, seed } }),
          }
        : null;
  if (drawn === null) return nothing;
  const { path, name, reroll, seed, set } = drawn;
  return html`${number(desk, { path, label: own.seed, name, value: seed, onChange: (to) => to !== null && set(to) })}
    <button type="button" aria-label=${reroll} @click=${() => set(otherSeed(seed))}>${own.reroll}</button>`;
}

/** Short enough to be read out. */
function otherSeed(seed: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const next = 1 + (random % 9998);
  return next >= seed ? next + 1 : next;
}

function digitsControl(desk: Desk): TemplateResult {
  const { scene, work } = desk;
  const value = scene.view?.digits ?? work.digits;
  return number(desk, {
    path: 'view.digits',
    label: words.controls.digits,
    name: words.controls.digitsName,
    value,
    step: (direction) => (value + direction >= 0 && value + direction <= 6 ? value + direction : null),
    onChange: (digits) => digits !== null && desk.edit({ ...scene, view: { ...scene.view, digits } }),
  });
}

function mistakeControl(desk: Desk): TemplateResult {
  const { scene } = desk;
  const { family: own } = words;
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

function number(
  desk: Desk,
  field: {
    readonly path: string;
    readonly label: string;
    readonly name: string;
    readonly value: number;
    readonly step?: (direction: -1 | 1) => number | null;
    readonly onChange: (value: number | null, typed: boolean) => void;
  },
): TemplateResult {
  return html`<sa-number
    .control=${field.path.replaceAll('.', '-')}
    .label=${field.label}
    .name=${field.name}
    .value=${field.value}
    .step=${field.step ?? null}
    .problem=${why(desk, field.path)}
    .epoch=${desk.epoch}
    @sa-number=${({ detail }: CustomEvent<NumberDetail>) => field.onChange(detail.value, detail.typed)}
  ></sa-number>`;
}
