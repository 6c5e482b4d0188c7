import { mistakes as english } from './en/mistakes.ts';
import { messages } from './messages.ts';

/** Titles of the deliberate mistakes. */
export const mistakeWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/mistakes.ts', '!./en/*'], { import: 'mistakes' }),
);
