/** Takes the place of opened-lessons.ts where a script holds everything: it reads no lessons from files. */
export type { OpenedLesson } from './opened-lessons.ts';

export function openedLesson(_name: string): undefined {}
