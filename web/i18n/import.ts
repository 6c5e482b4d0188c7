import { numbers as english } from './en/import.ts';
import { messages } from './messages.ts';

/** Texts about a reader's own numbers: files, pasted blocks, the matrix editor, the painted mask. */
export const importWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/import.ts', '!./en/*'], { import: 'numbers' }),
);
