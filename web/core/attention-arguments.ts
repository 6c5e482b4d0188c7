/** Arguments of attention on given tensors. Only their form is checked here; the core checks shapes and meaning. */
import { described, message } from '../scene/error.ts';
import {
  checkLength,
  checkRoom,
  floats,
  formed,
  isExtent,
  isFloats,
  lengthOf,
  objectArgument,
  refuse,
  switchOption,
  tensorArgument,
  trueKind,
  trueLength,
  wrong,
} from './calls.ts';
import type { CoreAttentionOptions, CoreLayerOptions, NamedTensor } from './module.ts';
import type {
  AttentionOptions,
  AttentionWindow,
  BooleanTensor,
  EmptyRows,
  KeptTensor,
  LayerMatrices,
  LayerOptions,
  StreamedAttentionOptions,
  Tensor,
} from './types.ts';

/** The kinds of typed arrays whose numbers are 1 or 0: integers cannot be −∞. */
const integers = /^(?:Uint8|Uint8Clamped|Uint16|Uint32|Int8|Int16|Int32|BigInt64|BigUint64)Array$/;

function maskArgument(mask: Tensor | BooleanTensor): Tensor {
  const { shape: given, data } = formed('mask', mask);
  // A single number is a mask of one element, which broadcasts like any other.
  const shape = given.length === 0 ? [1] : given;
  if (isFloats(data)) return floats('mask', { shape, data });
  const isTyped = integers.test(String(trueKind?.call(data)));
  // Of numbers in a plain array or in float64, 1 could also be meant to be added.
  if (!isTyped && !isBooleans(data)) {
    const expected = message`a Uint8Array (1 = may attend, 0 = hidden) or a Float32Array (added to the scores, −Infinity hides)`;
    return wrong('mask', data, expected, 'mask.data');
  }
  const cells = data as ArrayLike<unknown>;
  const length = isTyped ? Number(trueLength?.call(data)) : cells.length;
  checkLength('mask', shape, length);
  checkRoom('mask', length);
  // The same mask in the form that the core adds: 0 where a query may attend, −∞ where the key is hidden.
  const added = new Float32Array(length);
  for (let index = 0; index < length; index += 1) {
    const cell = cells[index];
    const visible = isTyped ? Number(cell) : cell === true ? 1 : cell === false ? 0 : Number.NaN;
    if (visible !== 0 && visible !== 1)
      refuse('mask', message`mask.data[${index}] is ${described(cell)}; 1 = may attend, 0 = hidden`);
    added[index] = visible === 1 ? 0 : Number.NEGATIVE_INFINITY;
  }
  return { shape, data: added };
}

/** An array of true and false. Its first cell decides; the others are checked when they are read. */
const isBooleans = (data: unknown): data is readonly boolean[] => Array.isArray(data) && typeof data[0] === 'boolean';

const known = [
  ...(['causal', 'causalOffset', 'window', 'alibi', 'mask', 'emptyRows', 'scale', 'softcap'] as const),
  ...(['weights', 'statistics', 'keep'] as const),
];
const keepable: readonly KeptTensor[] = ['scores', 'scaled', 'capped', 'masked', 'weights'];

function numberOption(name: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (typeof value !== 'number' || !Number.isFinite(value)) wrong(name, value, message`a finite number`);
  return value;
}

const aligned = message`true, false, "topLeft" or "bottomRight"`;

/** An option that has no effect without its partner is a mistake of the caller. */
const needs = (name: string, value: unknown, partner: string): never =>
  refuse(name, message`${name} is ${described(value)}, but it has no effect without ${partner}`);

export interface AttentionCall {
  /** q, k, v and the mask, if there is one. */
  readonly tensors: NamedTensor[];
  readonly options: CoreAttentionOptions;
  /** The rows of weights to keep; null is all of them. */
  readonly rows: readonly number[] | null;
}

/**
 * Throws AttentionError `scene-form` for a tensor of the wrong form, an unknown option, or an option of the wrong
 * type.
 */
