import { html, type TemplateResult } from 'lit';
import type { SceneCore } from '../../core/types.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { pageWords } from '../../i18n/page.ts';
import type { Scene } from '../../scene/types.ts';
import { lessonFilePart } from './lesson-file-part.ts';
import { progressOf } from './progress.ts';

/**
 * A reloaded page has lost a lesson from a file and cannot reopen the file by itself. It names the lesson that is
 * needed, beside the control that opens it. The title is known if the lesson was open in this browser before;
 * otherwise its id is shown.
 */
export function missingLesson(
  language: LanguageCode,
  core: SceneCore,
  lesson: string,
  scene: Scene,
  leave: () => void,
): TemplateResult {
  const words = pageWords(language);
  const name = progressOf(lesson)?.title ?? lesson.replace(/^file:/, '');
  return html`<div class="notice missing" role="region" aria-labelledby="missing-lesson">
    <p id="missing-lesson" role="status">${words.link.missingLesson(name)}</p>
    ${lessonFilePart(language, core, null, undefined, scene)}
    <button type="button" class="quiet" @click=${leave}>${words.link.withoutLesson}</button>
  </div>`;
}
