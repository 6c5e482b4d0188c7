import { formulas as english } from './en/formulas.ts';
import { messages } from './messages.ts';

/** Texts of formulas and of the arithmetic of a cell. */
export const formulaWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/formulas.ts', '!./en/*'], { import: 'formulas' }),
);
