import { html, nothing } from 'lit';
import type { LanguageCode } from '../../i18n/language.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import { hasNames } from '../../lessons/document-names.ts';
import type { Course } from '../../lessons/types.ts';
import type { Scene, View } from '../../scene/types.ts';
import { emit } from '../shell/events.ts';

/** The scene with these names for its steps. */
export const withNames = (scene: Scene, names: View['names']): Scene =>
  names === undefined ? scene : { ...scene, view: { ...scene.view, names } };

/** Switches step names and code to those of the lesson's document. */
export function namesSwitch(
  language: LanguageCode,
  host: HTMLElement & { readonly lesson: Course; readonly scene: Scene },
) {
  const { lesson, scene } = host;
  if (!hasNames(lesson.id)) return nothing;
  const choose = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    emit(host, 'sa-lesson-request', {
      kind: 'open',
      scene: withNames(scene, target.checked ? 'document' : 'own'),
    });
  };
  return html`<label class="names">
    <input type="checkbox" .checked=${scene.view?.names === 'document'} @change=${choose} />
    ${lessonWords(language).names}
  </label>`;
}
