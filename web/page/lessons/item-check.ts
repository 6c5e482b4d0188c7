import { type LessonState, type Verdict, verdictOf } from '../../lessons/condition.ts';
import { bare, openerOf, sceneAt } from '../../lessons/course.ts';
import { itemsOf, type LessonItem } from '../../lessons/items.ts';
import { openedLesson } from '../../lessons/opened-lessons.ts';
import type { Course } from '../../lessons/types.ts';
import type { Scene } from '../../scene/types.ts';
import { keepProgress, type Progress, progressOf } from './progress.ts';

/** Checks what pages and challenges ask for, and saves what was done in progress.ts. */
export class ItemCheck {
  /** Where the reader started the item on show, and whether its condition held at the last check. */
  private begun: { readonly index: number; readonly scene: Scene; done: boolean | null; bare?: string } | null = null;

  /** How many cells the item on show compares, if those are too many to check. */
  excess: number | null = null;

  constructor(private readonly lesson: Course) {}

  /** The scene in which the reader started the item on show. */
  get start(): Scene | null {
    return this.begun?.scene ?? null;
  }

  isDone({ id }: LessonItem): boolean {
    return progressOf(this.lesson.id)?.done.includes(id) ?? false;
  }

  /** Whether the scene changed since the reader came to the item. */
  hasChanged(scene: Scene): boolean {
    const { begun } = this;
    if (begun === null || begun.scene === scene) return false;
    begun.bare ??= bare(begun.scene);
    return begun.bare !== bare(scene);
  }

  /** Checks the item at `index`, with `scene` on show. Returns whether the reader has just completed it. */
  check(item: LessonItem, index: number, scene: Scene, stateSince: (start: Scene) => LessonState): boolean {
    if (this.begun?.index !== index) {
      const own = item.kind === 'challenge' || openerOf(this.lesson, index) === index;
      this.begun = { index, scene: own ? sceneAt(this.lesson, index) : scene, done: null };
    }
    const before = this.begun.done;
    const verdict = verdictOn(item, stateSince(this.begun.scene));
    this.begun.done = verdict?.holds ?? null;
    this.excess = verdict?.excess ?? null;
    const news = this.begun.done === true && !this.isDone(item);
    this.keep(item, news);
    // A condition that held from the start was not met by the reader.
    return news && before !== null;
  }

  /** Saves that an item was read and done. */
  private keep({ id }: LessonItem, isDone: boolean): void {
    const { read, done }: Progress = progressOf(this.lesson.id) ?? { read: [], done: [], of: 0 };
    if (read.includes(id) && !isDone) return;
    const title = openedLesson(this.lesson.id)?.text.title;
    keepProgress(this.lesson.id, {
      read: [...new Set([...read, id])],
      done: isDone ? [...done, id] : done,
      of: itemsOf(this.lesson).length,
      ...(title === undefined ? {} : { title }),
    });
  }
}

/** Whether the reader has done what an item asks for. Null if it asks for nothing. */
function verdictOn(item: LessonItem, moment: LessonState): Verdict | null {
  if (item.kind === 'challenge') return verdictOf(item.challenge.check, item.challenge.forbid ?? [], moment);
  return item.page.until === undefined ? null : verdictOf(item.page.until, [], moment);
}
