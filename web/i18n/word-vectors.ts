import { wordVectors as english } from './en/word-vectors.ts';
import { messages } from './messages.ts';

/** The words about word vectors: the note below their control, and the panel of the nearest words. */
export const vectorWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/word-vectors.ts', '!./en/*'], { import: 'wordVectors' }),
);
