import { notebook as english } from './en/notebook.ts';
import { messages } from './messages.ts';

/** Texts of notebooks and of their download. */
export const notebookWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/notebook.ts', '!./en/*'], { import: 'notebook' }),
);
