import { limits } from '../scene/limits.ts';
import { keyTokensOf, tokensOf } from '../scene/tokenize.ts';
import type { Parameters, Scene } from '../scene/types.ts';
import type { TableInfo } from './choices.ts';

/**
 * The sizes that a scene asks for, read off the scene alone: a press has to know them before the core has seen its scene.
 * `null` where the scene does not say (or says what cannot be); the core then says what is wrong.
 */
export interface Widths {
  /** T_q and T_k. */
  readonly queries: number;
  readonly keys: number;
  /** Of a word's vector, and of that with its position joined on; null where q, k and v are given. */
  readonly word: number | null;
  readonly dModel: number | null;
  readonly dK: number | null;
  readonly dV: number | null;
}

export function widthsOf(scene: Scene, table: TableInfo): Widths {
  const { attention, parameters, embedding } = scene;
  const [queries, keys] = [tokensOf(scene).length, keyTokensOf(scene).length];
  const { heads } = attention;
  const kvHeads = attention.kvHeads ?? heads;
  if (embedding.kind === 'qkv') {
    const dK = embedding.q === undefined ? null : whole(columns(embedding.q) / heads);
    return { queries, keys, word: null, dModel: null, dK, dV: whole(columns(embedding.v) / kvHeads) };
  }
  const word = wordWidth(scene, table);
  const dModel = word + joined(scene, word);
  return { queries, keys, word, dModel, ...headWidths(parameters, dModel, heads, kvHeads, table) };
}

function wordWidth(scene: Scene, table: TableInfo): number {
  const { embedding } = scene;
  switch (embedding.kind) {
    case 'given':
      return columns(embedding.x);
    case 'ids':
      return columns(embedding.rows);
    case 'random':
    case 'zero':
      return embedding.dModel;
    case 'oneHot':
      return embedding.dModel ?? new Set([...tokensOf(scene), ...keyTokensOf(scene)]).size;
    case 'table':
      return embedding.rows === undefined ? table.dModel : (Object.values(embedding.rows)[0]?.length ?? 0);
    case 'qkv':
      return 0;
  }
}

/** Columns that the position adds to a word's vector. */
const joined = ({ positions }: Scene, word: number): number =>
  positions?.kind === 'sinusoidal' && positions.join === 'concat' ? (positions.width ?? word) : 0;

function headWidths(
  parameters: Parameters,
  dModel: number,
  heads: number,
  kvHeads: number,
  table: TableInfo,
): Pick<Widths, 'dK' | 'dV'> {
  switch (parameters.kind) {
    case 'handmade':
      return { dK: table.dK, dV: table.dV };
    case 'given':
    case 'stack': {
      const first = parameters.kind === 'given' ? parameters : parameters.layers[0];
      return { dK: whole(columns(first?.wQ ?? []) / heads), dV: whole(columns(first?.wV ?? []) / kvHeads) };
    }
    case 'none':
      return { dK: null, dV: null };
    default:
      return { dK: whole(parameters.dK ?? dModel / heads), dV: whole(parameters.dV ?? dModel / heads) };
  }
}

/** Width of a matrix in columns; 0 for one without rows. */
const columns = (rows: readonly (readonly number[])[]): number => rows[0]?.length ?? 0;
const whole = (width: number): number | null => (Number.isInteger(width) && width > 0 ? width : null);

/** A painted mask of as many rows and columns as there are tokens; what is new is visible. Typing asks for this too. */
export function followMask(scene: Scene): Scene {
  const { mask } = scene.attention;
  if (mask?.kind !== 'painted') return scene;
  const [queries, keys] = [tokensOf(scene).length, keyTokensOf(scene).length];
  const { visible } = mask;
  // Nobody paints that much; the mask stays as it was painted, and is refused for so many tokens.
  if (Math.max(queries, keys) > limits.painted) return scene;
  if (queries === 0 || keys === 0 || (visible.length === queries && visible[0]?.length === keys)) return scene;
  const followed = Array.from({ length: queries }, (_, i) =>
    Array.from({ length: keys }, (_, j) => visible[i]?.[j] ?? 1),
  );
  return { ...scene, attention: { ...scene.attention, mask: { kind: 'painted', visible: followed } } };
}
