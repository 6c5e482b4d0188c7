import { quoted } from '../matrices.ts';
import type { Scanner } from '../scanner.ts';
import { refuse } from '../types.ts';

// What the readers of brackets share.

/**
 * Skips everything up to the end of the current brackets, with the closing one. With `stopsAtComma` it stops in front of it, or of a comma. False
 * if the text ends first.
 */
export function skipTo(scanner: Scanner, stopsAtComma: boolean): boolean {
  for (let depth = 0; ; ) {
    const { kind } = scanner.peek();
    if (kind === 'end') return false;
    if (depth === 0 && stopsAtComma && (kind === 'comma' || kind === 'close')) return true;
    scanner.next();
    if (kind === 'open') depth += 1;
    else if (kind === 'close') depth -= 1;
    if (depth < 0) return true;
  }
}

/** Skips brackets with their contents. Throws `scene-form` if the text ends in them. */
export function skipBrackets(scanner: Scanner): void {
  const { start } = scanner.next();
  if (!skipTo(scanner, false)) refuseOutside(scanner, start);
}

/** Refuses the text from `start` to the scanner, with some that follows. */
export function refuseOutside({ text, position }: Scanner, start: number): never {
  return refuse('scene-form', (words) => words.problems.outside(quoted(text.slice(start, position + 24).trim())));
}

/** The whole numbers up to a closing bracket, or null for anything else. */
export function readIntegers(scanner: Scanner, closing: string): readonly number[] | null {
  const sizes: number[] = [];
  for (;;) {
    const { kind, text } = scanner.next();
    if (kind === 'close') return text === closing ? sizes : null;
    if (kind === 'comma') continue;
    if (kind !== 'word' || !/^-?\d{1,9}$/.test(text)) return null;
    sizes.push(Number(text));
  }
}
