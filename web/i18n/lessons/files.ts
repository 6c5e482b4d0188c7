import { lessonFiles as english } from '../en/lessons/files.ts';
import { messages } from '../messages.ts';

/** What is said of lessons in files, and of what is wrong with one. */
export const lessonFiles = messages(
  english,
  import.meta.glob<typeof english>(['../*/lessons/files.ts', '!../en/lessons/*'], { import: 'lessonFiles' }),
);
