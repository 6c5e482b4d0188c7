import { translated } from '../i18n/problems.ts';
import { type Message, messageOf } from '../scene/error.ts';

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
  const what = messageOf(thrown);
  return {
    code: text(thrown, 'code') ?? 'unexpected',
    // In the language that is spoken when it is shown.
    get message() {
      return forPeople(what);
    },
    path: text(thrown, 'path') ?? '',
  };
}

/** A sentence that begins with a word begins with a capital. */
const forPeople = (what: Message): string =>
  translated(what).replace(/^[a-z](?=[a-z]+ )/, (letter) => letter.toUpperCase());

function text(thrown: unknown, key: 'code' | 'path'): string | null {
  if (typeof thrown !== 'object' || thrown === null) return null;
  const value: unknown = Reflect.get(thrown, key);
  return typeof value === 'string' ? value : null;
}
