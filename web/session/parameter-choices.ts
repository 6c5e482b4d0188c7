import type { Attention, Embedding, Initialiser, Parameters, Scene } from '../scene/types.ts';
import { without } from '../scene/without.ts';
import { softTemperature, vectorLength } from '../scene/word-vectors.ts';
import type { Widths } from '../trace/trace-outline.ts';
import { table } from './meaning-table.ts';
import { byToken } from './scene-choices.ts';

/**
 * What a press of a control makes of a scene. A press (unlike a typed number) may not land in an error where the page
 * could have chosen well: so a choice that cannot work with another takes the other along, and the reader sees both
 * change. Typed numbers are never touched.
 */

/** All heads of the table that a scene may be given, then those of its own that others of its layers need. */
export const offeredHeads = (chosen: readonly string[]): readonly string[] => [
  ...new Set([...table.heads, ...table.placed, ...chosen]),
];

export type EmbeddingChoice =
  | 'table'
  | 'oneHot'
  | 'normal'
  | 'uniform'
  | 'zero'
  | 'given'
  | 'ids'
  | 'qkv'
  | 'wordVectors';
export type ParameterChoice = 'handmade' | 'identity' | Initialiser | 'given' | 'none';

type RandomEmbedding = Extract<Embedding, { kind: 'random' }>;
type RandomParameters = Extract<Parameters, { kind: 'random' }>;
/** Those whose widths are free. */
export type FreeParameters = Extract<Parameters, { kind: 'random' | 'identity' }>;

const comfortable = 16;

export function embeddingChoice(embedding: Embedding): EmbeddingChoice {
  if (embedding.kind === 'random') return embedding.distribution;
  if (embedding.kind === 'table' && embedding.rows !== undefined) return 'given';
  return embedding.kind;
}

export function parameterChoice(parameters: Parameters): ParameterChoice {
  if (parameters.kind === 'stack') return 'given';
  return parameters.kind === 'random' ? parameters.init : parameters.kind;
}

/** The seed a scene draws its embedding with; tables use it for words they lack. */
export const embeddingSeed = (embedding: Embedding): number | undefined =>
  embedding.kind === 'random' || embedding.kind === 'table' || embedding.kind === 'wordVectors'
    ? embedding.seed
    : undefined;

export const hasOutput = (parameters: Parameters): boolean =>
  parameters.kind === 'given'
    ? parameters.wO !== undefined
    : (parameters.kind === 'random' || parameters.kind === 'identity') && parameters.output === true;

export const hasBiases = (parameters: Parameters): boolean =>
  parameters.kind === 'given'
    ? parameters.bQ !== undefined || parameters.bK !== undefined || parameters.bV !== undefined
    : parameters.kind === 'random' && parameters.biases === true;

/** Width of a given matrix in columns; 0 for one without rows. */
const columns = (rows: readonly (readonly number[])[]): number => rows[0]?.length ?? 0;

/**
 * With a one-hot embedding d_model changes with every word typed, so d_k and d_v are then fixed; elsewhere `completeScene` fixes
 * them where d_model does not divide.
 */
const fitting = (parameters: FreeParameters, dModel: number | 'varies', widths: Widths): Parameters =>
  dModel === 'varies' ? { ...headWidths(widths), ...parameters } : parameters;

/** Widths of the heads on show; where scores are given, no head has a d_k, and d_v will do. */
export const headWidths = ({ dK, dV }: Widths): { readonly dK: number; readonly dV: number } => ({
  dK: dK > 0 ? dK : dV,
  dV,
});

/** Random parameters as close as they come to what was there. */
export function drawn(from: Parameters, init: Initialiser): RandomParameters {
  if (from.kind === 'random') return { ...from, init };
  const widths =
    from.kind === 'identity'
      ? {
          ...(from.dK === undefined ? {} : { dK: from.dK }),
          ...(from.dV === undefined ? {} : { dV: from.dV }),
        }
      : {};
  return { kind: 'random', init, seed: 1, ...widths, ...(hasOutput(from) ? { output: true } : {}) };
}

