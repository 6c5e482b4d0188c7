/** A typed sequence as symbols of a task. */

/** Symbols of one character need no spaces between them. */
const areLetters = (symbols: readonly string[]): boolean => symbols.every((symbol) => Array.from(symbol).length === 1);

/**
 * The tokens of a typed text. Where a space is a symbol, they are its characters. Otherwise spaces separate them, and where every symbol is
 * one character, each character is a token. The core checks whether they are symbols.
 */
export function tokensIn(typed: string, symbols: readonly string[]): readonly string[] {
  if (symbols.includes(' ')) return Array.from(typed);
  const parts = typed.split(/\s+/).filter((part) => part !== '');
  return areLetters(symbols) ? parts.flatMap((part) => Array.from(part)) : parts;
}

/** The reverse of `tokensIn`. */
export const typedFrom = (tokens: readonly string[], symbols: readonly string[]): string =>
  tokens.join(symbols.includes(' ') ? '' : ' ');
