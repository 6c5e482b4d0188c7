import { zipSync } from 'fflate';
import { tensorAs } from '../tensor.ts';
import { checkTensors, type NamedTensor } from './tensors.ts';

/** Tensors as an .npz file for numpy.load, float32. Throws AttentionError `range` for a name that is twice there, and `shape`. */
export function npzOf(tensors: readonly NamedTensor[]): Uint8Array {
  checkTensors(tensors);
  const files = tensors.map(({ name, shape, data }) => {
    const axes = shape.map((_, axis) => String(axis));
    const about = { name, axes, labels: axes.map(() => null) };
    return [`${name}.npy`, tensorAs('npy', { shape: [...shape], data }, about)];
  });
  // Such numbers do not compress, and a fixed date makes the file reproducible.
  return zipSync(Object.fromEntries(files), { level: 0, mtime: '1980-01-01T00:00:00' });
}
