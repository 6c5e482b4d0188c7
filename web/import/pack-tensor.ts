import { known, type PackedTensor, type TensorValues } from '../scene/given-tensors.ts';

/** Bytes at once: a multiple of three, which base64 writes without a rest. */
const STEP = 0x6000;

/** Float32 numbers as a scene has them. */
export function packTensor({ shape, data }: TensorValues): PackedTensor {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += STEP)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(from, from + STEP))));
  const packed: PackedTensor = Object.freeze({ shape: Object.freeze([...shape]), float32: parts.join('') });
  known.set(packed, data);
  return packed;
}
