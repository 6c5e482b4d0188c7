import { playground as english } from './en/playground.ts';
import { messages } from './messages.ts';

export const playgroundWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/playground.ts', '!./en/*'], { import: 'playground' }),
);
