/** What a spreadsheet says, in the language that it is asked for, whatever the page speaks. */
import type { spreadsheet } from './en/spreadsheet.ts';
import { codeOf } from './language.ts';

const all = import.meta.glob<{ readonly spreadsheet: typeof spreadsheet }>('./*/spreadsheet.ts', { eager: true });

/** Undefined for a language without them. */
export const spreadsheetWords = (code: string): typeof spreadsheet | undefined =>
  Object.entries(all).find(([path]) => codeOf(path) === code)?.[1].spreadsheet;
