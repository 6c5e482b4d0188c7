import { normalScene } from '../scene/defaults.ts';
import type { Scene, View } from '../scene/types.ts';
import { indexOf, itemsOf, turnedTo } from './items.ts';
import type { Course } from './types.ts';

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

/**
 * The scene that a link to a page means. The keys of a link change the lesson's first scene. Where they change none of its numbers,
 * the page's own scene opens, in the view that they ask for.
 */
export function linkedScene(lesson: Course, scene: Scene): Scene {
  const index = indexOf(lesson, scene.view?.page);
  if (index <= 0 || numbersOf(scene) !== numbersAt(lesson, 0)) return scene;
  const target = sceneAt(lesson, index);
  const [first, asked] = [normalView(lesson.scene), normalView(scene)];
  const view: Record<string, unknown> = { ...target.view };
  for (const key of new Set([...Object.keys(first), ...Object.keys(asked)])) {
    const value = Reflect.get(asked, key);
    if (JSON.stringify(value) === JSON.stringify(Reflect.get(first, key))) continue;
    if (value === undefined) delete view[key];
    else view[key] = value;
  }
  return normalScene({ ...target, view });
}

/** The next item's scene, with the names and the format of numbers that the reader chose on the last one. */
export function withChoices(next: Scene, { view: chosen = {} }: Scene, { view: opened = {} }: Scene): Scene {
  const { names, digits, notation } = chosen;
  const isChosen = digits !== opened.digits || notation !== opened.notation;
  const { digits: _, notation: __, ...view } = next.view ?? {};
  const format = { ...(digits === undefined ? {} : { digits }), ...(notation === undefined ? {} : { notation }) };
  return {
    ...next,
    view: { ...(isChosen ? { ...view, ...format } : next.view), ...(names === undefined ? {} : { names }) },
  };
}

/** A scene without its place in a lesson, its place on the stage and how its numbers are written, for comparison. */
export function bare(scene: Scene): string {
  const { view, ...rest } = normal(scene);
  const { page: _, at: __, names: ___, digits: ____, notation: _____, ...seen } = view ?? {};
  return JSON.stringify([rest, seen]);
}

const known = new WeakMap<Scene, string>();

/** Everything in a scene that decides its numbers, for comparison. */
export function numbersOf(scene: Scene): string {
  const found = known.get(scene);
  if (found !== undefined) return found;
  const { view: _, ...rest } = normal(scene);
  const text = JSON.stringify(rest);
  known.set(scene, text);
  return text;
}

const pages = new WeakMap<Course, Map<number, string>>();

/** The same for an item that is opened afresh. */
export function numbersAt(lesson: Course, index: number): string {
  const found = pages.get(lesson) ?? new Map<number, string>();
  pages.set(lesson, found);
  const text = found.get(index) ?? numbersOf(sceneAt(lesson, index));
  found.set(index, text);
  return text;
}

const normalView = (scene: Scene): View => normal(scene).view ?? {};

/** Typed numbers may not be valid yet (1e39). Such a scene is compared as it is. */
function normal(scene: Scene): Scene {
  try {
    return normalScene(scene);
  } catch {
    return scene;
  }
}
