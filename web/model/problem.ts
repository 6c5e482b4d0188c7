import { translated } from '../i18n/problems.ts';
import { type Message, messageOf } from '../scene/error.ts';

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

/** "/attention/heads", "attention.heads" and "scene.attention.heads" are one place. */
const parts = (path: string): string[] => path.split(/[./[\]]/).filter((part) => part !== '' && part !== 'scene');

/**
 * The control that shows a problem: the one whose path shares most of its beginning with the problem's. A problem that
 * no control shares anything with is shown under the sentence, which is always there.
 */
export function controlFor(problem: { readonly path: string }, controls: readonly string[]): string {
  const wanted = parts(problem.path);
  let best = 'sentence';
  let bestShared = 0;
  for (const control of controls) {
    const own = parts(control);
    let shared = 0;
    while (shared < own.length && shared < wanted.length && own[shared] === wanted[shared]) shared += 1;
    // A control for one value must be named to its end; a control for a whole branch takes all that lies under it.
    if (shared === own.length && shared > bestShared) {
      best = control;
      bestShared = shared;
    }
  }
  return best;
}

/** The object without one of its keys (an optional one cannot be set to undefined). */
export function without<From extends object, Key extends keyof From>(from: From, key: Key): Omit<From, Key> {
  const { [key]: _, ...rest } = from;
  return rest;
}
