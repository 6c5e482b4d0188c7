import { html, nothing, type TemplateResult } from 'lit';
import { elementWords } from '../i18n/element/element.ts';
import { viewWords } from '../i18n/views.ts';
import { outOfVocabularyOf } from '../trace/out-of-vocabulary.ts';
import { visibleToken } from '../trace/token-text.ts';
import { heatmap, lines } from '../views/attention-pictures.ts';
import type { WeightTransition } from '../views/shared/weight-transition.ts';
import type { View } from './extra-views.ts';
import { lazyModules } from './lazy-modules.ts';
import type { Renderer } from './renderer.ts';

/** The parts in their boxes, and below them which words have vectors that nobody wrote by hand. */
export function contentOf(renderer: Renderer, view: View): TemplateResult {
  const { missing, learned } = outOfVocabularyOf(view.result);
  const { random, learned: guessed } = viewWords(renderer.language).tokens;
  const own = (name: string): TemplateResult | undefined => {
    if (name === 'stage') return lazyModules.stage.loaded?.stagePart(renderer, view.result);
    if (name !== 'training') return undefined;
    return lazyModules.training === null
      ? html`<p class="hint">${elementWords(renderer.language).noTraining}</p>`
      : lazyModules.training.loaded?.trainingPart(renderer, view.result);
  };
  return html`${renderer.parts.map(
    ({ name, box }) =>
      html`<div class=${box} part=${name}>${own(name) ?? pictureOf(name, view, renderer.weights) ?? lazyModules.views.loaded?.partOf(name, view)}</div>`,
  )}${unwritten(missing, random)}${unwritten(learned, guessed)}`;
}

/** The pictures that every element comes with; undefined for the other parts. */
function pictureOf(
  name: string,
  { language, result, focusOn }: View,
  weights: WeightTransition,
): TemplateResult | typeof nothing | undefined {
  if (name !== 'heatmap' && name !== 'lines') return undefined;
  if (result.step('weights') === undefined) return nothing;
  const { head, heads } = result;
  const data = result.ofHead(result.weightsStep, head);
  if (data !== null) weights.start({ data, queries: result.tokens, keys: result.keyTokens });
  const { shown: transition, movement } = weights;
  const label = elementWords(language).weights(head + 1, heads);
  const picture = { result, head, label, focusOn, transition, movement };
  return name === 'heatmap' ? heatmap(picture) : lines(picture);
}

/** The words, and where their vectors come from. */
const unwritten = (words: readonly string[], why: string): TemplateResult | typeof nothing =>
  words.length === 0 ? nothing : html`<small class="missing">${words.map(visibleToken).join(', ')} (${why})</small>`;

/**
 * Calls what the views in a frame, and those in them, have of such methods. A view is known by its methods: it may be of the page's
 * own copy of this code.
 */
export function callViews(frame: ParentNode, names: readonly string[], ...values: readonly unknown[]): void {
  for (const view of frame.querySelectorAll('*')) {
    for (const name of names) {
      const method: unknown = Reflect.get(view, name);
      if (typeof method === 'function') method.apply(view, values);
    }
    if (view.shadowRoot !== null) callViews(view.shadowRoot, names, ...values);
  }
}
