import { isPronoun } from '../trace/token-text.ts';
import { stage as english } from './en/stage.ts';
import type { LanguageCode } from './language.ts';
import { messages } from './messages.ts';

/** Every word of the stage. */
export const stageWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/stage.ts', '!./en/*'], { import: 'stage' }),
);

/** The headline of the stage: what is before the word that it asks about, and after. */
export function headlineAround(language: LanguageCode, word: string): readonly [string, string] {
  const { promise, riddle } = stageWords(language);
  const [before = '', after = ''] = (isPronoun(word) ? riddle : promise).split('{word}');
  return [before, after];
}
