import { defaults } from './defaults.ts';
import type { Scene } from './types.ts';
import { parseScene } from './validate.ts';

/**
 * The same scene without the keys that say what would hold anyway: two scenes that mean the same become equal (seeds
 * and `kvHeads` stay as they are). Throws what `parseScene` throws.
 */
export function normalScene(scene: Scene): Scene {
  const lean = Object.entries(parseScene(scene)).map(([key, part]): [string, unknown] => {
    if (!Object.hasOwn(defaults, key)) return [key, part];
    const known = defaults[key as keyof typeof defaults];
    if (typeof known !== 'object' || known === null) return [key, part === known ? undefined : part];
    const kept = Object.entries(part).filter(([name, value]) => !same(value, Reflect.get(known, name)));
    return [key, kept.length > 0 ? Object.fromEntries(kept) : undefined];
  });
  return parseScene(Object.fromEntries(lean));
}

const same = (a: unknown, b: unknown): boolean => Object.is(a, b) || kindOf(a) === kindOf(b);
/** Masks without settings are equal when their kinds are. A symbol is equal to no other. */
const kindOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'kind'
    ? Reflect.get(value, 'kind')
    : Symbol('no kind');
