import type { TextList } from './types.ts';

/** The tokens that a file has for the queries, and for the keys if these are others. */
export interface FileTokens {
  readonly queries: TextList | null;
  readonly keys: TextList | null;
}

/** Also BertViz's `left_text` and `right_text`. */
const queryName = /^(?:tokens?|left|query|input|decoder|target|words)/i;
const keyName = /^(?:right|key|encoder|source|memory)/i;

/** The lists of text that are tokens, by their names. A list of any other name is taken where no list is called so. */
export function tokensIn(lists: readonly TextList[]): FileTokens {
  const called = (name: RegExp) => lists.find((list) => name.test(list.name.split('.').at(-1) ?? ''));
  const keys = called(keyName) ?? null;
  const queries = called(queryName) ?? lists.find((list) => list !== keys) ?? null;
  const areSame = queries !== null && keys !== null && queries.texts.join('\n') === keys.texts.join('\n');
  return { queries, keys: areSame ? null : keys };
}

/** The list if it is one of strings, and not empty. */
export const textsOf = (value: unknown): readonly string[] | null =>
  Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string') ? value : null;

/** Marks of tokenizers for a space or a line break before a token, or for a token that continues a word. */
export const tokenMarks = ['Ġ', 'Ċ', '▁', '##'] as const;
export type TokenMark = (typeof tokenMarks)[number];

/** The marks in the text of the tokens' field. */
export function marksIn(typed: string): readonly TokenMark[] {
  return tokenMarks.filter((mark) =>
    // Two signs in the middle of a token are text.
    mark === '##' ? /(?:^|[\s"])##[^\s#]/u.test(typed) : typed.includes(mark),
  );
}
