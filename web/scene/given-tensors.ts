/**
 * Tensors of somebody else's model in a scene (description.ts): nested lists, or float32 numbers in base64, which are
 * read at once: a model has millions of numbers.
 */
import { fail, message } from './error.ts';
import { limits } from './limits.ts';
import { object, required, type Schema } from './schema.ts';
import { integer, list, nameOf, type Rows, rows } from './values.ts';

/** The layers of a model, as the core's max_given_layers, and their numbers, 128 MiB of float32. */
export const givenLimits = { layers: 48, numbers: 32 * 1024 * 1024 } as const;

/** Float32 numbers, row-major, the outermost axis first. `packTensor` makes one. */
export interface PackedTensor {
  readonly shape: readonly number[];
  /** Base64 (RFC 4648 §4) of the numbers, little-endian. */
  readonly float32: string;
}

export interface TensorValues {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** A matrix for each head, with a row for each query and a column for each key. One head may be a matrix, and one row a list. */
export type GivenTensor = readonly Rows[] | Rows | readonly number[] | PackedTensor;

const base64: Schema<string> = {
  type: 'text',
  parse: (value, path) =>
    typeof value === 'string' ? value : fail('scene-form', path, message`float32 must be text in base64`),
  json: () => ({ type: 'string', contentEncoding: 'base64' }),
};

const packed = object({
  shape: required(list(integer(1, limits.tokens), 3, message`axes`), {}),
  float32: required(base64, {}),
});

/** The numbers of tensors that were read or made: a scene is parsed again with every key press. */
export const known: WeakMap<object, Float32Array> = new WeakMap();

export const sizeOf = (shape: readonly number[]): number => shape.reduce((product, size) => product * size, 1);

/** The numbers, which a copy of a scene has not been read for. */
function unpacked(given: PackedTensor): TensorValues {
  const data = known.get(given) ?? known.get(parsePacked(given, ''));
  return { shape: given.shape, data: data ?? new Float32Array() };
}

function parsePacked(value: unknown, path: string): PackedTensor {
  if (typeof value === 'object' && value !== null && known.has(value)) return value as PackedTensor;
  const given = packed.parse(value, path);
  const data = bytesOf(given.float32, 4 * sizeOf(given.shape));
  if (data === null)
    fail('shape', `${path}/float32`, message`float32 is not base64 of ${given.shape.join('×')} numbers`);
  const numbers = new Float32Array(data);
  if (!numbers.every(Number.isFinite))
    fail('not-finite', `${path}/float32`, message`${nameOf(path)} has numbers that are not finite`);
  known.set(given, numbers);
  return given;
}

/** Null unless the text is of so many bytes. */
function bytesOf(text: string, count: number): ArrayBuffer | null {
  if (text.length !== 4 * Math.ceil(count / 3)) return null;
  const bytes = new Uint8Array(count);
  try {
    const letters = atob(text);
    for (let index = 0; index < count; index += 1) bytes[index] = letters.charCodeAt(index);
  } catch {
    return null;
  }
  return bytes.buffer;
}

/** The numbers of a tensor of a scene. Leading axes that were left out are 1. Throws as `parse` does. */
export function tensorValues(given: GivenTensor, axes: number): TensorValues {
  if (!Array.isArray(given)) {
    const { shape, data } = unpacked(given as PackedTensor);
    return { shape: padded(shape, axes), data };
  }
  const shape: number[] = [];
  for (let part: unknown = given; Array.isArray(part); part = part[0]) shape.push(part.length);
  const data = Float32Array.from((given as readonly unknown[]).flat(shape.length - 1) as number[]);
  return { shape: padded(shape, axes), data };
}

const padded = (shape: readonly number[], axes: number): readonly number[] => [
  ...Array.from({ length: axes - shape.length }, () => 1),
  ...shape,
];

export const isPacked = (given: unknown): given is PackedTensor =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const matrices = list(rows, limits.heads, message`heads`);

/** Lists of one, two or three levels, or a packed tensor. All heads have one shape. */
export const givenTensor: Schema<GivenTensor> = {
  type: 'tensor',
  name: 'givenTensor',
  parse: (value, path) => {
    if (isPacked(value)) return parsePacked(value, path);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (!Array.isArray(first)) return rows.parse([value], path)[0] ?? [];
    if (!Array.isArray(first[0])) return rows.parse(value, path);
    const heads = matrices.parse(value, path);
    const isOther = ({ length, 0: row }: Rows): boolean =>
      length !== heads[0]?.length || row?.length !== heads[0][0]?.length;
    if (heads.some(isOther)) fail('shape', path, message`the heads of ${nameOf(path)} have different shapes`);
    return heads;
  },
  json: (refer) => ({
    oneOf: [{ type: 'array', items: { type: 'number' }, minItems: 1 }, refer(rows), refer(matrices), refer(packed)],
  }),
};
