import { views as english } from './en/views.ts';
import { messages } from './messages.ts';

/** Texts of the views of every scene. */
export const viewWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/views.ts', '!./en/*'], { import: 'views' }),
);
