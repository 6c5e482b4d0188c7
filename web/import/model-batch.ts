import { quoted, shapeText } from './matrices.ts';
import { type ModelTensor, refuse } from './types.ts';

/** Sequences of a batch in a tensor, and whether the axis can only be that. */
export interface Batch {
  readonly size: number;
  /** Four axes of a tensor without a layer may be layers. */
  readonly mayBeLayers: boolean;
}

/** The batch that a tensor of attention has, or may have: (layers, batch, …), (batch, …) of one layer, or (layers or batch, …). */
export function batchOf({ shape }: Pick<ModelTensor, 'shape'>, isOfLayer: boolean): Batch | null {
  const size = shape.length === 5 ? (shape[1] ?? 1) : shape.length === 4 ? (shape[0] ?? 1) : 1;
  return size > 1 ? { size, mayBeLayers: shape.length === 4 && !isOfLayer } : null;
}

/** One sequence of the batch, from 0. Null: four axes begin with layers. A batch of one changes nothing. */
export function withoutBatch(tensor: ModelTensor, sequence: number | null, isOfLayer: boolean): ModelTensor {
  const { name, shape, data } = tensor;
  const batch = batchOf(tensor, isOfLayer);
  if (shape.length === 5 && shape[1] === 1) return { name, shape: [shape[0] ?? 1, ...shape.slice(2)], data };
  if (batch === null || (sequence === null && batch.mayBeLayers)) return tensor;
  if (sequence === null)
    return refuse('shape', (words) => words.model.batch(quoted(name), shapeText(shape), batch.size));
  if (sequence >= batch.size)
    return refuse('range', (words) => words.model.noSequence(quoted(name), shapeText(shape), batch.size, sequence + 1));
  const layers = shape.length === 5 ? (shape[0] ?? 1) : 1;
  const size = data.length / layers / batch.size;
  const own = new Float32Array(layers * size);
  for (let layer = 0; layer < layers; layer += 1) {
    const from = (layer * batch.size + sequence) * size;
    own.set(data.subarray(from, from + size), layer * size);
  }
  return { name, shape: shape.length === 5 ? [layers, ...shape.slice(2)] : shape.slice(1), data: own };
}
