import * as english from './en/notebook.ts';
import { messages } from './messages.ts';

/** Notebooks: what stands in them beside lessons and programs, and where they are offered. */
export const { notebook: notebookWords } = messages(
  english,
  import.meta.glob<typeof english>(['./*/notebook.ts', '!./en/*']),
);
