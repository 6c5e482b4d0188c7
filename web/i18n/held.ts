import { pictures } from './en/pictures.ts';
import { views } from './en/views.ts';
import type { Messages } from './en.ts';

/**
 * The words that are spoken, English at first: as many as the views need, to which the page and the element add their own
 * (`teach`). One object for good: its parts are changed in place, so `words.controls` may be kept; a text or a list may not,
 * it is read when it is shown.
 */
export const words = copied({ lang: 'en', views, pictures }) as Messages;

/** More of the English has come. Another language that is spoken meanwhile stays; it is whole anyway. */
export function teach(english: Part<Messages>): void {
  if (words.lang === 'en') add(words, english);
}

export type Part<Whole> = Whole extends string | readonly unknown[] | ((...needs: never[]) => string)
  ? Whole
  : { readonly [Key in keyof Whole]?: Part<Whole[Key]> };

/** What is said from now on; what is not in it is not said any more. */
export function say(said: object): void {
  take(words, said);
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
