import * as english from './en/controls.ts';
import { messages } from './messages.ts';

/** Texts of the controls and beside the sentence. */
export const { controls: controlWords, sentence: sentenceWords } = messages(
  english,
  import.meta.glob<typeof english>(['./*/controls.ts', '!./en/*']),
);
