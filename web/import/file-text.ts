/** The text of a file. */

import { quoted } from './matrices.ts';
import { refuse } from './types.ts';

/** Spreadsheets save "Unicode text" as UTF-16 with a byte order mark. Everything else must be UTF-8. */
export function decodeText(bytes: Uint8Array, name: string): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return refuse('scene-form', (words) => words.problems.notText(quoted(name)));
  }
}

/** A token may be called NaN. */
export const withoutStrings = (json: string): string => json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');

const pythonNumbers = /"(?:[^"\\]|\\.)*"|-Infinity\b|\b(?:Infinity|NaN)\b/g;
/** As our own JSON writes them. Those of the same length keep the places of errors. */
const written: Readonly<Record<string, string>> = { '-Infinity': '"-inf"   ', Infinity: '"inf"   ', NaN: '"nan"' };

/** JSON for what Python's json writes. */
export const withPythonNumbers = (text: string): string =>
  /\b(?:NaN|Infinity)\b/.test(text) ? text.replaceAll(pythonNumbers, (found) => written[found] ?? found) : text;
