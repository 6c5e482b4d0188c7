import { AttentionError } from '../../scene/error.ts';
import { checkTensors, type NamedTensor } from './tensors.ts';

/** The numbers begin at a multiple of this. The reference implementation pads its headers likewise. */
const ALIGNMENT = 8;
const METADATA = '__metadata__';

/**
 * Tensors as a .safetensors file, float32: `safetensors.torch.load_file` and `safetensors.numpy.load_file` read it, and no code in it is
 * run. `metadata` is text by name, which the header keeps beside `format: "pt"`. Throws AttentionError `range` for a name that is
 * twice there, and `shape`.
 */
export function safetensorsOf(
  tensors: readonly NamedTensor[],
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  checkTensors(tensors);
  if (tensors.some(({ name }) => name === METADATA))
    throw new AttentionError('range', `a tensor cannot be called "${METADATA}"`, 'tensors');
  let end = 0;
  const entries = tensors.map(({ name, shape, data }) => {
    const start = end;
    end += data.byteLength;
    return [name, { dtype: 'F32', shape, data_offsets: [start, end] }] as const;
  });
  // Some readers refuse a file whose header does not name a library.
  const header = JSON.stringify(Object.fromEntries([[METADATA, { format: 'pt', ...metadata }], ...entries]));
  const text = new TextEncoder().encode(header);
  const length = Math.ceil(text.length / ALIGNMENT) * ALIGNMENT;
  const bytes = new Uint8Array(8 + length + end).fill(0x20, 8 + text.length, 8 + length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  bytes.set(text, 8);
  const numbers = new DataView(bytes.buffer, 8 + length);
  let offset = 0;
  for (const { data } of tensors)
    for (const value of data) {
      numbers.setFloat32(offset, value, true);
      offset += 4;
    }
  return bytes;
}
