/** A sequence that a reader types, as symbols of a task. */

/** One character each, so that none has to be parted from the next. */
const areLetters = (symbols: readonly string[]): boolean => symbols.every((symbol) => Array.from(symbol).length === 1);

/**
 * What was typed as tokens: characters where a space is one of the symbols; elsewhere what spaces part, and its characters where all
 * symbols are of one. Whether they are symbols is the core's to say.
 */
export function tokensIn(typed: string, symbols: readonly string[]): readonly string[] {
  if (symbols.includes(' ')) return Array.from(typed);
  const parts = typed.split(/\s+/).filter((part) => part !== '');
  return areLetters(symbols) ? parts.flatMap((part) => Array.from(part)) : parts;
}

/** Tokens as they are typed. */
export const typedFrom = (tokens: readonly string[], symbols: readonly string[]): string =>
  tokens.join(symbols.includes(' ') ? '' : ' ');
