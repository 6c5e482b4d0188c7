/** Numbers of a notebook that are too many to read, as base64. Equal ones are written once. */
import type { Tensor } from '../../core/types.ts';
import { quoted } from './expressions.ts';

/** More numbers than this are packed. */
const mostWritten = 2000;

export class PackedNumbers {
  private readonly names = new Map<string, string>();
  /** Lines for the numbers that were used since the last `take`. */
  private lines: string[] = [];

  /** The name of a variable with the numbers of a tensor. Undefined for a tensor that is written out. */
  nameOf({ shape, data }: Tensor): string | undefined {
    if (data.length <= mostWritten) return undefined;
    const text = base64(data);
    const key = `${shape.join()} ${text}`;
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const name = `numbers_${this.names.size + 1}`;
    if (this.names.size === 0) this.lines.push(...unpack);
    this.names.set(key, name);
    this.lines.push(`${name} = unpacked(${quoted(text)}, ${shape.join(', ')})`);
    return name;
  }

  take(): readonly string[] {
    return this.lines.splice(0);
  }
}

const unpack: readonly string[] = [
  'import base64',
  '',
  'import numpy as np',
  '',
  '',
  'def unpacked(text, *shape):',
  '    """The float32 numbers of the playground, which are too many to read."""',
  '    return np.frombuffer(base64.b64decode(text), dtype="<f4").reshape(shape)',
  '',
  '',
];

function base64(data: Float32Array): string {
  const bytes = new Uint8Array(data.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, number] of data.entries()) view.setFloat32(index * 4, number, true);
  let text = '';
  for (let start = 0; start < bytes.length; start += 0x2000)
    text += String.fromCharCode(...bytes.subarray(start, start + 0x2000));
  return btoa(text);
}
