import { AttentionError } from '../scene/error.ts';
import { resolveTokens } from '../scene/tokenize.ts';
import type { Scene } from '../scene/types.ts';
import type { TraceLike } from './trace-like.ts';

// What callers pass. An option without effect is a mistake of the caller, so it is refused by name, as the core does.

/** Throws AttentionError `scene-form` for a key that is not known. */
export function checkOptions(given: object, known: readonly string[]): void {
  for (const key of Object.keys(given))
    if (!known.includes(key)) {
      throw new AttentionError('scene-form', `there is no option "${key}"; the options are ${known.join(', ')}`, key);
    }
}

/** Throws AttentionError `range` for a value that is not one of those known. */
export function checkChoice(name: string, value: unknown, known: readonly string[]): void {
  if (!known.some((one) => one === value))
    throw new AttentionError('range', `${name} is "${value}"; it must be ${known.join(', ')}`, name);
}

/** Throws AttentionError `range` for an address that is not whole, or does not end as it must. */
export function checkAddress(name: string, address: string, end = ''): void {
  if (typeof address === 'string' && /^(https?|file):\/\//i.test(address) && address.endsWith(end)) return;
  const what = `${name} is "${address}"; it must begin with https://, http:// or file://${end === '' ? '' : ` and end with ${end}`}`;
  throw new AttentionError('range', what, name);
}

/** A picture of one scene's words beside another's numbers would be wrong. Throws AttentionError `shape`. */
export function checkSameWords(scene: Scene, { tokens }: Pick<TraceLike, 'tokens'>): void {
  const own = resolveTokens(scene);
  if (own.length !== tokens.length || own.some((token, index) => token !== tokens[index])) {
    const what = `the trace is that of another scene: its tokens are ${listed(tokens)}, and the scene's are ${listed(own)}`;
    throw new AttentionError('shape', what, 'trace');
  }
}

const listed = (tokens: readonly string[]): string =>
  `${tokens.slice(0, 5).join(' ')}${tokens.length > 5 ? ` … (${tokens.length})` : ''}`;
