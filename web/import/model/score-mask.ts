/** Scores to which a mask was added, −∞ in hidden cells: a scene has finite scores, and the mask beside them. */
import { limits } from '../../scene/limits.ts';
import type { Mask } from '../../scene/types.ts';
import { headPlaceText, quoted } from '../matrices.ts';
import { type ModelTensor, refuse } from '../types.ts';
import type { Row } from './rows.ts';

/** The scores of one layer: (heads, queries, keys). */
export interface LayerScores {
  readonly name: string;
  readonly heads: number;
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array;
}

const HIDDEN = Number.NEGATIVE_INFINITY;

const masked = new WeakMap<ModelTensor, boolean>();

/** Whether a number is −∞. The dialog asks with each letter that is typed. */
function isMasked(tensor: ModelTensor): boolean {
  const known = masked.get(tensor) ?? tensor.data.includes(HIDDEN);
  masked.set(tensor, known);
  return known;
}

/** Whether scores among the tensors have a mask. */
export const haveMask = (rows: readonly Row[]): boolean =>
  rows.some(({ role, tensor }) => role === 'scores' && isMasked(tensor));

/**
 * The mask that hides what is −∞ in every head of every layer. Null if nothing is. Throws ImportError where one head hides other keys than the
 * others, and for a pattern that a scene cannot hold.
 */
export function maskOf(layers: readonly LayerScores[], isCross: boolean): Mask | null {
  const [first] = layers;
  if (first === undefined || layers.every(({ data }) => !data.includes(HIDDEN))) return null;
  const { rows, columns } = first;
  const size = rows * columns;
  const pattern = first.data.subarray(0, size);
  for (const [layer, { name, heads, data, ...own }] of layers.entries()) {
    if (own.rows !== rows || own.columns !== columns) continue;
    const other = data.findIndex((score, index) => (score === HIDDEN) !== (pattern[index % size] === HIDDEN));
    if (other < 0) continue;
    const place = layer * heads * size + other;
    const shape = layers.length > 1 ? [layers.length, heads, rows, columns] : [heads, rows, columns];
    refuse('scene-form', (words) =>
      words.model.otherMask(quoted(name), headPlaceText(words, shape, place, true), data[other] === HIDDEN),
    );
  }
  const isHidden = (query: number, key: number): boolean => pattern[query * columns + key] === HIDDEN;
  const isCausal = pattern.every((score, cell) => (score === HIDDEN) === cell % columns > Math.floor(cell / columns));
  if (isCausal && rows === columns && !isCross) return { kind: 'causal' };
  if (rows > limits.painted || columns > limits.painted)
    refuse('too-large', (words) => words.model.largeMask(quoted(first.name), rows, columns, limits.painted));
  const visible = Array.from({ length: rows }, (_, query) =>
    Array.from({ length: columns }, (__, key) => (isHidden(query, key) ? 0 : 1)),
  );
  return { kind: 'painted', visible };
}

/** The scores with 0 where they were −∞: these cells are hidden. */
export const withoutHidden = (scores: Float32Array): Float32Array =>
  scores.map((score) => (score === HIDDEN ? 0 : score));
