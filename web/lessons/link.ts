import { isLessonId } from '../scene/lesson-scenes.ts';
import { decodeLink } from '../scene/link.ts';
import type { Scene } from '../scene/types.ts';

/**
 * The scene of a link, which may name a page of a lesson that ships. Rejects as `decodeLink` does, and if the lesson cannot be
 * loaded.
 */
export async function sceneOfLink(link: string): Promise<Scene> {
  const scene = await decodeLink(link);
  const { lesson, page } = scene.view ?? {};
  if (page === undefined || page === null || !isLessonId(lesson)) return scene;
  const [{ loadLesson }, { linkedScene }] = await Promise.all([import('./catalogue.ts'), import('./course.ts')]);
  return linkedScene(await loadLesson(lesson), scene);
}
