import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { segmented } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { pageWords } from '../../i18n/page.ts';
import { trainingWords } from '../../i18n/training.ts';
import { resolved, selectedView } from '../../session/focus.ts';
import { explain } from '../../session/problem.ts';
import { onScreen, trainingViewOf } from '../../session/state.ts';
import { lazy } from '../lazy.ts';
import { headTitles, lessonOf } from './catalogue.ts';
import { type DetailEvent, emit } from './events.ts';
import type { ScreenProps } from './screens.ts';
import { bottomBar, sidebar } from './sidebar.ts';
import '../attention/attention-panel.ts';

const training = IS_ONE_SCRIPT
  ? null
  : lazyModule(() =>
      Promise.all([import('../training/task/task-section.ts'), import('../training/training-panel.ts')]),
    );

/** The screen that trains: a task first, then the weights of the page's own sentence. With a lesson, its text is beside them. */
export function trainScreen(props: ScreenProps): TemplateResult {
  const { language } = props;
  const main = html`<main id="main" class="train-screen">
    ${props.notice}
    ${training === null ? html`<p class="note" role="status">${pageWords(language).picture.learnElsewhere}</p>${sentenceAndWeights(props, true)}` : lazy(language, training, () => html`<sa-train-parts .props=${props}></sa-train-parts>`)}
  </main>`;
  if (lessonOf(props.scene) === null) return main;
  const shell =
    props.screen.sheet === 'none' ? 'shell with-stage with-lesson' : 'shell with-stage with-lesson with-sheet';
  return html`<div class=${shell}>${main} ${sidebar(props, null)}</div>
    ${bottomBar(props, false)}`;
}

/** What is trained: a model on a task, or the weights of the page's own sentence. Both keep their runs while the other is on show. */
class TrainParts extends LightDomElement {
  @property({ attribute: false }) props!: ScreenProps;
  private hasShownSentence = false;

  protected override willUpdate(): void {
    this.hasShownSentence ||= trainingViewOf(this.props.scene) !== 'task';
  }

  protected override render(): TemplateResult {
    const { props } = this;
    const { scene, result } = props;
    const words = trainingWords(this.language);
    const hasSentence = result.viewport === null;
    const isTask = trainingViewOf(scene) === 'task' || !hasSentence;
    return html`${
      hasSentence
        ? html`<div class="train-choice">
            ${segmented({
              id: 'train-what',
              label: words.what,
              options: [
                { value: 'task', text: words.aTask },
                { value: 'paint', text: words.ownSentence },
              ],
              value: isTask ? 'task' : 'paint',
              onChoose: (value) => emit(this, 'sa-training-view', value),
            })}
          </div>`
        : nothing
    }
      <section class="training" aria-labelledby="task-title" ?hidden=${!isTask} @sa-open-scene=${openModel}>
        <sa-train-task .scene=${scene}></sa-train-task>
      </section>
      ${hasSentence && this.hasShownSentence ? html`<div ?hidden=${isTask}>${ownSentence(props)}</div>` : nothing}`;
  }
}
customElements.define('sa-train-parts', TrainParts);

/** The weights of the page's sentence as a target: the sentence and its heads, then the target, the weights and the run. */
function ownSentence(props: ScreenProps): TemplateResult {
  const { result } = props;
  const { head } = selectedView(result.scene, result);
  const { query } = resolved(props.hovered ?? props.pinned, result);
  return html`<div class="own-sentence">
    <div class="own-text">${sentenceAndWeights(props, false)}</div>
    <sa-training .result=${result} .head=${head} .query=${query} .inLesson=${false} .isInside=${trainingViewOf(props.scene) === 'step'}></sa-training>
  </div>`;
}

/** The sentence and its heads. A saved page has no training, so it shows the heatmap of the weights. */
function sentenceAndWeights(props: ScreenProps, hasPictures: boolean): TemplateResult {
  const { language, scene, result, problem } = props;
  const { head } = selectedView(result.scene, result);
  const { focusOn, query } = resolved(props.hovered ?? props.pinned, result);
  const sentences = props.sentences(focusOn);
  return html`${sentences.box(sentences.examples)} ${sentences.tokens} ${sentences.encoder}
    <sa-attention
      .hasPictures=${hasPictures}
      .result=${result}
      .head=${head}
      .selected=${problem === null ? selectedView(scene, result) : { head, layer: result.layer }}
      .query=${query}
      .headNames=${headTitles(language, result.scene)}
      .focusOn=${focusOn}
      .problem=${problem === null ? '' : explain(language, problem)}
      .computeAnyway=${problem?.computeAnyway}
    ></sa-attention>`;
}

/** The trained model becomes the page's scene, as a step that can be undone. */
function openModel({ target, detail }: DetailEvent<'sa-open-scene'>): void {
  emit(target instanceof Element ? target : null, 'sa-edit', {
    scene: onScreen(detail.scene, 'train'),
    controlId: 'training.model',
  });
}