/** Drawn in place of what was written, with heads as wide as they were. */
export const withWidths = (parameters: Parameters, widths: Widths): RandomParameters => ({
  ...drawn(parameters, 'xavier'),
  ...headWidths(widths),
});

/** After the number of heads changed: the head on show and the key/value heads must be among them. */
export function withHeads(scene: Scene, heads: number): Scene {
  const { attention, view } = scene;
  const kv = attention.kvHeads;
  const follows = kv === attention.heads || !Number.isInteger(heads / (kv ?? 1));
  const kept: Attention = follows ? without(attention, 'kvHeads') : attention;
  return {
    ...scene,
    attention: { ...kept, heads },
    ...(view?.head !== undefined && view.head >= heads ? { view: { ...view, head: Math.max(0, heads - 1) } } : {}),
  };
}

/** What `embedding` becomes when another kind is pressed, and what has to follow it. */
export function chooseEmbedding(scene: Scene, choice: EmbeddingChoice, widths: Widths, start: Scene): Scene {
  const { embedding } = scene;
  if (embeddingChoice(embedding) === choice) return scene;
  const seed = embeddingSeed(embedding) ?? 1;
  switch (choice) {
    case 'table':
      return follow(meanings(scene, seed), table.dModel, widths);
    case 'wordVectors':
      return wordVectors(scene, seed, widths);
    case 'oneHot':
      return follow({ ...scene, embedding: { kind: 'oneHot' } }, 'varies', widths);
    case 'normal':
    case 'uniform': {
      const stays = embedding.kind === 'random';
      const dModel = stays ? embedding.dModel : freeWidth(scene, widths);
      const next: RandomEmbedding = { kind: 'random', distribution: choice, seed, dModel };
      return follow({ ...scene, embedding: next }, dModel, widths);
    }
    case 'zero': {
      const dModel = embedding.kind === 'random' ? embedding.dModel : freeWidth(scene, widths);
      const next: Scene = { ...scene, embedding: { kind: 'zero', dModel } };
      // Zeros alone would say nothing; with positions, only the position speaks.
      const placed = (scene.positions ?? none).kind !== 'none';
      return follow(placed ? next : { ...next, positions: { kind: 'sinusoidal' } }, dModel, widths);
    }
    case 'given': {
      const own = lessonRows(scene, start);
      if (own === null) return scene;
      return follow({ ...scene, embedding: own }, widthOf(own), widths);
    }
    case 'ids':
    case 'qkv':
      // These rows belong to their tokens and parameters: the scene they came with is what works with them.
      return start.embedding.kind === choice
        ? { ...start, ...(scene.view === undefined ? {} : { view: scene.view }) }
        : scene;
  }
}

const none = { kind: 'none' } as const;

/** d_model for rows that may have any: what matrices that are written out ask for, or what is on show. */
const freeWidth = ({ embedding, parameters }: Scene, widths: Widths): number =>
  embedding.kind === 'oneHot' || embedding.kind === 'qkv' ? rowsOf(parameters, comfortable) : widths.dWord;

/** The words of a table are in lower case, so a sentence's are lowered too (unless its scene says not to). */
const lowerCased = (scene: Scene): Scene => ({
  ...scene,
  ...(scene.sentence === undefined ? {} : { tokenizer: { lowercase: true, ...scene.tokenizer } }),
});

const meanings = (scene: Scene, seed: number): Scene => ({
  ...lowerCased(scene),
  embedding: { kind: 'table', table: table.name, missing: 'random', seed },
});

/** In place of handmade heads, which are for other features, the vectors themselves are compared, in one layer and softly. */
function wordVectors(scene: Scene, seed: number, widths: Widths): Scene {
  const next: Scene = { ...lowerCased(scene), embedding: { kind: 'wordVectors', missing: 'random', seed } };
  if (scene.parameters.kind !== 'handmade') return follow(next, vectorLength, widths);
  const { layers: _, block: __, view = {}, ...single } = next;
  const attention = { ...scene.attention, temperature: scene.attention.temperature ?? softTemperature };
  return withHeads({ ...single, attention, parameters: { kind: 'identity' }, view: without(view, 'layer') }, 1);
}