export function attentionArguments(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  given: AttentionOptions | StreamedAttentionOptions,
): AttentionCall {
  const tensors = [
    named('q', tensorArgument('q', q)),
    named('k', tensorArgument('k', k)),
    named('v', tensorArgument('v', v)),
  ];
  const options = objectArgument('options', given, known);
  const { mask, keep = [], window, alibi }: Pick<AttentionOptions, 'mask' | 'keep' | 'window' | 'alibi'> = options;
  const { causal, causalOffset } = causalOptions(options, tensors);
  const all = keepable.join(', ');
  if (!Array.isArray(keep)) wrong('keep', keep, message`an array of ${all}`);
  const kept = new Set<KeptTensor>();
  for (const name of keep) {
    if (!keepable.includes(name)) refuse('keep', message`keep names ${described(name)}; the names are ${all}`);
    kept.add(name);
  }
  const rows = rowsOption(options.weights, tensors[0]?.shape.at(-2) ?? 0);
  if (rows !== null && kept.size > 0) refuse('keep', message`keep needs every row; use weights: 'all'`);
  if (mask !== undefined) tensors.push(named('mask', maskArgument(mask)));
  if (alibi !== undefined) tensors.push(named('alibi', slopesArgument(alibi)));
  return {
    tensors: stillThere(tensors),
    options: {
      causal,
      causalOffset,
      scale: options.scale === undefined ? undefined : numberOption('scale', options.scale, 0),
      softcap: numberOption('softcap', options.softcap, 0),
      ...windowOption(window),
      emptyRows: emptyRowsOption(options.emptyRows),
      keepWeights: rows === null,
      statistics: switchOption('statistics', options.statistics),
      keepScores: kept.has('scores'),
      keepScaled: kept.has('scaled'),
      keepCapped: kept.has('capped'),
      keepMasked: kept.has('masked'),
    },
    rows,
  };
}

const emptyRowsOption = (given: unknown = 'zeros'): EmptyRows =>
  given === 'zeros' || given === 'uniform' || given === 'nan'
    ? given
    : wrong('emptyRows', given, message`"zeros", "uniform" or "nan"`);

function rowsOption(weights: unknown, queries: number): number[] | null {
  if (weights === undefined || weights === 'all') return null;
  if (weights === 'none') return [];
  const isObject = typeof weights === 'object' && weights !== null && 'rows' in weights;
  const given: unknown = isObject ? weights.rows : undefined;
  if (!Array.isArray(given)) return wrong('weights', weights, message`'all', 'none' or { rows: [0, 1 …] }`);
  return Array.from(given, (row) => placeArgument('weights', 'query', row, queries));
}

/** Throws AttentionError `out-of-range` unless it is the number of a batch, a head or a query. */
export function placeArgument(path: string, axis: string, place: unknown, count: number): number {
  if (isExtent(place) && place < count) return place;
  return refuse(path, message`${axis} is ${described(place)}; it must be from 0 to ${count - 1}`, 'out-of-range');
}

function slopesArgument(alibi: unknown): Tensor {
  const expected = message`an array of finite numbers, one a head`;
  if (!isFloats(alibi) && !Array.isArray(alibi)) return wrong('alibi', alibi, expected);
  const slopes: unknown[] = Array.from(alibi);
  const odd = slopes.find((slope) => !Number.isFinite(slope));
  if (odd !== undefined) wrong('alibi', odd, expected);
  // Without a slope it would be off.
  if (slopes.length === 0) wrong('alibi', alibi, expected);
  return { shape: [slopes.length], data: Float32Array.from(slopes, Number) };
}

function windowOption(given: AttentionWindow | undefined): { readonly before?: number; readonly after?: number } {
  if (given === undefined) return {};
  const window = objectArgument('window', given, ['before', 'after']);
  return {
    before: countOption('window.before', window.before, 0),
    after: countOption('window.after', window.after, 0),
  };
}

