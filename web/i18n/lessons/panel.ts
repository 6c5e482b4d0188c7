import { lesson as english } from '../en/lessons/panel.ts';
import { messages } from '../messages.ts';

/** What stands around a lesson; its own text is in texts.ts. */
export const lessonWords = messages(
  english,
  import.meta.glob<typeof english>(['../*/lessons/panel.ts', '!../en/lessons/*'], { import: 'lesson' }),
);
