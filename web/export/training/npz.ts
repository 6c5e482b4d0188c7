import type { TrainedTensor } from '../../training/trained-scene.ts';
import { npzOf as archiveOf } from '../numbers/npz.ts';
import { shared } from './names.ts';

/** The trained parameters as an .npz file for numpy.load. With several layers the names are "layer1.w_q", "layer2.w_q" … */
export function npzOf(tensors: readonly TrainedTensor[]): Uint8Array {
  const layers = Math.max(...tensors.map(({ layer }) => layer)) + 1;
  const nameOf = ({ name, layer }: TrainedTensor): string =>
    layers > 1 && !shared.has(name) ? `layer${layer + 1}.${name}` : name;
  return archiveOf(tensors.map((tensor) => ({ name: nameOf(tensor), shape: tensor.shape, data: tensor.data })));
}