/** An alignment as the offset that it means for these q and k. */
function causalOptions(options: AttentionOptions | StreamedAttentionOptions, tensors: readonly NamedTensor[]) {
  const causalOffset = numberOption('causalOffset', options.causalOffset, 0);
  if (!Number.isSafeInteger(causalOffset)) wrong('causalOffset', causalOffset, message`a whole number`);
  const { causal = false, window, alibi } = options;
  if (causal === 'topLeft' || causal === 'bottomRight') {
    if (options.causalOffset !== undefined)
      refuse(
        'causalOffset',
        message`causalOffset is ${causalOffset} and causal is "${causal}"; give an offset with causal: true, or an alignment alone`,
      );
    // Too few axes are the core's error.
    const [queries = 0, keys = 0] = tensors.map(({ shape }) => shape.at(-2) ?? 0);
    return { causal: true, causalOffset: causal === 'topLeft' ? 0 : keys - queries };
  }
  if (typeof causal !== 'boolean') wrong('causal', causal, aligned);
  if (causalOffset !== 0 && !causal && !window && !alibi)
    needs('causalOffset', causalOffset, 'causal: true, window, alibi');
  return { causal, causalOffset };
}

const named = (name: string, { shape, data }: Tensor): NamedTensor => ({ name, shape: [...shape], data });

/** A getter or proxy that was read later may have transferred the memory of an array. */
function stillThere(tensors: NamedTensor[]): NamedTensor[] {
  for (const tensor of tensors) {
    checkLength(String(tensor.name), tensor.shape, lengthOf(tensor.data));
    // Transferred memory cannot be copied, even if it is empty.
    if (tensor.shape.includes(0)) tensor.data = new Float32Array(0);
  }
  return tensors;
}

const matrixNames = ['wQ', 'bQ', 'wK', 'bK', 'wV', 'bV', 'wO', 'bO'] as const;
const optional: readonly string[] = ['bQ', 'bK', 'bV', 'wO', 'bO'];

/** As rows and columns. A bias is one row. */
function matrixArgument(name: string, matrix: Tensor | undefined): NamedTensor[] {
  if (matrix === undefined && optional.includes(name)) return [];
  const tensor = tensorArgument(name, matrix as Tensor);
  const rank = name.startsWith('b') ? 1 : 2;
  if (tensor.shape.length !== rank || tensor.shape.includes(0)) {
    const expected = rank === 1 ? message`one axis` : message`rows and columns`;
    refuse(name, message`${name} is ${tensor.shape.join('×')}, expected ${expected}, none of them 0`, 'shape');
  }
  return [named(name, rank === 1 ? { shape: [1, ...tensor.shape], data: tensor.data } : tensor)];
}

const countOption = (name: string, value: unknown, least: number): number =>
  isExtent(value) && value >= least ? value : wrong(name, value, message`a whole number from ${least}`);

/** A layer has as many keys as queries, so both alignments are the same mask. */
function isCausal(causal: unknown = false): boolean {
  if (causal === 'topLeft' || causal === 'bottomRight') return true;
  return typeof causal === 'boolean' ? causal : wrong('causal', causal, aligned);
}

interface LayerCall {
  readonly matrices: NamedTensor[];
  readonly options: CoreLayerOptions;
}

/** Throws AttentionError `scene-form` or `shape`. */
export function layerArguments(givenMatrices: LayerMatrices, givenOptions: LayerOptions): LayerCall {
  const matrices = objectArgument('matrices', givenMatrices, matrixNames);
  const options = objectArgument('options', givenOptions, ['heads', 'kvHeads', 'causal', 'window', 'scale']);
  const heads = countOption('heads', options.heads, 1);
  const window =
    options.window === undefined ? undefined : objectArgument('window', options.window, ['before', 'after']);
  const after = window && countOption('window.after', window.after, 0);
  return {
    matrices: stillThere(matrixNames.flatMap((name) => matrixArgument(name, matrices[name]))),
    options: {
      heads,
      kvHeads: options.kvHeads === undefined ? heads : countOption('kvHeads', options.kvHeads, 1),
      before: window && countOption('window.before', window.before, 0),
      after: isCausal(options.causal) ? 0 : after,
      scale: options.scale === undefined ? undefined : numberOption('scale', options.scale, 0),
    },
  };
}
