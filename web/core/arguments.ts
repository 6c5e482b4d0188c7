/** The form of what `scaledDotProductAttention` is called with; shapes and meaning are the core's to check. */
import { AttentionError } from '../scene/error.ts';
import type { MainModule } from './modules.ts';
import { noTensor, packTensor, type TensorIn } from './pack.ts';
import type { AttentionOptions, BooleanTensor, KeptTensor, Tensor } from './types.ts';

type OptionsIn = globalThis.Parameters<MainModule['scaledDotProductAttention']>[3];

const refuse = (path: string, message: string): never => {
  throw new AttentionError('scene-form', message, path);
};

const shownType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;

function checkShape(name: string, tensor: unknown): asserts tensor is { shape: readonly number[]; data: unknown } {
  if (typeof tensor !== 'object' || tensor === null || !('shape' in tensor) || !('data' in tensor)) {
    refuse(name, `${name} is ${shownType(tensor)}; it must be a tensor { shape, data }`);
  } else if (
    !Array.isArray(tensor.shape) ||
    tensor.shape.some((extent) => !Number.isSafeInteger(extent) || extent < 0)
  ) {
    refuse(name, `${name}.shape must be an array of whole numbers from 0, not ${JSON.stringify(tensor.shape)}`);
  } else if (tensor.shape.length > 4) {
    refuse(name, `${name} has ${tensor.shape.length} axes; at most 4: [B,H,T,d]`);
  }
}

function checkLength(name: string, shape: readonly number[], length: number): void {
  const size = shape.reduce((product, extent) => product * extent, 1);
  if (size !== length) refuse(name, `${name}.data has ${length} numbers; shape ${shape.join('×')} takes ${size}`);
}

/** Throws AttentionError `scene-form` unless it is a tensor of floats. */
export function tensorArgument(name: string, tensor: Tensor): TensorIn {
  checkShape(name, tensor);
  if (!(tensor.data instanceof Float32Array)) {
    refuse(name, `${name}.data is ${shownType(tensor.data)}; it must be a Float32Array`);
  }
  checkLength(name, tensor.shape, tensor.data.length);
  return packTensor(tensor);
}

function maskArgument(mask: Tensor | BooleanTensor): TensorIn {
  checkShape('mask', mask);
  const { data } = mask;
  // A number alone is a mask of one element, which broadcasts as any other.
  const shape = mask.shape.length === 0 ? [1] : mask.shape;
  if (!(data instanceof Uint8Array)) return tensorArgument('mask', { shape, data });
  checkLength('mask', shape, data.length);
  const odd = data.findIndex((byte) => byte > 1);
  if (odd >= 0) refuse('mask', `mask.data[${odd}] is ${data[odd]}; 1 = may attend, 0 = hidden`);
  // The same mask in the form the core adds: 0 where a query may attend, −∞ where the key is hidden from it.
  return packTensor({ shape, data: Float32Array.from(data, (byte) => (byte === 1 ? 0 : Number.NEGATIVE_INFINITY)) });
}

const known = new Set(['causal', 'causalOffset', 'mask', 'scale', 'softcap', 'keep']);
const keepable: readonly KeptTensor[] = ['scores', 'scaled', 'capped', 'masked', 'weights'];

function numberOption(name: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (typeof value !== 'number' || !Number.isFinite(value))
    refuse(name, `${name} is ${String(value)}; it must be a finite number`);
  return value;
}

/** Throws AttentionError `scene-form`: an unknown option, or one of the wrong type. */
export function optionsArgument(options: AttentionOptions): OptionsIn {
  if (typeof options !== 'object' || options === null)
    refuse('options', `the options are ${shownType(options)}, not an object`);
  for (const key of Object.keys(options)) {
    if (!known.has(key)) refuse(key, `there is no option "${key}"; there are ${[...known].join(', ')}`);
  }
  const { causal = false, mask, keep = [] } = options;
  if (typeof causal !== 'boolean') refuse('causal', `causal is ${String(causal)}; it must be true or false`);
  const causalOffset = numberOption('causalOffset', options.causalOffset, 0);
  if (!Number.isSafeInteger(causalOffset))
    refuse('causalOffset', `causalOffset is ${causalOffset}; it must be a whole number`);
  if (!Array.isArray(keep)) refuse('keep', `keep is ${shownType(keep)}; it must be an array of ${keepable.join(', ')}`);
  for (const name of keep) {
    if (!keepable.includes(name)) refuse('keep', `keep names "${String(name)}"; there are ${keepable.join(', ')}`);
  }
  return {
    causal,
    causalOffset,
    mask: mask === undefined ? noTensor : maskArgument(mask),
    scale: numberOption('scale', options.scale, Number.NaN),
    softcap: numberOption('softcap', options.softcap, 0),
    keepScores: keep.includes('scores'),
    keepScaled: keep.includes('scaled'),
    keepCapped: keep.includes('capped'),
    keepMasked: keep.includes('masked'),
  };
}
