import { elementTraining as english } from '../en/element/training.ts';
import { messages } from '../messages.ts';

/** What an element says that trains. */
export const elementTrainingWords = messages(
  english,
  import.meta.glob<typeof english>(['../*/element/training.ts', '!../en/element/*'], { import: 'elementTraining' }),
);
