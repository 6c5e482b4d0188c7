/** Controls of what is computed with, and of what is looked at: sentence, seed, head, layer, digits. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { errorText, type Option, segmented, selectField } from '../controls/field.ts';
import { words } from '../i18n/words.ts';
import { otherSeed } from '../model/other-seed.ts';
import { typeSentence } from '../model/sentence-choices.ts';
import { type Desk, number, why } from './control-context.ts';

export function sentenceControl(desk: Desk): TemplateResult {
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

export function headControl(desk: Desk): TemplateResult | typeof nothing {
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

export function layerControl(desk: Desk): TemplateResult | typeof nothing {
  const { work, scene } = desk;
  if (work.layers < 2) return nothing;
  const options = Array.from({ length: work.layers }, (_, at) => ({ value: String(at), text: String(at + 1) }));
  return choice('layer', words.controls.layer, options, String(work.layer), (layer) =>
    desk.edit({ ...scene, view: { ...scene.view, layer: Number(layer) } }),
  );
}

/** Of whatever is drawn: the parameters, else the vectors. */
export function seedControl(desk: Desk): TemplateResult | typeof nothing {
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

export function digitsControl(desk: Desk): TemplateResult {
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
