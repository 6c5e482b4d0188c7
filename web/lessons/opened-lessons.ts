import type { Course, LessonText, Source } from './types.ts';

/** A lesson that was read from a file. */
export interface OpenedLesson {
  readonly lesson: Course & { readonly source?: Source };
  readonly text: LessonText;
  /** The language of its words. Null if the file does not say. */
  readonly language: string | null;
}

/** By their name in a scene's view. They are kept as long as the page is open. */
const opened = new Map<string, OpenedLesson>();

export const openedLesson = (name: string): OpenedLesson | undefined => opened.get(name);

/** In the order they were first opened. */
export const openedLessons = (): readonly OpenedLesson[] => [...opened.values()];

/** Replaces one with the same id. */
export const keepOpened = (own: OpenedLesson): void => void opened.set(own.lesson.id, own);
