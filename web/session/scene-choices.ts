import { newMask } from '../scene/controls.ts';
import { givenLayers } from '../scene/layers.ts';
import { limits } from '../scene/limits.ts';
import type { TokenCounts } from '../scene/schema.ts';
import { hasMore, keyTokensOf, normalized, sameEnds, tokenize, tokensOf, withWordEnds } from '../scene/tokenize.ts';
import type {
  Attention,
  Block,
  Embedding,
  Encoder,
  Mask,
  Positions,
  Rows,
  Scene,
  Score,
  Tokenizer,
} from '../scene/types.ts';
import { isUnspaced, withoutEnds } from '../scene/unspaced.ts';
import { makeRows } from '../scene/values.ts';
import { without } from '../scene/without.ts';

/**
 * What a press makes of the scores, the weights, the mask and the groups of a scene, and what typing a sentence makes of it.
 * Each gives the plain choice; `completeScene` then adds what that choice cannot work without.
 */

export function chooseScore(scene: Scene, score: Score, start: Scene): Scene {
  // A scale belongs to the score it was typed for, given scores to "given" alone.
  const { scale: _, scores, ...attention } = scene.attention;
  if (score !== 'given') return { ...scene, attention: { ...attention, score } };
  const own = scores ?? start.attention.scores;
  return own === undefined ? scene : { ...scene, attention: { ...attention, score, scores: own } };
}

/** q and k are not there, so that no other score than the given one can be computed. */
export const onlyGivenScores = ({ embedding }: Scene): boolean =>
  givenLayers(embedding).some(({ q }) => q === undefined);

/** `hidden`: (T_q, T_k) row-major, 1 where the picture on show hides a key; painting goes on from there. Null: no mask. */
export function chooseMask(scene: Scene, kind: Mask['kind'], hidden: Float32Array | null): Scene {
  const sizes = { queries: tokensOf(scene).length, keys: keyTokensOf(scene).length };
  const mask = newMask(kind, sizes, () => seen(sizes, hidden));
  return { ...scene, attention: { ...scene.attention, mask } };
}

function seen({ queries, keys }: Pick<TokenCounts, 'queries' | 'keys'>, hidden: Float32Array | null): Rows {
  // Refused for its size, so one row may stand for all.
  if (Math.max(queries, keys) > limits.painted)
    return new Array<number[]>(queries).fill(new Array<number>(keys).fill(1));
  return makeRows(queries, keys, (i, j) => (hidden !== null && hidden[i * keys + j] === 1 ? 0 : 1));
}

/** Absent is what the default says. */
export function setAttention(
  scene: Scene,
  change: { readonly [Key in keyof Attention]?: Attention[Key] | undefined },
): Scene {
  const { heads } = scene.attention;
  const entries = Object.entries({ ...scene.attention, ...change }).filter(([, value]) => value !== undefined);
  return { ...scene, attention: { ...Object.fromEntries(entries), heads } };
}

export function choosePositions(scene: Scene, kind: Positions['kind'], start: Scene): Scene {
  if (kind === 'none') return without(scene, 'positions');
  if (kind === scene.positions?.kind) return scene;
  // Rows of a lesson's own come back with their kind.
  const own = start.positions?.kind === kind ? start.positions : null;
  return followPositions({ ...scene, positions: own ?? (kind === 'given' ? { kind, rows: [] } : { kind }) });
}

/** Why positions of a kind cannot be had, however the rest is chosen; undefined where they can. */
export function positionLack(
  scene: Scene,
  kind: Positions['kind'],
  dK: number,
): 'words' | 'queries' | 'even' | 'computed' | undefined {
  const { embedding, attention } = scene;
  if (attention.score === 'weights' && kind !== 'none') return 'computed';
  const given = embedding.kind === 'qkv';
  if (given && (kind === 'sinusoidal' || kind === 'learned')) return 'words';
  if ((kind === 'rope' || kind === 'relative') && attention.score === 'given') return 'queries';
  return given && kind === 'rope' && dK % 2 !== 0 ? 'even' : undefined;
}

/** A second sentence for keys and values, or none again. The words are part of the scene, in the table's language. */
export function chooseEncoder(scene: Scene, on: boolean, start: Scene): Scene {
  if (!on) return without(scene, 'encoder');
  if (start.encoder !== undefined && start.embedding.kind === scene.embedding.kind) {
    return { ...scene, encoder: start.encoder };
  }
  const own = withOwnTable(scene);
  const encoder = (): Encoder => {
    switch (own.embedding.kind) {
      case 'given':
        return { tokens: tokensOf(own), x: own.embedding.x };
      case 'ids':
        return { tokens: tokensOf(own).toReversed() };
      default:
        return { sentence: 'The street was too wide' };
    }
  };
  return { ...own, encoder: encoder() };
}

export function setBlock(scene: Scene, change: { readonly [Key in keyof Block]?: Block[Key] | undefined }): Scene {
  const entries = Object.entries({ ...scene.block, ...change }).filter(
    ([, value]) => value !== undefined && value !== false && value !== 'none',
  );
  const { block: _, ...rest } = scene;
  return entries.length === 0 ? rest : { ...rest, block: Object.fromEntries(entries) };
}

export const chooseLayers = (scene: Scene, layers: number): Scene => {
  const { view } = scene;
  const beyond = view?.layer !== undefined && view.layer >= layers;
  const kept: Scene = beyond ? { ...scene, view: { ...view, layer: Math.max(0, layers - 1) } } : scene;
  return layers === 1 ? without(kept, 'layers') : { ...kept, layers };
};

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
  const { columns } = embedding;
  return { kind: 'table', rows: Object.fromEntries(rows), ...(columns && { columns }), missing: 'random', seed: 1 };
}

