import type { ArrayValues, TextList } from './types.ts';

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
  const called = (axis: TextList['axis'], name: RegExp) =>
    lists.find((list) => list.axis === axis) ??
    lists.find((list) => list.axis === undefined && name.test(list.name.split('.').at(-1) ?? ''));
  const keys = called('keys', keyName) ?? null;
  const queries = called('queries', queryName) ?? lists.find((list) => list !== keys) ?? null;
  const areSame = queries !== null && keys !== null && queries.texts.join('\n') === keys.texts.join('\n');
  return { queries, keys: areSame ? null : keys };
}

/** The names of rows and columns of a table of attention. Those of columns are tokens of the queries too where the rows have none. */
export function titleLists({ name, shape, titles = {} }: ArrayValues): readonly TextList[] {
  const { rows, columns } = titles;
  const axis = rows === undefined && shape.at(-1) === shape.at(-2) ? 'queries' : 'keys';
  return [
    ...(rows === undefined ? [] : [{ name, texts: rows, axis: 'queries' as const }]),
    ...(columns === undefined ? [] : [{ name, texts: columns, axis: axis as 'queries' | 'keys' }]),
  ];
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
