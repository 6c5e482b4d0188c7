import { html, nothing } from 'lit';
import type { LanguageCode } from '../../i18n/language.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import type { LessonPage } from '../../lessons/types.ts';
import type { Scene } from '../../scene/types.ts';
import { focusOf, resolved, within } from '../../session/focus.ts';
import { isOnStage } from '../../session/state.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { emit } from '../shell/events.ts';
import { stepOf } from './pointer.ts';

/** What a page of a lesson shows. */
interface Place extends HTMLElement {
  readonly language: LanguageCode;
  readonly scene: Scene;
  readonly result: SceneResult;
}

/** Leads to the chapter of the stage that animates the page's step, for the token in focus. */
export function stageLink(host: Place, { points, plays }: LessonPage) {
  const { language, scene, result } = host;
  const name = plays ?? (points === undefined ? null : stepOf(points));
  if (name === null || result.step(name) === undefined || result.viewport !== null || isOnStage(scene)) return nothing;
  const words = lessonWords(language);
  const open = async (): Promise<void> => {
    try {
      const { journeyOf } = await import('../../stage/journey.ts');
      const { chapters } = journeyOf(language, result, resolved(within(focusOf(scene), result), result).query);
      const time = chapters.findIndex(({ steps }) => steps.includes(name));
      emit(host, 'sa-lesson-request', { kind: 'page', page: scene.view?.page, time: Math.max(0, time) });
    } catch {
      emit(host, 'sa-lesson-request', { kind: 'announce', text: words.noStage });
    }
  };
  return html`<button type="button" class="on-stage" @click=${() => void open()}>
    ${words.onStage(result.called(name) ?? name)}
  </button>`;
}
