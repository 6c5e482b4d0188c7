import { holds, isSolved, type LessonState } from '../../lessons/condition.ts';
import type { Course } from '../../lessons/types.ts';
import { normalScene } from '../../scene/index.ts';
import type { Scene } from '../../scene/types.ts';
import { itemsOf, type LessonItem, turnedTo } from './items.ts';

/** The last item at or before `index` with a scene. A page without one continues with the scene on show. */
export function openerOf(lesson: Course, index: number): number {
  const items = itemsOf(lesson);
  if (items[index]?.kind === 'challenge') return index;
  return Math.max(
    0,
    items.findLastIndex((item, position) => position <= index && item.kind === 'page' && item.page.scene !== undefined),
  );
}

/** The scene of an item that is opened afresh. */
export function sceneAt(lesson: Course, index: number): Scene {
  const item = itemsOf(lesson)[openerOf(lesson, index)];
  const own = item?.kind === 'challenge' ? item.challenge.start : item?.page.scene;
  const scene = own ?? lesson.scene;
  const position = momentAt(lesson, index);
  const view = {
    ...turnedTo({ ...scene.view, lesson: lesson.id }, lesson, index),
    ...(position === undefined ? {} : { at: position }),
  };
  return normalScene({ ...scene, view });
}

/** The moment of the stage that a page is about. */
export function momentAt(lesson: Course, index: number): number | undefined {
  const item = itemsOf(lesson)[index];
  return item?.kind === 'page' ? item.page.at : undefined;
}

/** Whether the reader has done what an item asks for. Null if it asks for nothing. */
export function isDone(item: LessonItem, moment: LessonState): boolean | null {
  if (item.kind === 'challenge') return isSolved(item.challenge, moment);
  return item.page.until === undefined ? null : holds(item.page.until, moment);
}

/** A scene without its place in a lesson and on the stage, for comparison. */
export function bare(scene: Scene): string {
  const { view, ...rest } = normal(scene);
  const { page: _, at: __, names: ___, ...seen } = view ?? {};
  return JSON.stringify([rest, seen]);
}

/** Typed numbers may not be valid yet (1e39). Such a scene is compared as it is. */
function normal(scene: Scene): Scene {
  try {
    return normalScene(scene);
  } catch {
    return scene;
  }
}
