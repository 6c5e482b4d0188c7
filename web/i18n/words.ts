import { beginning } from './en/beginning.ts';
import { say, teach, words } from './held.ts';
import { languageOf } from './languages.ts';

export { teach, words };

/**
 * The words of the page in the language it speaks, English until `speak` is done. A visit begins with a part of the English
 * (en/beginning.ts); what is said by that which is fetched when it is wanted comes with it (`teach`). Who may speak before
 * that asks `knowsAll`.
 */
teach(beginning);

/** Whether all words are there. Once they are they stay, in every language. */
export const knowsAll = (): boolean => Object.hasOwn(words, 'explained');

let asked = 0;

/**
 * Changes the words to another language (a code of languages.ts). False where the page does not speak it, or where yet
 * another was asked for meanwhile. Throws what the import of its file throws; the words are then what they were.
 */
export async function speak(code: string): Promise<boolean> {
  const language = languageOf(code);
  if (language === null) return false;
  asked += 1;
  const turn = asked;
  const said = await language.load();
  if (turn !== asked) return false;
  say(said);
  return true;
}
