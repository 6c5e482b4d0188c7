import { beginning } from './en/beginning.ts';
import type { Messages } from './en.ts';
import { languageOf } from './languages.ts';

/**
 * The words of the page in the language it speaks, English until `speak` is done. One object for good: its parts are
 * changed in place, so `words.controls` may be kept; a text or a list may not, it is read when it is shown.
 *
 * A visit begins with a part of the English (en/beginning.ts); what is said by that which is fetched when it is wanted
 * comes with it (`teach`). Who may speak before that asks `knowsAll`.
 */
export const words = copied(beginning) as Messages;

/** Whether all words are there. Once they are they stay, in every language. */
export const knowsAll = (): boolean => Object.hasOwn(words, 'explained');

/** More of the English has come. Another language that is spoken meanwhile stays; it is whole anyway. */
export function teach(english: Part<Messages>): void {
  if (words.lang === beginning.lang) add(words, english);
}

type Part<Whole> = Whole extends string | readonly unknown[] | ((...needs: never[]) => string)
  ? Whole
  : { readonly [Key in keyof Whole]?: Part<Whole[Key]> };

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
  take(words, said);
  return true;
}

function isPart(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function copied<Part extends object>(part: Part): Part {
  const copy = { ...part };
  for (const [key, value] of Object.entries(part)) if (isPart(value)) Reflect.set(copy, key, copied(value));
  return copy;
}

function take(into: object, from: object): void {
  for (const key of Object.keys(into)) if (!Object.hasOwn(from, key)) Reflect.deleteProperty(into, key);
  add(into, from, take);
}

function add(into: object, from: object, within: typeof take = add): void {
  for (const [key, value] of Object.entries(from)) {
    const held: unknown = Reflect.get(into, key);
    if (isPart(held) && isPart(value)) within(held, value);
    else Reflect.set(into, key, isPart(value) ? copied(value) : value);
  }
}