/** d_model that given matrices ask for; else the fallback. */
const rowsOf = (parameters: Parameters, fallback: number): number =>
  parameters.kind === 'given' ? (parameters.wQ?.length ?? fallback) : fallback;

function widthOf(embedding: Embedding): number | 'varies' {
  if (embedding.kind === 'given') return columns(embedding.x);
  if (embedding.kind === 'random' || embedding.kind === 'zero') return embedding.dModel;
  if (embedding.kind === 'wordVectors') return vectorLength;
  if (embedding.kind === 'ids') return columns(embedding.rows);
  if (embedding.kind === 'table' && embedding.rows !== undefined) return Object.values(embedding.rows)[0]?.length ?? 0;
  return 'varies';
}

/** The start's own vectors: row by row while the tokens are as many, else by the token they belong to. */
function lessonRows(scene: Scene, start: Scene): Embedding | null {
  const own = start.embedding;
  if (own.kind === 'table' && own.rows !== undefined) return own;
  if (own.kind !== 'given') return null;
  if (scene.tokens !== undefined && scene.tokens.length === own.x.length) return own;
  return byToken(start) ?? own;
}

/** Parameters that no longer fit the embedding give way to random ones of the same head widths. */
function follow(scene: Scene, dModel: number | 'varies', widths: Widths): Scene {
  const { parameters, embedding } = scene;
  const handmadeFits = embedding.kind === 'table' && embedding.rows === undefined;
  if (parameters.kind === 'handmade' && handmadeFits) return scene;
  if (parameters.kind === 'given' && dModel === parameters.wQ?.length) return scene;
  if (parameters.kind === 'stack' && dModel === parameters.layers[0]?.wQ?.length) return scene;
  const free =
    parameters.kind === 'random' || parameters.kind === 'identity' ? parameters : drawn(parameters, 'xavier');
  return { ...scene, parameters: fitting(free, dModel, widths) };
}

/** What `parameters` becomes when another source is pressed, and what has to follow it. */
export function chooseParameters(scene: Scene, choice: ParameterChoice, widths: Widths, start: Scene): Scene {
  const { parameters, embedding, attention } = scene;
  if (parameterChoice(parameters) === choice) return scene;
  const dModel = embedding.kind === 'oneHot' ? 'varies' : widths.dModel;
  switch (choice) {
    case 'handmade': {
      const fits = embedding.kind === 'table' && embedding.rows === undefined && embedding.table === table.name;
      const next: Scene = {
        ...(fits ? scene : meanings(scene, embeddingSeed(embedding) ?? 1)),
        parameters: { kind: 'handmade', table: table.name, heads: table.heads },
        attention: without(attention, 'kvHeads'),
      };
      return withHeads(next, table.heads.length);
    }
    case 'identity': {
      const from = drawn(parameters, 'xavier');
      const kept = {
        ...(from.dK === undefined ? {} : { dK: from.dK }),
        ...(from.dV === undefined ? {} : { dV: from.dV }),
        ...(from.output === undefined ? {} : { output: from.output }),
      };
      return { ...scene, parameters: fitting({ kind: 'identity', ...kept }, dModel, widths) };
    }
    case 'given': {
      const own = start.parameters;
      if (own.kind !== 'given' && own.kind !== 'stack') return scene;
      const next: Scene = { ...scene, parameters: own, attention: without(attention, 'kvHeads') };
      const kv = start.attention.kvHeads;
      const withKv = kv === undefined ? next : { ...next, attention: { ...next.attention, kvHeads: kv } };
      const asked = own.kind === 'given' ? own.wQ?.length : own.layers[0]?.wQ?.length;
      const rows = asked === undefined || dModel === asked ? null : lessonRows(scene, start);
      return withHeads(rows === null ? withKv : { ...withKv, embedding: rows }, start.attention.heads);
    }
    case 'none':
      return { ...scene, parameters: { kind: 'none' } };
    default:
      return { ...scene, parameters: fitting(drawn(parameters, choice), dModel, widths) };
  }
}

