import { hasMore, keyTokensOf, tokenize, tokensOf } from '../scene/tokenize.ts';
import type { Embedding, Scene, Tokenizer } from '../scene/types.ts';
import { without } from './problem.ts';
import { followMask } from './scene-widths.ts';

/** What typing a sentence makes of a scene. */

/**
 * Given rows as a table of the scene's own, so that a sentence can be typed over them: a word keeps its vector wherever
 * it goes, and a new word gets a seeded one (and is named as such). Null where one word has two different vectors, and for
 * a word that no table may have (the scene then keeps its rows, and the core says how many tokens they are for).
 */
export function byToken(scene: Scene): Extract<Embedding, { kind: 'table' }> | null {
  const { embedding, encoder } = scene;
  if (embedding.kind !== 'given') return null;
  const tokens = tokensOf(scene);
  const others = encoder === undefined ? [] : keyTokensOf(scene);
  const theirs = encoder?.x ?? [];
  if (tokens.length !== embedding.x.length) return null;
  if (others.length !== theirs.length) return null;
  const rows = new Map<string, readonly number[]>();
  for (const [index, token] of [...tokens, ...others].entries()) {
    if (token === '__proto__') return null;
    const row = (index < tokens.length ? embedding.x[index] : theirs[index - tokens.length]) ?? [];
    const before = rows.get(token);
    if (before?.some((value, column) => !Object.is(value, row[column]))) return null;
    rows.set(token, row);
  }
  return { kind: 'table', rows: Object.fromEntries(rows), missing: 'random', seed: 1 };
}

/** The scene with its given rows as a table of its own, where that can be. */
export function withOwnTable(scene: Scene): Scene {
  const embedding = byToken(scene);
  if (embedding === null) return scene;
  const { encoder, ...rest } = scene;
  return { ...rest, embedding, ...(encoder === undefined ? {} : { encoder: without(encoder, 'x') }) };
}

/**
 * A sentence was typed. Rows given token by token become the scene's own table first. Where a word of that table holds a
 * space ("Input 1"), no tokeniser would find it again: the scene then keeps its tokens, with such words left whole.
 */
export function typeSentence(scene: Scene, sentence: string): Scene {
  const { tokens: _, sentence: __, ...rest } = withOwnTable(scene);
  return followMask(keepFocus({ ...rest, ...sentenceOrTokens(rest, sentence) }));
}

/** The second sentence, likewise. */
export function typeEncoder(scene: Scene, sentence: string): Scene {
  const own = withOwnTable(scene);
  const { tokens: _, sentence: __, ...rest } = own.encoder ?? {};
  return followMask({ ...own, encoder: { ...rest, ...sentenceOrTokens(own, sentence) } });
}

function sentenceOrTokens(
  { embedding, tokenizer }: Pick<Scene, 'embedding' | 'tokenizer'>,
  sentence: string,
): { readonly sentence: string } | { readonly tokens: readonly string[] } {
  const own = embedding.kind === 'table' ? Object.keys(embedding.rows ?? {}) : [];
  const spaced = own.filter((word) => /\s/u.test(word));
  const tokens = spaced.length === 0 ? [] : cutAround(sentence, spaced, tokenizer);
  return tokens.length > 0 ? { tokens } : { sentence };
}

/** Without its focus where that token is not there any more, so that no link names it. */
export function keepFocus(scene: Scene): Scene {
  const { focus, ...view } = scene.view ?? {};
  if (focus === undefined) return scene;
  const { tokens, sentence = '', tokenizer } = scene;
  const there = tokens === undefined ? hasMore(focus, sentence, tokenizer) : focus < tokens.length;
  return there ? scene : { ...scene, view };
}

function cutAround(sentence: string, whole: readonly string[], tokenizer: Tokenizer | undefined): readonly string[] {
  const longestFirst = [...whole].sort((a, b) => b.length - a.length);
  const literal = longestFirst.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])(${literal.join('|')})(?![\\p{L}\\p{N}])`, 'u');
  return sentence.split(alone).flatMap((part, index) => (index % 2 === 1 ? [part] : tokenize(part, tokenizer)));
}
