import { zipSync } from 'fflate';
import type { TrainedTensor } from '../../training/trained-scene.ts';
import { tensorAs } from '../tensor.ts';
import { shared } from './names.ts';

/** The trained parameters as an .npz file for numpy.load. With several layers the names are "layer1.w_q", "layer2.w_q" … */
export function npzOf(tensors: readonly TrainedTensor[]): Uint8Array {
  const layers = Math.max(...tensors.map(({ layer }) => layer)) + 1;
  const nameOf = ({ name, layer }: TrainedTensor): string =>
    layers > 1 && !shared.has(name) ? `layer${layer + 1}.${name}` : name;
  const files = tensors.map((tensor) => {
    const axes = tensor.shape.map((_, axis) => String(axis));
    const about = { name: tensor.name, axes, labels: axes.map(() => null) };
    const { shape, data } = tensor;
    return [`${nameOf(tensor)}.npy`, tensorAs('npy', { shape: [...shape], data }, about)];
  });
  // Trained numbers do not compress, and a fixed date makes the file reproducible.
  return zipSync(Object.fromEntries(files), { level: 0, mtime: '1980-01-01T00:00:00' });
}