/** The scene with its given rows as a table of its own, where that can be. */
function withOwnTable(scene: Scene): Scene {
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
  const { tokens: _, sentence: __, ...rest } = normalizing(withOwnTable(scene), sentence);
  return followTokens(followFocus(scene, { ...rest, ...sentenceOrTokens(rest, sentence) }));
}

/** The second sentence, likewise. */
export function typeEncoder(scene: Scene, sentence: string): Scene {
  const own = normalizing(withOwnTable(scene), sentence);
  const { tokens: _, sentence: __, ...rest } = own.encoder ?? {};
  return followTokens({ ...own, encoder: { ...rest, ...sentenceOrTokens(own, sentence) } });
}

/**
 * The scene with a newer tokenizer, if that splits the text in another way. A scene keeps its tokenizer as long as nobody types such a
 * text, and if its own table has a word that the newer one would write differently.
 */
function normalizing(scene: Scene, text: string): Scene {
  const { embedding, tokenizer } = scene;
  const own = embedding.kind === 'table' ? Object.keys(embedding.rows ?? {}) : [];
  if (own.some((word) => normalized(word) !== word)) return scene;
  const hasEnds = isUnspaced(text) && !own.some(isUnspaced);
  const needed = hasEnds ? limits.tokenizerVersion : normalized(text) === text ? 1 : NORMALIZING;
  return needed > (tokenizer?.version ?? 1) ? { ...scene, tokenizer: { ...tokenizer, version: needed } } : scene;
}

/** The version of the tokenizer from which on texts are normalized. */
const NORMALIZING = 2;

/** What a scene keeps of a text that was typed: with the ends of words in scripts without spaces, if its tokenizer reads them. */
const kept = (tokenizer: Tokenizer | undefined, text: string): string =>
  (tokenizer?.version ?? 1) >= limits.tokenizerVersion ? withWordEnds(text) : text;

/** The sentence of a scene as it is typed. */
export const typedText = ({ tokenizer }: Scene, sentence: string): string =>
  (tokenizer?.version ?? 1) >= limits.tokenizerVersion ? withoutEnds(sentence) : sentence;

function sentenceOrTokens(
  { embedding, tokenizer }: Pick<Scene, 'embedding' | 'tokenizer'>,
  sentence: string,
): { readonly sentence: string } | { readonly tokens: readonly string[] } {
  const own = embedding.kind === 'table' ? Object.keys(embedding.rows ?? {}) : [];
  const spaced = own.filter((word) => /\s/u.test(word));
  const tokens = spaced.length === 0 ? [] : cutAround(sentence, spaced, tokenizer);
  return tokens.length > 0 ? { tokens } : { sentence: kept(tokenizer, sentence) };
}

/** Characters of a sentence that is too long to be compared with another, word by word, at every key. */
const LONG = 8000;

/** The focus stays on its word as the sentence grows or shrinks before it or behind it. */
function followFocus(before: Scene, scene: Scene): Scene {
  const { focus, ...view } = scene.view ?? {};
  if (focus === undefined) return scene;
  if (Math.max(before.sentence?.length ?? 0, scene.sentence?.length ?? 0) > LONG) return keepFocus(scene);
  const [old, now] = [tokensOf(before), tokensOf(scene)];
  const { start, end } = sameEnds(old, now);
  const later = focus + now.length - old.length;
  if (focus < start) return scene;
  if (focus >= old.length - end) return { ...scene, view: { ...view, focus: later } };
  // One word was typed over.
  if (now.length === old.length && start + end === old.length - 1) return scene;
  // Where several words changed at once, the nearest that is the same. If the word is gone, another one asks.
  const word = old[focus];
  const like = now.flatMap((other, index) => (other === word ? [index] : []));
  const [nearest] = like.toSorted((a, b) => Math.abs(a - later) - Math.abs(b - later));
  return { ...scene, view: nearest === undefined ? view : { ...view, focus: nearest } };
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

/** What has a row a query and a column a key, for as many as there are tokens. Typing asks for this too. */
export const followTokens = (scene: Scene): Scene => followPositions(followMask(scene));

/** A painted mask; what is new is visible. */
function followMask(scene: Scene): Scene {
  const { mask } = scene.attention;
  if (mask?.kind !== 'painted') return scene;
  const visible = followed(scene, mask.visible, limits.painted, 1);
  if (visible === mask.visible) return scene;
  return { ...scene, attention: { ...scene.attention, mask: { kind: 'painted', visible } } };
}

/** The matrix that is added to the scores; what is new adds nothing. */
function followPositions(scene: Scene): Scene {
  const { positions } = scene;
  if (positions?.kind !== 'given') return scene;
  const rows = followed(scene, positions.rows, limits.matrix, 0);
  return rows === positions.rows ? scene : { ...scene, positions: { kind: 'given', rows } };
}

function followed(scene: Scene, rows: Rows, most: number, added: number): Rows {
  const [queries, keys] = [tokensOf(scene).length, keyTokensOf(scene).length];
  // Nobody writes that much; it stays as it is, and is refused for so many tokens.
  if (Math.max(queries, keys) > most) return rows;
  if (queries === 0 || keys === 0 || (rows.length === queries && rows[0]?.length === keys)) return rows;
  return makeRows(queries, keys, (i, j) => rows[i]?.[j] ?? added);
}
