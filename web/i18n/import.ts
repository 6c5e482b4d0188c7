import * as english from './en/import.ts';
import { messages } from './messages.ts';

/** What is said of numbers that people bring: files, pasted blocks, the matrix editor, the painted mask. */
export const { numbers: importWords } = messages(
  english,
  import.meta.glob<typeof english>(['./*/import.ts', '!./en/*']),
);
