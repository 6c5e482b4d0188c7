import { training as english } from './en/training.ts';
import { messages } from './messages.ts';

/** The training panel. */
export const trainingWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/training.ts', '!./en/*'], { import: 'training' }),
);
