import { limits } from '../../scene/limits.ts';
import { headPlaceText, isOne } from '../matrices.ts';
import type { ImportWords, ModelTensor } from '../types.ts';
import { layerIn, nameParts } from './names.ts';
import { guessParameter, type ParameterRole, parameterRoles } from './parameter-roles.ts';
import { isOutFirst, modelWidth } from './parameters.ts';

/** What a tensor of a file is in attention. */
export const roles = ['q', 'k', 'v', 'scores', 'weights'] as const;
export type Role = (typeof roles)[number];
/** What three axes of q, k and v may be. */
export const axisOrders = ['heads', 'tokens', 'batch'] as const;
/** The rows of the tokens, which the parameters of a layer read. */
export const INPUT = 'x' as const;
export type TensorRole = Role | ParameterRole | typeof INPUT;
export const tensorRoles: readonly TensorRole[] = [...roles, INPUT, ...parameterRoles];

/** Whether a tensor has a number for each query and key. */
export const areCells = (role: TensorRole | null): boolean => role === 'scores' || role === 'weights';
export const isOfAttention = (role: TensorRole): role is Role => roles.some((one) => one === role);
export const isParameter = (role: TensorRole): role is ParameterRole => parameterRoles.some((one) => one === role);

/** The likely role of a tensor, and its layer. */
export interface Guess {
  readonly role: TensorRole | null;
  /** As the name counts; null without a number in it. */
  readonly layer: number | null;
}

const roleWords: Readonly<Record<string, Role>> = {
  ...{ q: 'q', query: 'q', queries: 'q', k: 'k', key: 'k', keys: 'k', v: 'v', value: 'v', values: 'v' },
  ...{ scores: 'scores', logits: 'scores' },
  ...{ weights: 'weights', attn: 'weights', attention: 'weights', attentions: 'weights' },
  ...{ probs: 'weights', probabilities: 'weights', pattern: 'weights', patterns: 'weights' },
};
/** Words that say less than the others: "self_attn.q" is q. */
const general: ReadonlySet<string> = new Set(['attn', 'attention', 'attentions']);

/** Letters of tensors with projections: q_a. */
const projected: ReadonlySet<string> = new Set(['q', 'k', 'v', 'o', 'a']);
/** Rows of tokens. What stands before the k of those of the keys (x_k, x0_k, p_k, tokens_k), which is not k. */
const embedded = /(?:^| )(?:x|x 0|p|tokens) k$|^(?:x|x 0|embeddings?)$/;

/** Tensors that are made on the way from q and k to scores, such as q_a of an additive score. */
function isOnTheWay(parts: readonly string[]): boolean {
  const [before = '', last = ''] = parts.slice(-2);
  return embedded.test(parts.join(' ')) || (last === 'a' && projected.has(before));
}

/**
 * Guesses for all tensors of a file. Queries and keys give the scores and weights beside them, so that these are not used, and rotated ones
 * stand in for those before. Weights without all of these stand in for what is beside them.
 */
export function guesses(tensors: readonly ModelTensor[]): readonly Guess[] {
  const first = tensors.map((tensor) => guess(tensor));
  const has = (role: Role): boolean => first.some((one) => one.role === role);
  const areLive = has('q') && has('k') && has('v');
  const isRotated = (role: TensorRole): boolean =>
    first.some((one, index) => one.role === role && rotated.test(tensors[index]?.name ?? ''));
  const input = inputIn(tensors, first);
  return first.map((one, index) => {
    const { role } = one;
    if (index === input) return { role: INPUT, layer: null };
    if (role === null) return one;
    const isResult = areLive && areCells(role);
    const isReplaced =
      (!areLive && (role === 'q' || role === 'k') && (has('weights') || has('scores'))) ||
      (role === 'scores' && has('weights')) ||
      (isRotated(role) && !rotated.test(tensors[index]?.name ?? ''));
    return isResult || isReplaced ? { ...one, role: null } : one;
  });
}

const rotated = /rotated/i;

/** x may have positions that x0 and embeddings lack, so it comes first. */
const inputNames = [/^x$/, /^x 0$/, /^embeddings?$/];

/** The place of the rows that the parameters read: a tensor that is called so and is as wide as they read. −1 without one. */
function inputIn(tensors: readonly ModelTensor[], found: readonly Guess[]): number {
  const assigned = tensors.flatMap((tensor, index) => {
    const role = found[index]?.role ?? null;
    return role !== null && isParameter(role) ? [{ tensor, role }] : [];
  });
  const width = modelWidth(assigned, isOutFirst(assigned));
  const isRead = ({ shape: [rows = 0, columns] }: ModelTensor): boolean => columns === width && rows <= limits.tokens;
  const placeOf = (name: RegExp): number =>
    tensors.findIndex((one) => one.shape.length === 2 && name.test(nameParts(one.name).join(' ')) && isRead(one));
  return inputNames.map(placeOf).find((place) => place >= 0) ?? -1;
}

/** Guesses by the names and the numbers: rows that add up to 1 are weights, whatever they are called. */
export function guess(tensor: ModelTensor): Guess {
  const found = guessed.get(tensor) ?? newGuess(tensor);
  guessed.set(tensor, found);
  return found;
}

