import { maxWidths } from '../../scene/limits.ts';
import type { GivenMatrices, Rows } from '../../scene/types.ts';
import { quoted, shapeText } from '../matrices.ts';
import { type ModelTensor, refuse } from '../types.ts';
import { nameParts } from './names.ts';
import type { ParameterRole } from './parameter-roles.ts';
import type { Unread } from './unread-tensors.ts';

/** A tensor, and the parameter that it is. */
export interface AssignedParameter {
  readonly tensor: ModelTensor;
  readonly role: ParameterRole;
}

/**
 * Whether the matrices are (out, in), as `y = x · Wᵀ + b` of PyTorch's Linear. GPT-2's Conv1D has (in, out), as our `x · W`, and so have matrices
 * that are not called weight. The shape of q, k and v in one tells.
 */
export function isOutFirst(assigned: readonly AssignedParameter[]): boolean {
  const joined = assigned.find(({ role }) => role === 'wQKV')?.tensor.shape;
  if (joined !== undefined) return (joined[0] ?? 0) > (joined[1] ?? 0);
  const [first] = assigned.filter(({ role }) => role.startsWith('w'));
  return first !== undefined && nameParts(first.tensor.name).at(-1) === 'weight';
}

/** d_model of the parameters: what W_Q reads. Null without it. */
export function modelWidth(assigned: readonly AssignedParameter[], outFirst: boolean): number | null {
  const { shape } = assigned.find(({ role }) => role === 'wQ' || role === 'wQKV')?.tensor ?? {};
  if (shape === undefined) return null;
  return (shape.length > 2 || outFirst ? shape[1] : shape[0]) ?? null;
}

/** How many heads of q there are at least where k is narrower, because one of k is as wide as one of q. 1 if the widths do not say it. */
export const leastHeads = (queryWidth: number, keyWidth: number): number =>
  queryWidth % keyWidth === 0 ? queryWidth / keyWidth : 1;

/** A matrix as a scene has it: (in, out). */
interface Matrix {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly at: (row: number, column: number) => number;
}

export interface LayerParameters {
  readonly matrices: GivenMatrices;
  readonly dModel: number;
  readonly kvHeads: number;
}

interface ParameterChoices {
  readonly heads: number;
  readonly outFirst: boolean;
  /** The unread tensor of the layer that seems to be one of these. */
  readonly unreadOf?: (roles: readonly ParameterRole[]) => Unread | null;
}

/**
 * The parameters of one layer as a scene has them: `q = x · w_q + b_q`, heads side by side. Throws ImportError, which names the tensor and its axes, where
 * one is missing, given twice, too wide, or does not fit the others.
 */
export function layerParameters(
  assigned: readonly AssignedParameter[],
  { heads, outFirst, unreadOf = () => null }: ParameterChoices,
): LayerParameters {
  const byRole = new Map<ParameterRole, ModelTensor>();
  for (const { tensor, role } of assigned) {
    const before = byRole.get(role);
    if (before !== undefined)
      refuse('scene-form', (words) => words.model.sameParameter(quoted(before.name), quoted(tensor.name)));
    byRole.set(role, tensor);
  }
  const matrices = new Map<string, Matrix>();
  const biases = new Map<string, Float32Array>();
  for (const [role, tensor] of byRole) {
    if (role === 'wQKV') for (const [name, matrix] of thirds(tensor, outFirst)) put(matrices, name, matrix, byRole);
    else if (role === 'bQKV') for (const [name, bias] of thirdsOf(tensor)) put(biases, name, bias, byRole);
    else if (role.startsWith('w')) matrices.set(role, matrixOf(tensor, role === 'wO', outFirst));
    else biases.set(role, tensor.data);
  }
  const missing = (['wQ', 'wK', 'wV'] as const).filter((role) => !matrices.has(role));
  if (missing.length > 0) refuseMissing(missing, unreadOf([...missing, 'wQKV']));
  const [wQ, wK, wV] = [matrices.get('wQ'), matrices.get('wK'), matrices.get('wV')] as [Matrix, Matrix, Matrix];
  const dModel = wQ.rows;
  if (dModel > maxWidths.dModel)
    refuse('too-large', (words) => words.model.wide(quoted(wQ.name), dModel, maxWidths.dModel));
  for (const one of [wK, wV])
    if (one.rows !== dModel)
      refuse('shape', (words) => words.model.otherWidth(quoted(wQ.name), dModel, quoted(one.name), one.rows));
  const axis = byRole.get('wQ')?.shape;
  if (axis?.length === 3 && axis[0] !== heads)
    refuse('shape', (words) => words.model.headAxis(quoted(wQ.name), shapeText(axis), axis[0] ?? 0, heads));
  if (wQ.columns % heads !== 0) refuse('shape', (words) => words.model.heads(quoted(wQ.name), wQ.columns, heads));
  const head = wQ.columns / heads;
  const kvHeads = wK.columns / head;
  const least = leastHeads(wQ.columns, wK.columns);
  if (!Number.isInteger(kvHeads) || kvHeads < 1 || heads % kvHeads !== 0)
    refuse('shape', (words) =>
      words.model.sharedHeads(quoted(wK.name), wK.columns, quoted(wQ.name), head, heads, least),
    );
  return {
    matrices: {
      ...Object.fromEntries([...matrices].map(([role, matrix]) => [role, rowsOf(matrix)])),
      ...Object.fromEntries([...biases].map(([role, bias]) => [role, Array.from(bias)])),
    },
    dModel,
    kvHeads,
  };
}

