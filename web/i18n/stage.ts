import { stage as english } from './en/stage.ts';
import type { LanguageCode } from './language.ts';
import { messages } from './messages.ts';

/** Every word of the stage. */
export const stageWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/stage.ts', '!./en/*'], { import: 'stage' }),
);

/** Personal pronouns in English and Spanish. What they stand for is a question. */
const pronouns = ['it', 'he', 'she', 'they', 'him', 'them', 'se', 'él', 'ella', 'ellos', 'ellas'];

export const isPronoun = (word: string): boolean => pronouns.includes(word);

/** The headline of the stage: what is before the word that it asks about, and after. */
export function headlineAround(language: LanguageCode, word: string): readonly [string, string] {
  const { promise, riddle } = stageWords(language);
  const [before = '', after = ''] = (isPronoun(word) ? riddle : promise).split('{word}');
  return [before, after];
}
