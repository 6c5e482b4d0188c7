/** The controls of an element: fetched for the first that has any. */

import { html, nothing, type TemplateResult } from 'lit';
import {
  digitsControl,
  headCountControl,
  maskControl,
  mistakeControl,
  positionControl,
  scoreControl,
  temperatureControl,
} from '../controls/attention-controls.ts';
import { ControlContext, type ControlState } from '../controls/control-context.ts';
import { type Option, segmented, selectField, sentenceInput } from '../controls/field.ts';
import { controlWords, sentenceWords } from '../i18n/controls.ts';
import { elementWords } from '../i18n/element/element.ts';
import { galleryWords } from '../i18n/gallery.ts';
import type { LanguageCode } from '../i18n/language.ts';
import { elementControlPaths } from '../scene/controls.ts';
import type { Scene } from '../scene/types.ts';
import { withWords } from '../scene/words.ts';
import { controlFor, type Problem } from '../session/problem.ts';
import { typeSentence } from '../session/scene-choices.ts';

export { controlsStyles } from './controls-styles.ts';

/** What the controls of an element are drawn from. */
export interface ElementControls extends Omit<ControlState, 'problem' | 'onEdit'> {
  /** Of the controls, in their order. */
  readonly names: readonly string[];
  readonly problem: Problem | null;
  /** The problem in the language that is spoken. */
  readonly problemText: string;
  /** What was typed into the sentence's box, of a scene that keeps tokens and cannot give back the spaces between them. */
  readonly typed: { readonly text: string; readonly scene: Scene } | null;
  /** `instead`: only while that is the scene on show. */
  readonly onEdit: (scene: Scene, typed?: string, instead?: Scene | null) => void;
}

/** Whether a control that is there says what is wrong. */
export const isShownByControl = (problem: Problem, names: readonly string[]): boolean =>
  pathShowing(problem, names) !== null;

function pathShowing(problem: Problem, names: readonly string[]): string | null {
  const all = names.flatMap((name) => elementControlPaths[name] ?? []);
  const path = controlFor(problem, all);
  // What no control shares anything with goes to the sentence, unless it is no fault of the scene.
  if (path === 'sentence' && !problem.path.startsWith('/')) return null;
  return all.includes(path) ? path : null;
}

/** The controls of those names, in their order. */
export function controlsOf(given: ElementControls): TemplateResult {
  const words = controlWords(given.language);
  const { names, problem, problemText } = given;
  const path = problem && pathShowing(problem, names);
  const context = new ControlContext({
    ...given,
    problem: path === null ? null : { path, text: problemText },
    onEdit: (scene) => given.onEdit(scene),
  });
  const drawings: Readonly<Record<string, () => TemplateResult | typeof nothing>> = {
    sentence: () => sentenceControl(context, given),
    head: () => headControl(context),
    layer: () => layerControl(context),
    mask: () => maskControl(context),
    temperature: () => temperatureControl(context),
    score: () => scoreControl(context),
    heads: () => headCountControl(context, words.heads),
    positions: () => positionControl(context, words.positions),
    seed: () => seedControl(context),
    digits: () => digitsControl(context),
    mistake: () => mistakeControl(context),
  };
  return html`${names.map((name) => {
    const drawn = drawings[name]?.() ?? nothing;
    return drawn === nothing ? nothing : html`<div class="control ${name}-control" part="control">${drawn}</div>`;
  })}`;
}

function sentenceControl(context: ControlContext, { typed, onEdit }: ElementControls): TemplateResult {
  const { scene, result } = context.state;
  const language = context.language;
  const type = (text: string): void => {
    const use = (written: Scene, instead: Scene | null): void => onEdit(written, text, instead);
    // Words whose rows do not come keep random vectors, and are named as such.
    withWords(typeSentence(scene, text), language, use).catch(() => undefined);
  };
  return html`<label for="sentence-input">${sentenceWords(context.language).label}</label>
    ${sentenceInput(context.language, {
      id: 'sentence-input',
      error: 'sentence-error',
      text: typed?.scene === scene ? typed.text : (scene.sentence ?? (scene.tokens ?? result.tokens).join(' ')),
      problem: context.why('sentence', 'tokens'),
      onType: type,
    })}`;
}

/** Few side by side, many in a list. */
function choice(
  language: LanguageCode,
  id: string,
  label: string,
  options: readonly Option<string>[],
  value: number,
  onChoose: (value: number) => void,
): TemplateResult {
  const field = { id, label, options, value: String(value), onChoose: (chosen: string) => onChoose(Number(chosen)) };
  return options.length <= 6 ? segmented(field) : selectField(language, { ...field, problem: '' });
}

function headControl(context: ControlContext): TemplateResult | typeof nothing {
  const { result, scene } = context.state;
  if (result.heads < 2) return nothing;
  const { parameters } = result.scene;
  const names = parameters.kind === 'handmade' ? parameters.heads : [];
  const titles: Readonly<Record<string, string>> = galleryWords(context.language).heads;
  const options = Array.from({ length: result.heads }, (_, head) => {
    const title = titles[names[head] ?? ''];
    return { value: String(head), text: title === undefined ? `${head + 1}` : `${head + 1} · ${title}` };
  });
  return choice(context.language, 'head', elementWords(context.language).head, options, result.head, (head) =>
    context.edit({ ...scene, view: { ...scene.view, head } }, 'view.head'),
  );
}

function layerControl(context: ControlContext): TemplateResult | typeof nothing {
  const { result, scene } = context.state;
  if (result.layers < 2) return nothing;
  const options = Array.from({ length: result.layers }, (_, index) => ({
    value: String(index),
    text: String(index + 1),
  }));
  return choice(context.language, 'layer', controlWords(context.language).layer, options, result.layer, (layer) =>
    context.edit({ ...scene, view: { ...scene.view, layer } }, 'view.layer'),
  );
}

/** The seed of whatever is drawn at random: the parameters, else the embeddings. */
function seedControl(context: ControlContext): TemplateResult | typeof nothing {
  const words = controlWords(context.language);
  const { parameters, embedding } = context.state.scene;
  if (parameters.kind === 'random')
    return context.seed('parameters.seed', words.parameterSeed, words.rerollParameters, parameters.seed, (seed) =>
      context.setPart('parameters', { ...parameters, seed }, 'seed'),
    );
  if (embedding.kind === 'random' || embedding.kind === 'table')
    return context.seed('embedding.seed', words.embeddingSeed, words.rerollEmbedding, embedding.seed ?? 1, (seed) =>
      context.setPart('embedding', { ...embedding, seed }, 'seed'),
    );
  return nothing;
}
