/** Training as a part: fetched for the first element that shows it; what trains is fetched when a reader presses the button. */
import { html, type TemplateResult } from 'lit';
import { elementTrainingWords } from '../i18n/element/training.ts';
import type { SceneResult } from '../trace/scene-result.ts';
import type { Renderer } from './renderer.ts';
import { TrainingFault, trainingOf } from './training/options.ts';
import './training/training-view.ts';

export const trainingPart = (renderer: Renderer, result: SceneResult): TemplateResult => html`<sa-element-training
    .result=${result}
    .text=${renderer.element.training}
    .readonly=${renderer.element.readonly}
    .learn=${renderer.learn}
  ></sa-element-training>`;

/** Throws what is wrong with the attribute. */
export function checkTraining(renderer: Renderer): void {
  const words = elementTrainingWords(renderer.language);
  const { result, element } = renderer;
  if (result === null) return;
  try {
    trainingOf(element.training, result);
  } catch (thrown) {
    if (!(thrown instanceof TrainingFault)) throw thrown;
    throw Object.assign(new Error(words.faults[thrown.fault](thrown.key, thrown.value)), {
      code: 'attribute',
      path: 'training',
    });
  }
}
