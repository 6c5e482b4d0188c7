import { why as english } from './en/why.ts';
import { messages } from './messages.ts';

/** The panel that takes a weight apart. */
export const whyWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/why.ts', '!./en/*'], { import: 'why' }),
);
