import { controls, sentence } from './en/controls.ts';
import { messages } from './messages.ts';

/** Texts of the controls. */
export const controlWords = messages(
  controls,
  import.meta.glob<typeof controls>(['./*/controls.ts', '!./en/*'], { import: 'controls' }),
);

/** Texts beside the sentence. */
export const sentenceWords = messages(
  sentence,
  import.meta.glob<typeof sentence>(['./*/controls.ts', '!./en/*'], { import: 'sentence' }),
);
