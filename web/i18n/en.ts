import { beginning } from './en/beginning.ts';
import { later } from './en/later.ts';
import type { Said } from './said.ts';

/**
 * Every string of the page in English. A visit begins with a part of it (words.ts). Another language says the same
 * (`Messages`) in a file of its own, registered in languages.ts.
 */
export const en = joined(beginning, later);

/** What another language has to say. */
export type Messages = Said<typeof en>;

function joined<One extends object, Other extends object>(one: One, other: Other): One & Other {
  const both = { ...one, ...other };
  for (const [key, value] of Object.entries(other)) {
    const held: unknown = Reflect.get(one, key);
    if (isPart(held) && isPart(value)) Reflect.set(both, key, joined(held, value));
  }
  return both;
}

function isPart(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
