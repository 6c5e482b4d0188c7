import type { Mistake, Rows, Scene } from '../scene/types.ts';
import type { Source } from './types.ts';

// Scenes and sources of the questions.

/** A scene of the lesson on questions. */
export const inQuestions = (scene: Scene): Scene => ({ ...scene, view: { ...scene.view, lesson: 'questions' } });

interface Scored {
  /** All 0 where left out, so that a row is divided evenly. */
  readonly scores?: Rows;
  /** One number a key. */
  readonly v?: Rows;
  /** The tokens of a second sentence, with the keys and values. */
  readonly keys?: readonly string[];
  readonly mask?: Scene['attention']['mask'];
  readonly mistake?: Mistake;
  readonly focus?: number;
}

/** Attention on given scores. */
export function scored(tokens: readonly string[], { scores, v, keys, mask, mistake, focus = 0 }: Scored = {}): Scene {
  const all = keys ?? tokens;
  return inQuestions({
    version: 1,
    tokens,
    ...(keys === undefined ? {} : { encoder: { tokens: keys } }),
    embedding: { kind: 'qkv', v: v ?? all.map((_, index) => [index + 1]) },
    parameters: { kind: 'none' },
    attention: {
      heads: 1,
      score: 'given',
      scores: scores ?? tokens.map(() => all.map(() => 0)),
      ...(mask === undefined ? {} : { mask }),
    },
    ...(mistake === undefined ? {} : { mistake }),
    view: { focus },
  });
}

const identity: Rows = [
  [1, 0],
  [0, 1],
];

/** Vectors of two numbers, and two heads of one number each. A matrix that is left out changes nothing. */
export const projected = (
  tokens: readonly string[],
  x: Rows,
  matrices: { readonly wQ?: Rows; readonly wO?: Rows },
): Scene =>
  inQuestions({
    version: 1,
    tokens,
    embedding: { kind: 'given', x },
    parameters: { kind: 'given', wQ: identity, wK: identity, wV: identity, ...matrices },
    attention: { heads: 2 },
    view: { focus: 0 },
  });

type Link = Source['links'][number];

/** The sites of Stack Exchange where learners asked. */
const sites: Readonly<Record<string, readonly [title: string, host: string]>> = {
  stackoverflow: ['Stack Overflow', 'stackoverflow.com'],
  stats: ['Cross Validated', 'stats.stackexchange.com'],
  datascience: ['Data Science Stack Exchange', 'datascience.stackexchange.com'],
  ai: ['AI Stack Exchange', 'ai.stackexchange.com'],
};

/** Where somebody asked: a site of Stack Exchange, or the issues of a repository on GitHub. */
export function asked(where: string, number: number): Link {
  const site = sites[where];
  if (site === undefined) return { title: `${where} #${number}`, url: `https://github.com/${where}/issues/${number}` };
  const [title, host] = site;
  return { title: `${title}, question ${number}`, url: `https://${host}/questions/${number}` };
}
