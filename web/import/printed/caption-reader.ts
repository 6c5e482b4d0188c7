import type { Scanner, Token } from '../scanner.ts';
import { readIntegers, refuseOutside, skipBrackets } from './brackets.ts';
import { isElementType, lastPart } from './captions.ts';

// The text between two printed arrays: a name, and sizes or types that only describe the array.

/** The text in front of the next array, without sizes such as `torch.Size([2, 3])`. Null if there is no other array. */
export function readCaption(scanner: Scanner): string | null {
  let text = '';
  let from = scanner.position;
  let previous: Token | null = null;
  for (;;) {
    const token = scanner.peek();
    if (token.kind === 'end') return null;
    if (token.kind !== 'open') {
      previous = token.kind === 'word' ? token : null;
      scanner.next();
      continue;
    }
    const callee: Token | null = token.space === 'none' ? previous : null;
    const before = callee?.start ?? token.start;
    if (isAnnotation(scanner, token, callee, previous !== null)) {
      text += scanner.text.slice(from, before);
      from = scanner.position;
      previous = null;
      continue;
    }
    if (callee !== null && token.text === '[' && !isElementType(callee.text)) {
      // A subscript: `w[0] = [[…]]`.
      do skipBrackets(scanner);
      while (scanner.peek().text === '[' && scanner.peek().space === 'none');
      const { kind, text: next } = scanner.peek();
      if (kind !== 'equals' && kind !== 'colon' && !/^\.\p{L}/u.test(next)) refuseOutside(scanner, callee.start);
      previous = null;
      continue;
    }
    text += scanner.text.slice(from, before);
    scanner.position = before;
    return text;
  }
}

/** Skips a size or a type in front of an array, or a description behind it. False if it is neither. */
function isAnnotation(scanner: Scanner, { text, end }: Token, callee: Token | null, isNamed: boolean): boolean {
  const before = scanner.position;
  if (text === '{' && callee !== null) {
    skipBrackets(scanner);
    return true;
  }
  if (text === '<') {
    const isTensor = /^<tf\./.test(scanner.text.slice(end - 1, end + 3));
    if (isTensor) return false;
    skipBrackets(scanner);
    return true;
  }
  if (text !== '(') return false;
  const name = lastPart(callee?.text ?? '');
  if (name === 'Size' || name === 'TensorShape') {
    skipBrackets(scanner);
    return true;
  }
  if (
    /^(?:print|disp|display)$/.test(name) &&
    /^\(\s*[\p{L}_][\w.]{0,60}\s*\)/u.test(scanner.text.slice(end - 1, end + 80))
  ) {
    skipBrackets(scanner);
    return true;
  }
  if (callee !== null && !isElementType(callee.text)) return false;
  scanner.next();
  const sizes = readIntegers(scanner, ')');
  const next = scanner.peek();
  const isSize = sizes !== null && ((isNamed && callee === null) || next.text === '[' || next.kind === 'colon');
  if (!isSize) scanner.position = before;
  return isSize;
}
