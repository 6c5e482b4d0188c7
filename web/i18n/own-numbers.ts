import { ownNumbers as english } from './en/import.ts';
import { ownNumbers as spanish } from './es/import.ts';
import type { Said } from './said.ts';
import { words } from './words.ts';

const languages: Readonly<Record<string, Said<typeof english>>> = { en: english, es: spanish };

/**
 * What is said about numbers that people bring, in the language of the page. It comes with the editor and the importer,
 * which are fetched when they are wanted, and not with the page. Read it when it is shown: the language may change.
 */
export const ownNumbers = (): Said<typeof english> => languages[words.lang] ?? english;
