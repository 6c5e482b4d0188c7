import { mistakeReasons as english } from './en/mistake-reasons.ts';
import { messages } from './messages.ts';

/** Explanations of the deliberate mistakes. They are long, so they are loaded when one is opened. */
export const mistakeReasons = messages(
  english,
  import.meta.glob<typeof english>(['./*/mistake-reasons.ts', '!./en/*'], { import: 'mistakeReasons' }),
);
