import { galleryWords } from '../../i18n/gallery.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { sourceLanguage } from '../../i18n/language.ts';
import { openedLesson } from '../../lessons/opened-lessons.ts';
import { homeScene, homeSceneOf } from '../../scene/home.ts';
import { defaultScene, type Scene, tables } from '../../scene/index.ts';
import { givenLayers } from '../../scene/layers.ts';
import { isLessonId, scenes } from '../../scene/lesson-scenes.ts';
import { lookUpWords } from '../../scene/words.ts';
import { isOnStage, isSameButView, onScreen } from '../../session/state.ts';

/** The scene a lesson starts with, for a lesson that is built in or was opened from a file. */
const firstSceneOf = (lesson: string): Scene | undefined =>
  isLessonId(lesson) ? scenes[lesson] : openedLesson(lesson)?.lesson.scene;

/** The lesson that a scene belongs to. */
export const lessonOf = ({ view: { lesson } = {} }: Scene): string | null =>
  lesson !== undefined && firstSceneOf(lesson) !== undefined ? lesson : null;

/** The id of a scene's lesson that is neither built in nor opened: it is in a file that the page does not have. */
export const missingLessonOf = ({ view: { lesson } = {} }: Scene): string | null =>
  lesson !== undefined && firstSceneOf(lesson) === undefined ? lesson : null;

/** Buttons among the controls that open a dialog, and the lesson with a page that points at it. */
const lessonOfButton = { 'attention.mask.lab': 'masks', decode: 'decode-with-a-cache' } as const;

/** Whether the controls of a scene have this button. In a lesson they have little room, so a page must point at it. */
export function offersButton(scene: Scene, name: keyof typeof lessonOfButton): boolean {
  const lesson = lessonOf(scene);
  if (lesson === null || lesson === lessonOfButton[name]) return true;
  return openedLesson(lesson)?.lesson.pages.some(({ points }) => points === `control:${name}`) === true;
}

/** The same scene without its lesson. */
export function withoutLesson({ view, ...scene }: Scene): Scene {
  const { lesson: _, page: __, ...rest } = view ?? {};
  return { ...scene, view: rest };
}

/** The start of a scene on a page that opened with `openedScene`. A lesson that the reader left does not come back. */
export function startOf(scene: Scene, openedScene: Scene): Scene {
  const lesson = scene.view?.lesson;
  const own = lesson === undefined ? undefined : firstSceneOf(lesson);
  return own ?? (lessonOf(openedScene) === null ? openedScene : defaultScene);
}

let home = { language: sourceLanguage, scene: homeScene };

/**
 * The scene that the page opens with if the address names none, in the reader's language. Throws what an import
 * throws.
 */
export async function fetchHome(language: LanguageCode): Promise<Scene> {
  const { sentence } = galleryWords(language).items.tired;
  home = { language, scene: await lookUpWords(homeSceneOf(sentence), language) };
  return home.scene;
}

const isUnchanged = (scene: Scene): boolean => [homeScene, home.scene].some((first) => isSameButView(scene, first));

/** Whether a scene is the one that the page opens with, before anything was played or changed. */
export const isHome = (scene: Scene): boolean => scene.view?.at === 0 && isUnchanged(scene);

/**
 * An unchanged first scene in another language, on the screen where it is now. Null for any other scene. Throws what an import throws.
 */
export async function fetchHomeLike(scene: Scene, language: LanguageCode): Promise<Scene | null> {
  if (lessonOf(scene) !== null || !isUnchanged(scene)) return null;
  const found = await fetchHome(language);
  const { at: _, ...view } = found.view ?? {};
  return { ...found, view: { ...scene.view, ...view } };
}

/**
 * Where "start again" leads for a scene that began as `start`. If nothing was changed, it leads to the page's first
 * scene.
 */
export function startAgain(language: LanguageCode, scene: Scene, start: Scene): Scene {
  if (lessonOf(scene) !== null || !isSameButView(scene, start)) return start;
  const own = home.language === language ? home.scene : homeScene;
  if (isOnStage(scene)) return own;
  // The default scene has English words.
  return own === homeScene || language === sourceLanguage ? defaultScene : onScreen(own, 'experiment');
}

const { meaning } = tables;

/** The text about a handmade head. */
export function headTitle(language: LanguageCode, head: string): string {
  const known: Readonly<Record<string, string>> = galleryWords(language).heads;
  return (Object.hasOwn(known, head) ? known[head] : undefined) ?? meaning?.heads[head]?.title ?? head;
}

/** The titles of a layer's heads, if they have any. */
export function headTitles(language: LanguageCode, { embedding, parameters }: Scene, layer = 0): readonly string[] {
  const given = givenLayers(embedding)[layer];
  if (given !== undefined) return given.heads ?? [];
  if (parameters.kind !== 'handmade') return [];
  const heads = parameters.later?.[layer - 1] ?? parameters.heads;
  return heads.map((head) => headTitle(language, head));
}
