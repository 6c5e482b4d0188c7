import { page as english } from './en/page.ts';
import { messages } from './messages.ts';

/** The page around the pictures. */
export const pageWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/page.ts', '!./en/*'], { import: 'page' }),
);
