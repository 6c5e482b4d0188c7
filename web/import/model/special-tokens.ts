import { type GivenTensor, tensorValues } from '../../scene/given-tensors.ts';
import { givenLayers, isOfModel } from '../../scene/layers.ts';
import type { GivenLayer, Scene } from '../../scene/types.ts';
import { without } from '../../scene/without.ts';
import { isSpecialToken } from '../../trace/token-text.ts';
import { packTensor } from './pack-tensor.ts';
import { shorterMask } from './shorter-mask.ts';

/** The special tokens among these, each once. */
export const specialIn = (tokens: readonly string[]): readonly string[] => [...new Set(tokens.filter(isSpecialToken))];

export const areKept = (tokens: readonly string[] = []): readonly boolean[] =>
  tokens.map((token) => !isSpecialToken(token));

/** Whether a model's scene has special tokens, and other tokens beside them. */
export function hasSpecial({ tokens, encoder, embedding }: Scene): boolean {
  const lists = [areKept(tokens), ...(encoder?.tokens === undefined ? [] : [areKept(encoder.tokens)])];
  return (
    isOfModel({ embedding }) && lists.some((kept) => kept.includes(false)) && lists.every((kept) => kept.includes(true))
  );
}

/**
 * The scene of a model without its special tokens: softmax runs over the others. Given weights are divided by what is
 * left of their row, and the mask shows each token what it showed before. Only for a scene that `hasSpecial`.
 */
export function leaveOutSpecial(scene: Scene): Scene {
  const { tokens = [], encoder, embedding, attention } = scene;
  const queries = areKept(tokens);
  const keys = encoder === undefined ? queries : areKept(encoder.tokens);
  const layers = givenLayers(embedding).map((layer) => shorter(layer, queries, keys));
  const { mask } = attention;
  const kept = (list: readonly string[]): readonly string[] => list.filter((token) => !isSpecialToken(token));
  return {
    ...withFocus(scene, (focus) => (queries[focus] === true ? queries.slice(0, focus).filter(Boolean).length : null)),
    tokens: kept(tokens),
    ...(encoder?.tokens !== undefined && { encoder: { ...encoder, tokens: kept(encoder.tokens) } }),
    embedding: { kind: 'qkv', layers },
    ...(mask !== undefined && { attention: { ...attention, mask: shorterMask(mask, queries, keys) } }),
  };
}

/** The scene with its focus on another token, or on none. */
export function withFocus(scene: Scene, placeOf: (focus: number) => number | null): Scene {
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

/** One tensor (count, rows, columns) of a layer. */
interface Matrices {
  readonly heads: number;
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array;
}

/** The same without some rows and columns: `keep` says which stay. Null: all of them. */
function keeping<Part extends Matrices>(
  part: Part,
  keepRows: readonly boolean[] | null,
  keepColumns: readonly boolean[] | null,
): Part {
  const stay = (keep: readonly boolean[] | null, count: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => index).filter((index) => keep?.[index] ?? true);
  const [rows, columns] = [stay(keepRows, part.rows), stay(keepColumns, part.columns)];
  const data = new Float32Array(part.heads * rows.length * columns.length);
  let next = 0;
  for (let head = 0; head < part.heads; head += 1)
    for (const row of rows)
      for (const column of columns) {
        data[next] = part.data[(head * part.rows + row) * part.columns + column] ?? Number.NaN;
        next += 1;
      }
  return { ...part, rows: rows.length, columns: columns.length, data };
}

/** Each row divided by its sum, so that it adds up to 1 again. A row of zeros stays: it looked at nothing that is left. */
function renormalized<Part extends Matrices>(part: Part): Part {
  const data = part.data.slice();
  for (let from = 0; from < data.length; from += part.columns) {
    const row = data.subarray(from, from + part.columns);
    const sum = row.reduce((total, weight) => total + weight, 0);
    if (sum > 0) for (const [index, weight] of row.entries()) row[index] = weight / sum;
  }
  return { ...part, data };
}
