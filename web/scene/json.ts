import { fail, message } from './error.ts';
import { limits } from './limits.ts';
import { parseScene } from './parse.ts';
import type { Scene } from './types.ts';

/** A scene from JSON text. Text that is no JSON, or says one key twice, is `scene-form` with its line and column. */
export function parseSceneText(json: string): Scene {
  return parseScene(parseJson(json));
}

/** JSON as its grammar has it, no longer and no deeper than a scene may be. */
export function parseJson(json: string): unknown {
  if (json.length > limits.json) {
    fail('too-large', '', message`the text has ${json.length} characters; the limit is ${limits.json}`);
  }
  const fault = jsonFault(json);
  if (fault === null) return JSON.parse(json);
  const before = json.slice(0, fault.at);
  const line = before.split('\n').length;
  const column = fault.at - before.lastIndexOf('\n');
  return fail('scene-form', '', message`the text is not JSON: line ${line}, column ${column}: ${fault.what}`);
}

/** Where JSON text breaks its grammar (RFC 8259), or says a key twice, which JSON.parse would let pass in silence. */
export interface JsonFault {
  /** From 0, in UTF-16 units. */
  readonly at: number;
  readonly what: string;
  /** It has more brackets in each other than any scene; the rest was not looked at. */
  readonly isTooDeep: boolean;
}

const space = /[ \t\n\r]*/y;
// The string's loop is unrolled: each character can be matched in one way only, so a long broken string costs no more
// than its length.
const token =
  /"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{},:]/uy;

type Expected = 'a value' | 'a value or ]' | 'a key' | 'a key or }' | ':' | ', or the end';

/** Null for good JSON. The browsers' own messages differ and some name no place. */
export function jsonFault(text: string): JsonFault | null {
  // One entry a bracket that is open: the keys seen so far, or null for an array.
  const open: (Set<string> | null)[] = [];
  let expected: Expected = 'a value';
  let at = 0;
  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  for (;;) {
    skip(space);
    const start = at;
    if (at === text.length && expected === ', or the end' && open.length === 0) return null;
    const found = skip(token);
    const inside = open.at(-1);
    const fault = (what: string, isTooDeep = false): JsonFault => ({ at: start, what, isTooDeep });
    const unexpected = (): JsonFault => {
      const closer = inside === undefined ? expected.replace(', or ', '') : expected;
      return fault(start === text.length ? `it ends where ${closer} should be` : `${closer} should be here`);
    };
    if (found === '') return unexpected();
    const closes = found === (inside === null ? ']' : '}') && inside !== undefined;
    if (closes && (expected.endsWith(' or ]') || expected.endsWith(' or }') || expected === ', or the end')) {
      open.pop();
      expected = ', or the end';
    } else if (expected.startsWith('a value')) {
      if (found === '{' || found === '[') {
        if (open.length === limits.depth) {
          return fault(`there are more than ${limits.depth} brackets in each other`, true);
        }
        open.push(found === '{' ? new Set() : null);
        expected = found === '{' ? 'a key or }' : 'a value or ]';
      } else if (/[\]},:]/.test(found[0] ?? '')) return unexpected();
      else expected = ', or the end';
    } else if (expected.startsWith('a key')) {
      if (found[0] !== '"' || !inside) return unexpected();
      const key: unknown = JSON.parse(found);
      if (inside.has(String(key))) return fault(`the key ${found.slice(0, 60)} is here a second time`);
      inside.add(String(key));
      expected = ':';
    } else if (found !== (expected === ':' ? ':' : ',') || inside === undefined) {
      return unexpected();
    } else {
      expected = expected === ':' || inside === null ? 'a value' : 'a key';
    }
  }
}