/** What a tensor without numbers seems to be. */
export const roleByName = (name: string): TensorRole | null =>
  guess({ name, shape: [1, 1], data: Float32Array.of(1) }).role;

/** A guess reads all numbers, and many things ask for it. */
const guessed = new WeakMap<ModelTensor, Guess>();

function newGuess(tensor: ModelTensor): Guess {
  const { name, shape } = tensor;
  const parts = nameParts(name);
  const layer = layerIn(name)?.number ?? null;
  const parameter = guessParameter(tensor, parts);
  if (parameter !== null) return { role: parameter, layer };
  const isOther = /^(?:weight|bias)$/.test(parts.at(-1) ?? '') || isOnTheWay(parts);
  if (isOther || shape.length < 2) return { role: null, layer };
  const known = parts.flatMap((part) => (Object.hasOwn(roleWords, part) ? [part] : []));
  const word = known.findLast((part) => !general.has(part)) ?? known.at(-1);
  const named = word === undefined ? null : (roleWords[word] ?? null);
  if (named === null && mayBeOneHot(tensor)) return { role: null, layer };
  if (named === 'weights' || named === null) return { role: addUpTo1(tensor) ? 'weights' : null, layer };
  return { role: named, layer };
}

/** Whether a tensor is what q and k give: scores, weights, or the mask between them. */
export function isGivenByVectors(tensor: ModelTensor): boolean {
  const { role } = guess(tensor);
  return areCells(role) || nameParts(tensor.name).some((part) => maskWords.has(part));
}

const maskWords: ReadonlySet<string> = new Set(['mask', 'masked', 'blocked']);

/** A row that is not one of weights. */
interface WrongRow {
  /** The row's first number in the tensor. */
  readonly index: number;
  readonly sum: number;
  /** Its number below 0, if it has one. */
  readonly below: number | null;
}

/**
 * Whether the rows may be one-hot vectors of tokens as well as weights: each has a single 1. One-hot vectors of several heads or layers are hardly
 * as wide as there are tokens.
 */
function mayBeOneHot({ shape, data }: ModelTensor): boolean {
  const columns = shape.at(-1) ?? 1;
  if (shape.length > 2 && shape.at(-2) === columns) return false;
  let ones = 0;
  for (const [index, number] of data.entries()) {
    if (index % columns === 0 && index > 0 && ones !== index / columns) return false;
    if (number === 1) ones += 1;
    else if (number !== 0) return false;
  }
  return ones * columns === data.length;
}

/** Whether the rows are those of weights. A tensor of zeros may be anything. */
const addUpTo1 = (tensor: ModelTensor): boolean =>
  wrongRow(tensor) === null && tensor.data.some((number) => number !== 0);

/** The first row that has a number below 0, or neither adds up to 1 nor is all zeros, as the core asks. */
export function wrongRow({ shape, data }: Pick<ModelTensor, 'shape' | 'data'>): WrongRow | null {
  const columns = shape.at(-1) ?? 1;
  for (let index = 0; index < data.length; index += columns) {
    const row = data.subarray(index, index + columns);
    const sum = sumOf(row);
    const below = row.find((number) => !(number >= 0)) ?? null;
    if (below !== null || (sum !== 0 && !isOne(sum))) return { index, sum, below };
  }
  return null;
}

const sumOf = (row: Float32Array): number => row.reduce((total, number) => total + number, 0);

/** Whether most rows of a square add up to 1, without a number below 0 or above 1. */
function looksLikeWeights({ shape, data }: ModelTensor): boolean {
  const [rows = 1, columns = 1] = shape.slice(-2);
  if (rows !== columns || columns < 2 || data.some((number) => !(number >= 0 && number <= 1))) return false;
  let right = 0;
  for (let index = 0; index < data.length; index += columns)
    if (isOne(sumOf(data.subarray(index, index + columns)))) right += 1;
  return 2 * right * columns > data.length;
}

/** Why a tensor that may be weights was not taken for weights. Null for any other tensor. */
export function whyNoWeights(words: ImportWords, tensor: ModelTensor): string | null {
  const parts = nameParts(tensor.name);
  if (guess(tensor).role === null && tensor.shape.length > 1 && mayBeOneHot(tensor)) return words.model.oneHot;
  const isNamed = parts.some((part) => Object.hasOwn(roleWords, part) && roleWords[part] === 'weights');
  if (tensor.shape.length < 2 || guess(tensor).role !== null || guessParameter(tensor, parts) !== null) return null;
  if (/^(?:weight|bias)$/.test(parts.at(-1) ?? '') || !(isNamed || looksLikeWeights(tensor))) return null;
  const wrong = wrongRow(tensor);
  if (wrong === null) return null;
  return words.model.notWeights(rowText(words, tensor.shape, wrong));
}

/** What is wrong with a row, and where it is. */
export function rowText(words: ImportWords, shape: readonly number[], { index, sum, below }: WrongRow): string {
  const place = headPlaceText(words, shape, index, false);
  return below === null ? words.model.notSum(place, Number(sum.toPrecision(6))) : words.model.below(place, below);
}
