/** The packed tensors of a scene between threads: a message copies a scene, and unpacking a model's numbers takes long. */
import { isPacked, known, type PackedTensor, tensorValues } from './given-tensors.ts';
import { givenLayers } from './layers.ts';
import type { Scene } from './types.ts';

export const packedTensors = ({ embedding }: Scene): readonly PackedTensor[] =>
  givenLayers(embedding).flatMap((layer) => Object.values(layer).filter(isPacked));

/** Their numbers in their order. Throws as `parseScene` does. */
export const packedNumbers = (scene: Scene): readonly Float32Array[] =>
  packedTensors(scene).map((packed) => tensorValues(packed, packed.shape.length).data);

/** Takes the numbers of a scene that came with them. */
export function keepNumbers(scene: Scene, numbers: readonly Float32Array[]): void {
  for (const [index, packed] of packedTensors(scene).entries()) {
    const data = numbers[index];
    if (data !== undefined) known.set(Object.freeze(packed), data);
  }
}

/** Takes the numbers of the scene before where the text is the same, and unpacks the others. Throws as `parseScene` does. */
export function reuseNumbers(scene: Scene, before: Scene | null): void {
  const earlier = before === null ? [] : packedTensors(before);
  for (const [index, packed] of packedTensors(scene).entries()) {
    const last = earlier[index];
    const isSame = last?.float32 === packed.float32 && last.shape.join() === packed.shape.join();
    known.set(packed, (isSame && known.get(last)) || tensorValues(packed, packed.shape.length).data);
  }
}
