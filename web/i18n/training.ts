import * as english from './en/training.ts';
import { messages } from './messages.ts';

/** The panel in which a scene learns. */
export const { training: trainingWords } = messages(
  english,
  import.meta.glob<typeof english>(['./*/training.ts', '!./en/*']),
);
