import * as english from './en/formulas.ts';
import { messages } from './messages.ts';

/** What the views of formulas and of the arithmetic of a cell show or say. */
export const { formulas: formulaWords } = messages(
  english,
  import.meta.glob<typeof english>(['./*/formulas.ts', '!./en/*']),
);
