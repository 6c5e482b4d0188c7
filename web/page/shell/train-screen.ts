import { html, nothing, type TemplateResult } from 'lit';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { pageWords } from '../../i18n/page.ts';
import { trainingWords } from '../../i18n/training.ts';
import { resolved, selectedView } from '../../session/focus.ts';
import { explain } from '../../session/problem.ts';
import { onScreen } from '../../session/state.ts';
import { lazy } from '../lazy.ts';
import { headTitles, lessonOf } from './catalogue.ts';
import { type DetailEvent, emit } from './events.ts';
import type { ScreenProps } from './screens.ts';
import { bottomBar, sidebar } from './sidebar.ts';
import '../attention/attention-panel.ts';

const training = IS_ONE_SCRIPT ? null : lazyModule(() => import('../training/training-panel.ts'));

/** The screen that trains: a task first, then the weights of the page's own sentence. With a lesson, its text is beside them. */
export function trainScreen(props: ScreenProps): TemplateResult {
  const { language } = props;
  const main = html`<main id="main" class="train-screen">
    ${props.notice}
    ${training === null ? html`<p class="note" role="status">${pageWords(language).picture.learnElsewhere}</p>${sentenceAndWeights(props)}` : lazy(language, training, () => parts(props))}
  </main>`;
  if (lessonOf(props.scene) === null) return main;
  const shell = props.screen.sheet === 'none' ? 'shell with-stage' : 'shell with-stage with-sheet';
  return html`<div class=${shell}>${main} ${sidebar(props, null)}</div>
    ${bottomBar(props, false)}`;
}

function parts(props: ScreenProps): TemplateResult {
  const { scene, result } = props;
  return html`<section class="training" aria-labelledby="task-title" @sa-open-scene=${openModel}>
      <sa-train-task .scene=${scene}></sa-train-task>
    </section>
    ${result.viewport === null ? ownSentence(props) : nothing}`;
}

/** The weights of the page's sentence as a target: the sentence and its heatmap, then the target and its gradient. */
function ownSentence(props: ScreenProps): TemplateResult {
  const { language, result } = props;
  const { head } = selectedView(result.scene, result);
  const { query } = resolved(props.hovered ?? props.pinned, result);
  return html`<section class="own-sentence">
    <h2>${trainingWords(language).ownSentence}</h2>
    ${sentenceAndWeights(props)}
    <sa-training .result=${result} .head=${head} .query=${query} .inLesson=${false}></sa-training>
  </section>`;
}

/** The sentence and the heatmap of its weights, which a saved page shows without the training. */
function sentenceAndWeights(props: ScreenProps): TemplateResult {
  const { language, scene, result, problem } = props;
  const { head } = selectedView(result.scene, result);
  const { focusOn, query } = resolved(props.hovered ?? props.pinned, result);
  const sentences = props.sentences(focusOn);
  return html`${sentences.box(sentences.examples)} ${sentences.tokens} ${sentences.encoder}
    <sa-attention
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
