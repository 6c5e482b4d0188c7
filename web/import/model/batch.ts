import { quoted, shapeText } from '../matrices.ts';
import { type ModelTensor, refuse } from '../types.ts';

/** Sequences of a batch in a tensor, and whether the axis can only be that. */
export interface Batch {
  readonly size: number;
  /** Four axes of a tensor without a layer may be layers. */
  readonly mayBeLayers: boolean;
}

/** What is known of the axes of a tensor. */
export interface KnownAxes {
  readonly isOfLayer: boolean;
  /** Three axes are (batch, tokens, heads · numbers). */
  readonly isSideBySide: boolean;
}

/** How a batch is read. */
export interface BatchChoice {
  /** The sequence, from 0. Null: no tensor has a batch. */
  readonly batch: number | null;
  /** Four axes that may begin with layers do. */
  readonly areLayers: boolean;
}

/**
 * The batch that a tensor of attention has, or may have: (layers, batch, …), (batch, …) of one layer, (layers or batch, …), or
 * (batch, tokens, heads · numbers).
 */
export function batchOf({ shape }: Pick<ModelTensor, 'shape'>, { isOfLayer, isSideBySide }: KnownAxes): Batch | null {
  const isFirst = shape.length === 4 || (shape.length === 3 && isSideBySide);
  const size = shape.length === 5 ? (shape[1] ?? 1) : isFirst ? (shape[0] ?? 1) : 1;
  return size > 1 ? { size, mayBeLayers: shape.length === 4 && !isOfLayer } : null;
}

/** The same, or null if its axis is that of layers. */
export function chosenBatch(tensor: Pick<ModelTensor, 'shape'>, known: KnownAxes, choice: BatchChoice): Batch | null {
  const batch = batchOf(tensor, known);
  return batch?.mayBeLayers === true && (choice.areLayers || choice.batch === null) ? null : batch;
}

/** One sequence of the batch. A batch of one changes nothing. */
export function withoutBatch(tensor: ModelTensor, known: KnownAxes, choice: BatchChoice): ModelTensor {
  const { name, shape, data } = tensor;
  const found = chosenBatch(tensor, known, choice);
  if (shape.length === 5 && shape[1] === 1) return { name, shape: [shape[0] ?? 1, ...shape.slice(2)], data };
  if (found === null) return tensor;
  const { batch: sequence } = choice;
  if (sequence === null)
    return refuse('shape', (words) => words.model.batch(quoted(name), shapeText(shape), found.size));
  if (sequence >= found.size)
    return refuse('range', (words) => words.model.noSequence(quoted(name), shapeText(shape), found.size, sequence + 1));
  const layers = shape.length === 5 ? (shape[0] ?? 1) : 1;
  const size = data.length / layers / found.size;
  const own = new Float32Array(layers * size);
  for (let layer = 0; layer < layers; layer += 1) {
    const from = (layer * found.size + sequence) * size;
    own.set(data.subarray(from, from + size), layer * size);
  }
  return { name, shape: shape.length === 5 ? [layers, ...shape.slice(2)] : shape.slice(1), data: own };
}
