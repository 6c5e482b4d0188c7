import { tokenize } from '../scene/tokenize.ts';
import type { Scene } from '../scene/types.ts';

/** Queries and keys. */
type Size = readonly [number, number];

/** Of the lessons' first scenes that are not as long as usual; a test holds them to the scenes. One number: as many keys as queries. */
const lessons: Readonly<Record<string, number | Size>> = {
  illustrated: 3,
  'its-snowing': 3,
  'scaling-and-masks': 4,
  'keys-and-encoder': [1, 3],
  'music-transformer': 40,
  questions: 3,
  'meaning-from-company': 5,
  'how-it-learns': 4,
  masks: 5,
  'decode-with-a-cache': 5,
};

/** As long as the sentence that the page begins with. */
const usual = 11;
/** Characters of a scene that is looked into. */
const LONG = 50_000;

/** Where no sentence can be cut, it is as long as usual: nothing is refused before the scene itself is. */
function count(sentence: string, punctuation = false): number {
  try {
    return tokenize(sentence, { punctuation }).length;
  } catch {
    return usual;
  }
}

function ofLesson(lesson: string | null): Size | undefined {
  const size = lesson !== null && Object.hasOwn(lessons, lesson) ? lessons[lesson] : undefined;
  return typeof size === 'number' ? [size, size] : size;
}

/** Of what may be no scene at all. */
interface Part {
  readonly tokens?: unknown;
  readonly sentence?: unknown;
}

const lengthOf = (part: Part | undefined, punctuation: boolean): number | null => {
  if (Array.isArray(part?.tokens)) return part.tokens.length;
  return typeof part?.sentence === 'string' ? count(part.sentence, punctuation) : null;
};

/**
 * How many tokens there will be, as far as the attributes tell: what the placeholder is made for. An estimate that is
 * too large costs some blank space; where it is too small, the placeholder grows with the picture (`stretch`).
 */
export function estimateSize(lesson: string | null, scene: Scene | string | null, sentence: string | null): Size {
  const size = ofLesson(lesson) ?? ofScene(scene);
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
      if (sentence === null) return ofLesson(lesson);
      const own = count(sentence, link.get('punctuation') === 'yes');
      return [own, own];
    }
    if (!text.startsWith('{') || text.length > LONG) return undefined;
    try {
      return ofScene(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
  const punctuation = scene?.tokenizer?.punctuation === true;
  const queries = lengthOf(scene ?? undefined, punctuation);
  return queries === null ? undefined : [queries, lengthOf(scene?.encoder, punctuation) ?? queries];
}