/**
 * Typed: the number goes into the scene as it is. Heads made by hand follow as far as there are any; beyond that the
 * core says how many there are.
 */
export function typeHeads(scene: Scene, heads: number): Scene {
  const { parameters, attention, view } = scene;
  if (parameters.kind === 'handmade' && Number.isInteger(heads) && heads >= 1 && heads <= table.heads.length) {
    return chooseHeads(scene, heads);
  }
  const head = view?.head;
  const onShow =
    head !== undefined && head >= heads && heads >= 1 ? { view: { ...view, head: Math.ceil(heads) - 1 } } : {};
  return { ...scene, ...onShow, attention: { ...attention, heads } };
}

/** A head made by hand was switched on (at its place in the table's order) or off. */
export function setHandmade(scene: Scene, head: string, on: boolean): Scene {
  const { parameters } = scene;
  if (parameters.kind !== 'handmade') return scene;
  const heads = offeredHeads(parameters.heads).filter((name) => (name === head ? on : parameters.heads.includes(name)));
  return withHeads({ ...scene, parameters: { ...parameters, heads } }, heads.length);
}

/** Which head counts a press may land on: those that work with the widths as they are. */
export function workingHeads(scene: Scene, widths: Widths, most: number): readonly number[] {
  const { parameters } = scene;
  const all = Array.from({ length: most }, (_, index) => index + 1);
  switch (parameters.kind) {
    case 'handmade':
      return all.slice(0, Math.max(table.heads.length, parameters.heads.length));
    case 'stack':
    case 'none':
      return [scene.attention.heads];
    case 'given': {
      const { heads: now, kvHeads = now } = scene.attention;
      if (kvHeads !== now || scene.embedding.kind === 'qkv') return [now];
      const given = [parameters.wQ, parameters.wK, parameters.wV].map((rows) => columns(rows ?? []));
      return all.filter((heads) => given.every((width) => width % heads === 0));
    }
    default: {
      const free = parameters.dK === undefined || parameters.dV === undefined;
      return free ? all.filter((heads) => widths.dModel % heads === 0) : all;
    }
  }
}

/** Pressed (− or +): `heads` is one of `workingHeads`. */
export function chooseHeads(scene: Scene, heads: number): Scene {
  const { parameters } = scene;
  if (parameters.kind !== 'handmade') return withHeads(scene, heads);
  const kept = parameters.heads.slice(0, heads);
  const added = table.heads.filter((head) => !kept.includes(head)).slice(0, heads - kept.length);
  return withHeads({ ...scene, parameters: { ...parameters, heads: [...kept, ...added] } }, heads);
}

/** Divisors of `heads`: the counts of key/value heads that grouped-query attention allows. */
export const groupings = (heads: number): readonly number[] =>
  Number.isInteger(heads) && heads > 0 && heads <= 1024
    ? Array.from({ length: heads }, (_, index) => index + 1).filter((count) => heads % count === 0)
    : [];

/**
 * Key/value heads, pressed. Given matrices have as many columns as their heads ask for, so they give way to random ones
 * of the same widths when that changes.
 */
export function chooseKvHeads(scene: Scene, kvHeads: number, widths: Widths): Scene {
  const { parameters, attention } = scene;
  const written = parameters.kind === 'given' || parameters.kind === 'stack';
  const fits = !written || kvHeads === (attention.kvHeads ?? attention.heads);
  const kept: Parameters = fits ? parameters : withWidths(parameters, widths);
  // As many as heads is what an absent key says; then it stays so when the heads change.
  const shared = kvHeads === attention.heads ? without(attention, 'kvHeads') : { ...attention, kvHeads };
  return { ...scene, parameters: kept, attention: shared };
}
