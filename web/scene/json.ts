import { fail, message } from './error.ts';
import { limits } from './limits.ts';
import { parseScene } from './parse.ts';
import type { Scene } from './types.ts';

/** Reads a scene from JSON text. Invalid JSON or a duplicate key throws `scene-form` with line and column. */
export function parseSceneText(json: string): Scene {
  return parseScene(parseJson(json));
}

/** Valid JSON, no longer and no deeper than a scene may be. */
export function parseJson(json: string, most: number = limits.json): unknown {
  if (json.length > most) {
    fail('too-large', '', message`the text has ${json.length} characters; the limit is ${most}`);
  }
  const fault = jsonFault(json);
  if (fault === null) return JSON.parse(json);
  const before = json.slice(0, fault.at);
  const line = before.split('\n').length;
  const column = fault.at - before.lastIndexOf('\n');
  return fail('scene-form', '', message`the text is not JSON: line ${line}, column ${column}: ${fault.what}`);
}

/** Where JSON text breaks the grammar (RFC 8259) or repeats a key, which JSON.parse accepts. */
export interface JsonFault {
  /** From 0, in UTF-16 units. */
  readonly at: number;
  readonly what: string;
  /** Whether brackets nest deeper than in any scene. The rest is not checked. */
  readonly isTooDeep: boolean;
  readonly repeatedKey?: string;
}

type Expected = 'a value' | 'a value or ]' | 'a key' | 'a key or }' | ':' | ', or the end';

/** Null for valid JSON. The messages of browsers differ, and some give no position. */
export function jsonFault(text: string): JsonFault | null {
  // One entry for each open bracket: the keys so far, or null for an array.
  const open: (Set<string> | null)[] = [];
  let inside: Set<string> | null | undefined;
  let expected: Expected = 'a value';
  let [start, index] = [0, 0];
  const fault = (what: string, isTooDeep = false): JsonFault => ({ at: start, what, isTooDeep });
  const unexpected = (): JsonFault => {
    const closer = inside === undefined ? expected.replace(', or ', '') : expected;
    return fault(start === text.length ? `it ends where ${closer} should be` : `${closer} should be here`);
  };
  for (;;) {
    start = spaceEnd(text, index);
    if (start === text.length && expected === ', or the end' && inside === undefined) return null;
    index = tokenEnd(text, start);
    if (index === start) return unexpected();
    const first = text[start];
    if (
      (expected === ', or the end' || expected === 'a value or ]' || expected === 'a key or }') &&
      inside !== undefined &&
      first === (inside === null ? ']' : '}')
    ) {
      open.pop();
      inside = open.at(-1);
      expected = ', or the end';
    } else if (expected === 'a value' || expected === 'a value or ]') {
      if (first === '{' || first === '[') {
        if (open.length === limits.depth) {
          return fault(`there are more than ${limits.depth} nested brackets`, true);
        }
        inside = first === '{' ? new Set() : null;
        open.push(inside);
        expected = inside === null ? 'a value or ]' : 'a key or }';
      } else if (first === ']' || first === '}' || first === ',' || first === ':') return unexpected();
      else expected = ', or the end';
    } else if (expected === 'a key' || expected === 'a key or }') {
      if (first !== '"' || !inside) return unexpected();
      const found = text.slice(start, index);
      const key: unknown = JSON.parse(found);
      if (inside.has(String(key)))
        return { ...fault(`the key ${found.slice(0, 60)} appears twice`), repeatedKey: String(key) };
      inside.add(String(key));
      expected = ':';
    } else if (first !== (expected === ':' ? ':' : ',') || inside === undefined) {
      return unexpected();
    } else {
      expected = expected === ':' || inside === null ? 'a value' : 'a key';
    }
  }
}

// A text of eight million characters may be one string or as many tokens, so each character is read once. A regular
// expression takes ten times as long, and overflows its stack on a string of a million escapes.

const [QUOTE, BACKSLASH, LETTER_U, POINT, MINUS, ZERO, NINE] = [0x22, 0x5c, 0x75, 0x2e, 0x2d, 0x30, 0x39] as const;

/** The end of the white space that begins at `at`. */
function spaceEnd(text: string, index: number): number {
  for (let end = index; ; end += 1) {
    const found = text.charCodeAt(end);
    if (found !== 0x20 && found !== 0x0a && found !== 0x0d && found !== 0x09) return end;
  }
}

/** The end of the token that begins at `at`, or `at` if there is none. */
function tokenEnd(text: string, index: number): number {
  switch (text[index]) {
    case undefined:
      return index;
    case '"':
      return stringEnd(text, index);
    case '[':
    case ']':
    case '{':
    case '}':
    case ',':
    case ':':
      return index + 1;
    case 't':
    case 'f':
    case 'n': {
      const word = ['true', 'false', 'null'].find((one) => text.startsWith(one, index));
      return index + (word?.length ?? 0);
    }
    default:
      return numberEnd(text, index);
  }
}

function stringEnd(text: string, start: number): number {
  for (let index = start + 1; ; index += 1) {
    const found = text.charCodeAt(index);
    if (found === QUOTE) return index + 1;
    // Past the end of the text the code is NaN.
    if (!(found >= 0x20)) return start;
    if (found !== BACKSLASH) continue;
    index += 1;
    if (text.charCodeAt(index) === LETTER_U) {
      if (!/^[\da-fA-F]{4}$/.test(text.slice(index + 1, index + 5))) return start;
      index += 4;
    } else if (index >= text.length || !'"\\/bfnrt'.includes(text.charAt(index))) return start;
  }
}

function digitsEnd(text: string, index: number): number {
  for (let end = index; ; end += 1) {
    const found = text.charCodeAt(end);
    if (!(found >= ZERO && found <= NINE)) return end;
  }
}

function numberEnd(text: string, start: number): number {
  const whole = text.charCodeAt(start) === MINUS ? start + 1 : start;
  let index = digitsEnd(text, whole);
  if (index === whole) return start;
  // A leading 0 must not be followed by a digit.
  if (text.charCodeAt(whole) === ZERO) index = whole + 1;
  if (text.charCodeAt(index) === POINT) {
    const end = digitsEnd(text, index + 1);
    if (end > index + 1) index = end;
  }
  if (text[index] === 'e' || text[index] === 'E') {
    const sign = text[index + 1] === '+' || text[index + 1] === '-' ? index + 2 : index + 1;
    const end = digitsEnd(text, sign);
    if (end > sign) index = end;
  }
  return index;
}
