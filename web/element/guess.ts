import type { Scene } from '../scene/types.ts';

/** Queries and keys. */
type Size = readonly [number, number];

/** Of the lessons' first scenes; a test holds them to the scenes. */
const lessons: Readonly<Record<string, Size>> = {
  illustrated: [3, 3],
  'its-snowing': [3, 3],
  'scaling-and-masks': [4, 4],
  'keys-and-encoder': [1, 3],
  'music-transformer': [40, 40],
};

/** As long as the sentence that the page begins with. */
const usual = 11;
/** Characters of a scene that is looked into. */
const LONG = 50_000;

const count = (sentence: string): number => sentence.split(/\s+/).filter((word) => word !== '').length;

const lengthOf = (part: { readonly tokens?: unknown; readonly sentence?: unknown } | undefined): number | null => {
  if (Array.isArray(part?.tokens)) return part.tokens.length;
  return typeof part?.sentence === 'string' ? count(part.sentence) : null;
};

/**
 * How many tokens there will be, as far as the attributes tell: what the room is made for. A guess that is wrong costs some
 * blank space, or scrolling.
 */
export function guess(lesson: string | null, scene: Scene | string | null, sentence: string | null): Size {
  const size = lesson !== null && Object.hasOwn(lessons, lesson) ? lessons[lesson] : ofScene(scene);
  const [queries, keys] = size ?? [usual, usual];
  if (sentence === null) return [queries, keys];
  const own = count(sentence);
  return [own, keys === queries ? own : keys];
}

function ofScene(scene: Scene | string | null): Size | undefined {
  if (typeof scene === 'string') {
    const text = scene.trim();
    if (text.startsWith('#')) {
      const link = new URLSearchParams(text.slice(1));
      const lesson = link.get('lesson');
      const sentence = link.get('sentence');
      return sentence === null ? lessons[lesson ?? ''] : [count(sentence), count(sentence)];
    }
    if (!text.startsWith('{') || text.length > LONG) return undefined;
    try {
      return ofScene(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
  const queries = lengthOf(scene ?? undefined);
  return queries === null ? undefined : [queries, lengthOf(scene?.encoder) ?? queries];
}
