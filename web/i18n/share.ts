import { share as english } from './en/share.ts';
import { share as spanish } from './es/share.ts';
import type { Said } from './said.ts';
import { words } from './words.ts';

const languages: Readonly<Record<string, Said<typeof english>>> = { en: english, es: spanish };

/** What the share dialog says, in the language of the page. It comes with the dialog. Read it when it is shown. */
export const sharing = (): Said<typeof english> => languages[words.lang] ?? english;
