import { known, type PackedTensor, type TensorValues } from '../../scene/given-tensors.ts';

/** The letters of base64 in ASCII, in their order. */
const letters = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PAD = 0x3d;

/** Base64 (RFC 4648 §4). `btoa` needs a string of the bytes first, which takes several times as long. */
export function base64Of(bytes: Uint8Array): string {
  const text = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const three = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    text[to] = letters[three >> 18] ?? 0;
    text[to + 1] = letters[(three >> 12) & 63] ?? 0;
    text[to + 2] = letters[(three >> 6) & 63] ?? 0;
    text[to + 3] = letters[three & 63] ?? 0;
  }
  const rest = bytes.length % 3;
  if (rest > 0) text.fill(PAD, text.length - 3 + rest);
  return new TextDecoder().decode(text);
}

/** Float32 numbers as a scene has them. */
export function packTensor({ shape, data }: TensorValues): PackedTensor {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const packed: PackedTensor = Object.freeze({ shape: Object.freeze([...shape]), float32: base64Of(bytes) });
  known.set(packed, data);
  return packed;
}
