import { allHeads as english } from './en/all-heads.ts';
import { messages } from './messages.ts';

/** The panel with every head of every layer. */
export const allHeadsWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/all-heads.ts', '!./en/*'], { import: 'allHeads' }),
);
