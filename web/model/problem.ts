import { inWords } from '../i18n/problems.ts';

export { controlFor } from './control-for.ts';

/** What went wrong with a scene, and the place in the scene that it names. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  /** A JSON pointer into the scene ("/attention/heads"), or empty. */
  readonly path: string;
}

/** Whatever was thrown, as a problem. An error without a code is a bug of ours: it is shown, not swallowed. */
export function problemOf(thrown: unknown): Problem {
  const path = text(thrown, 'path') ?? '';
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    code: text(thrown, 'code') ?? 'unexpected',
    // In the language that is spoken when it is shown.
    get message() {
      return forPeople(message, path);
    },
    path,
  };
}

/** Without the place, since the message stands beside it; a sentence that begins with a word begins with a capital. */
function forPeople(message: string, path: string): string {
  const ending = ` (${path})`;
  const said = path !== '' && message.endsWith(ending) ? message.slice(0, -ending.length) : message;
  return inWords(said).replace(/^[a-z](?=[a-z]+ )/, (letter) => letter.toUpperCase());
}

function text(thrown: unknown, key: 'code' | 'path'): string | null {
  if (typeof thrown !== 'object' || thrown === null) return null;
  const value: unknown = Reflect.get(thrown, key);
  return typeof value === 'string' ? value : null;
}
