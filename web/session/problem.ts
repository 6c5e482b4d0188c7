import type { LanguageCode } from '../i18n/language.ts';
import { translated } from '../i18n/problems.ts';
import { type Message, messageOf } from '../scene/error.ts';

/** What went wrong with a scene, and the place in the scene that it names. */
export interface Problem {
  readonly code: string;
  /** In English, as it was thrown. */
  readonly message: string;
  /** The message as its template and values, to be translated. */
  readonly what: Message;
  /** A JSON pointer into the scene ("/attention/heads"), the name of an attribute, or empty. */
  readonly path: string;
  /** Computes the scene all the same, where all that is wrong with it is how long it takes. */
  readonly computeAnyway?: (() => void) | undefined;
}

/** Whatever was thrown, as a problem. An error without a code is a bug of ours: it is shown, not swallowed. */
export const problemOf = (thrown: unknown, codeless = 'unexpected'): Problem => ({
  code: text(thrown, 'code') ?? codeless,
  message: text(thrown, 'message') ?? String(thrown),
  what: messageOf(thrown),
  path: text(thrown, 'path') ?? '',
});

/**
 * The problem in the language that is spoken now; a sentence that begins with a word begins with a capital. `also` are the words of a
 * part of its own.
 */
export const explain = (language: LanguageCode, { what }: Problem, also?: Readonly<Record<string, string>>): string =>
  translated(language, what, also).replace(/^[a-z](?=[a-z]+ )/, (letter) => letter.toUpperCase());

function text(thrown: unknown, key: 'code' | 'message' | 'path'): string | null {
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

/** What a control says of the problem; empty where that is another's. */
export const problemAt = (
  language: LanguageCode,
  control: string,
  problem: Problem,
  controls: readonly string[],
): string => (controlFor(problem, controls) === control ? explain(language, problem) : '');
