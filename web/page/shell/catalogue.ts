import { galleryWords } from '../../i18n/gallery.ts';
import { currentLanguage, sourceLanguage } from '../../i18n/messages.ts';
import { openedLesson } from '../../lessons/opened-lessons.ts';
import { homeScene } from '../../scene/home.ts';
import { defaultScene, type Scene, tables } from '../../scene/index.ts';
import { isLessonId, scenes } from '../../scene/lesson-scenes.ts';
import { lookUpWords } from '../../scene/words.ts';
import { isOnStage, isSameButView } from '../../session/state.ts';

/** What a lesson begins with, where it ships or was opened. */
const firstSceneOf = (lesson: string): Scene | undefined =>
  isLessonId(lesson) ? scenes[lesson] : openedLesson(lesson)?.lesson.scene;

/** The lesson that a scene belongs to. */
export const lessonOf = ({ view: { lesson } = {} }: Scene): string | null =>
  lesson !== undefined && firstSceneOf(lesson) !== undefined ? lesson : null;

/** The lesson of a scene that is neither one that ships nor was opened: it stands in a file. */
export const missingLessonOf = ({ view: { lesson } = {} }: Scene): string | null =>
  lesson !== undefined && firstSceneOf(lesson) === undefined ? lesson : null;

/** The same, as one that belongs to no lesson. */
export function withoutLesson({ view, ...scene }: Scene): Scene {
  const { lesson: _, page: __, ...rest } = view ?? {};
  return { ...scene, view: rest };
}

/** What a scene began as, on a page that opened with `openedScene`. A lesson that was left does not return. */
export function startOf(scene: Scene, openedScene: Scene): Scene {
  const lesson = scene.view?.lesson;
  const own = lesson === undefined ? undefined : firstSceneOf(lesson);
  return own ?? (lessonOf(openedScene) === null ? openedScene : defaultScene);
}

let home = { language: sourceLanguage, scene: homeScene };

/** What the page opens with where its address names no scene, in the language that is spoken. Throws what an import throws. */
export async function fetchHome(): Promise<Scene> {
  const language = currentLanguage();
  const { sentence } = galleryWords.items.tired;
  home = { language, scene: await lookUpWords({ ...homeScene, sentence }, language) };
  return home.scene;
}

/** Where "start again" leads from a scene that began as `start`; from one that nobody changed, to what the page begins with. */
export function startAgain(scene: Scene, start: Scene): Scene {
  if (lessonOf(scene) !== null || !isSameButView(scene, start)) return start;
  if (!isOnStage(scene)) return defaultScene;
  return home.language === currentLanguage() ? home.scene : homeScene;
}

const { meaning } = tables;

/** What people read of a head made by hand. */
export function headTitle(head: string): string {
  const known: Readonly<Record<string, string>> = galleryWords.heads;
  return (Object.hasOwn(known, head) ? known[head] : undefined) ?? meaning?.heads[head]?.title ?? head;
}

/** One title a head, where the heads have any. */
export function headTitles(scene: Scene): readonly string[] {
  const { parameters } = scene;
  return parameters.kind === 'handmade' ? parameters.heads.map(headTitle) : [];
}
