import { packTensor } from '../import/pack-tensor.ts';
import { keeping, renormalized } from '../import/special-tokens.ts';
import { type GivenTensor, tensorValues } from '../scene/given-tensors.ts';
import { givenLayers, isOfModel } from '../scene/layers.ts';
import type { GivenLayer, Rows, Scene } from '../scene/types.ts';
import { without } from '../scene/without.ts';
import { isSpecialToken } from '../trace/token-text.ts';

/** A model's sentence with its special tokens, by the tensors that it has without them. */
const wholeScenes = new WeakMap<object, Scene>();

const keyOf = ({ embedding }: Scene): object | null => {
  const [tensor] = Object.values(givenLayers(embedding)[0] ?? {}).filter((value) => typeof value === 'object');
  return tensor ?? null;
};

/** The scene that this one was made from by `withoutSpecial`. Null if it was not, or in an earlier visit. */
export const wholeScene = (scene: Scene): Scene | null => wholeScenes.get(keyOf(scene) ?? {}) ?? null;

const areKept = (tokens: readonly string[] = []): readonly boolean[] => tokens.map((token) => !isSpecialToken(token));

/** Whether a model's scene has special tokens, and other tokens beside them. */
export function hasSpecial({ tokens, encoder, embedding }: Scene): boolean {
  const lists = [areKept(tokens), ...(encoder?.tokens === undefined ? [] : [areKept(encoder.tokens)])];
  return (
    isOfModel({ embedding }) && lists.some((kept) => kept.includes(false)) && lists.every((kept) => kept.includes(true))
  );
}

/**
 * The scene of a model without its special tokens: softmax runs over the others. Given weights are divided by what is
 * left of their row. Only for a scene that `hasSpecial`.
 */
export function withoutSpecial(scene: Scene): Scene {
  const { tokens = [], encoder, embedding, attention } = scene;
  const queries = areKept(tokens);
  const keys = encoder === undefined ? queries : areKept(encoder.tokens);
  const layers = givenLayers(embedding).map((layer) => shorter(layer, queries, keys));
  const { mask } = attention;
  const kept = (list: readonly string[]): readonly string[] => list.filter((token) => !isSpecialToken(token));
  const next: Scene = {
    ...withFocus(scene, (focus) => (queries[focus] === true ? queries.slice(0, focus).filter(Boolean).length : null)),
    tokens: kept(tokens),
    ...(encoder?.tokens !== undefined && { encoder: { ...encoder, tokens: kept(encoder.tokens) } }),
    embedding: { kind: 'qkv', layers },
    ...(mask?.kind === 'painted' && {
      attention: {
        ...attention,
        mask: {
          ...mask,
          visible: mask.visible.filter((_, query) => queries[query]).map((row) => row.filter((__, key) => keys[key])),
        },
      },
    }),
  };
  const key = keyOf(next);
  if (key !== null) wholeScenes.set(key, scene);
  return next;
}

/** The scene with the special tokens of `whole` again, and everything else as it is now. */
export function withSpecial(scene: Scene, whole: Scene): Scene {
  const queries = areKept(whole.tokens);
  const keys = whole.encoder === undefined ? queries : areKept(whole.encoder.tokens);
  const places = [...queries.keys()].filter((index) => queries[index]);
  const { attention } = scene;
  const { mask } = attention;
  const painted = whole.attention.mask?.kind === 'painted' ? whole.attention.mask.visible : null;
  // What was painted on special tokens before, or else nothing.
  const visible = (rows: Rows): Rows => {
    const left = rows.values();
    return queries.map((isQuery, query) => {
      const row = isQuery ? (left.next().value ?? []).values() : null;
      return keys.map((isKey, key) => (isKey ? row?.next().value : undefined) ?? painted?.[query]?.[key] ?? 1);
    });
  };
  return {
    ...withFocus(scene, (focus) => places[focus] ?? null),
    ...(whole.tokens !== undefined && { tokens: whole.tokens }),
    ...(whole.encoder !== undefined && { encoder: whole.encoder }),
    embedding: whole.embedding,
    ...(mask?.kind === 'painted' && { attention: { ...attention, mask: { ...mask, visible: visible(mask.visible) } } }),
  };
}

function withFocus(scene: Scene, placeOf: (focus: number) => number | null): Scene {
  const { view } = scene;
  if (view?.focus === undefined) return scene;
  const focus = placeOf(view.focus);
  return { ...scene, view: focus === null ? without(view, 'focus') : { ...view, focus } };
}

/** A layer with some of its queries and keys. */
function shorter(layer: GivenLayer, queries: readonly boolean[], keys: readonly boolean[]): GivenLayer {
  const rows = (given: GivenTensor | undefined, kept: readonly boolean[]) => {
    if (given === undefined) return undefined;
    const { shape, data } = tensorValues(given, 2);
    const [count = 0, columns = 0] = shape;
    const left = keeping({ heads: 1, rows: count, columns, data }, kept, null);
    return packTensor({ shape: [left.rows, columns], data: left.data });
  };
  const cells = (given: GivenTensor | undefined, isDivided: boolean) => {
    if (given === undefined) return undefined;
    const { shape, data } = tensorValues(given, 3);
    const [heads = 0, count = 0, columns = 0] = shape;
    const left = keeping({ heads, rows: count, columns, data }, queries, keys);
    return packTensor({
      shape: [heads, left.rows, left.columns],
      data: isDivided ? renormalized(left).data : left.data,
    });
  };
  const { q, k, v, scores, weights } = layer;
  const parts = {
    q: rows(q, queries),
    k: rows(k, keys),
    v: rows(v, keys),
    scores: cells(scores, false),
    weights: cells(weights, true),
  };
  const there = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
  return { ...layer, ...there };
}
