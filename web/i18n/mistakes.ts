import * as english from './en/mistakes.ts';
import { messages } from './messages.ts';

/** The mistakes that can be made on purpose. */
export const { mistakes: mistakeWords } = messages(
  english,
  import.meta.glob<typeof english>(['./*/mistakes.ts', '!./en/*']),
);