function refuseMissing(missing: readonly ParameterRole[], unread: Unread | null): never {
  const namesOf = (roles: readonly string[]): string => roles.map((role) => `W_${role[1]}`).join(', ');
  return refuse('scene-form', ({ model }) =>
    unread === null
      ? model.noParameter(namesOf(missing))
      : model.unreadParameter(
          quoted(unread.name),
          namesOf(unread.role === 'wQKV' ? missing : [unread.role]),
          unread.why,
        ),
  );
}

function put<Value>(
  into: Map<string, Value>,
  role: string,
  value: Value,
  given: ReadonlyMap<ParameterRole, ModelTensor>,
): void {
  const own = given.get(role as ParameterRole);
  const joined = given.get(role.startsWith('w') ? 'wQKV' : 'bQKV');
  if (own !== undefined)
    refuse('scene-form', (words) => words.model.sameParameter(quoted(joined?.name ?? ''), quoted(own.name)));
  into.set(role, value);
}

/** A matrix of two axes, or with an axis for heads: (H, in, out of a head), and (H, in of a head, out) for W_O. */
function matrixOf({ name, shape, data }: ModelTensor, isOutput: boolean, outFirst: boolean): Matrix {
  const [a = 0, b = 0, c = 0] = shape;
  if (shape.length === 3 && isOutput)
    return { name, rows: a * b, columns: c, at: (row, column) => data[row * c + column] ?? Number.NaN };
  if (shape.length === 3)
    return {
      ...{ name, rows: b, columns: a * c },
      at: (row, column) => data[(Math.floor(column / c) * b + row) * c + (column % c)] ?? Number.NaN,
    };
  if (shape.length !== 2) return refuse('shape', (words) => words.model.notMatrix(quoted(name), shapeText(shape)));
  return outFirst
    ? { name, rows: b, columns: a, at: (row, column) => data[column * b + row] ?? Number.NaN }
    : { name, rows: a, columns: b, at: (row, column) => data[row * b + column] ?? Number.NaN };
}

const threeRoles = ['Q', 'K', 'V'] as const;

/** Those of q, k and v, which stand side by side in this order. */
function thirds(tensor: ModelTensor, outFirst: boolean): readonly (readonly [string, Matrix])[] {
  const whole = matrixOf(tensor, false, outFirst);
  const { name, rows, columns } = whole;
  // Fewer heads of keys cannot be told from fewer numbers in a head.
  if (tensor.shape.length !== 2 || columns !== 3 * rows)
    refuse('shape', (words) => words.model.notJoined(quoted(name), shapeText(tensor.shape), rows));
  return threeRoles.map((letter, index) => [
    `w${letter}`,
    { name, rows, columns: rows, at: (row, column) => whole.at(row, index * rows + column) },
  ]);
}

function thirdsOf({ name, shape, data }: ModelTensor): readonly (readonly [string, Float32Array])[] {
  const size = data.length / 3;
  if (!Number.isInteger(size)) refuse('shape', (words) => words.model.notJoinedBias(quoted(name), shapeText(shape)));
  return threeRoles.map((letter, index) => [`b${letter}`, data.subarray(index * size, (index + 1) * size)]);
}

const rowsOf = ({ rows, columns, at }: Matrix): Rows =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => at(row, column)));
