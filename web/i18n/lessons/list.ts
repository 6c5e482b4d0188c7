import { lessonList as english } from '../en/lessons/list.ts';
import { messages } from '../messages.ts';

/** What is said of each lesson before it is opened. */
export const lessonList = messages(
  english,
  import.meta.glob<typeof english>(['../*/lessons/list.ts', '!../en/lessons/*'], { import: 'lessonList' }),
);
