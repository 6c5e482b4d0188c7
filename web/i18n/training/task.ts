import { task as english } from '../en/training/task.ts';
import { messages } from '../messages.ts';

/** The part of the panel that trains a model on a task. */
export const taskWords = messages(
  english,
  import.meta.glob<typeof english>(['../*/training/task.ts', '!../en/training/*'], { import: 'task' }),
);
