import { layerIn, nameParts } from './model-names.ts';
import { guessParameter, type ParameterRole } from './parameter-roles.ts';
import type { ModelTensor } from './types.ts';

/** What a tensor of a file is in attention. */
export const roles = ['q', 'k', 'v', 'scores', 'weights'] as const;
export type Role = (typeof roles)[number];
export type TensorRole = Role | ParameterRole;

export const isOfAttention = (role: TensorRole): role is Role => roles.some((one) => one === role);
export const isParameter = (role: TensorRole): role is ParameterRole => !isOfAttention(role);

/** The likely role of a tensor, and its layer. */
export interface Guess {
  readonly role: TensorRole | null;
  /** As the name counts; null without a number in it. */
  readonly layer: number | null;
}

const words: Readonly<Record<string, Role>> = {
  ...{ q: 'q', query: 'q', queries: 'q', k: 'k', key: 'k', keys: 'k', v: 'v', value: 'v', values: 'v' },
  ...{ scores: 'scores', logits: 'scores' },
  ...{ weights: 'weights', attn: 'weights', attention: 'weights', attentions: 'weights' },
  ...{ probs: 'weights', probabilities: 'weights', pattern: 'weights', patterns: 'weights' },
};
/** Words that say less than the others: "self_attn.q" is q. */
const general: ReadonlySet<string> = new Set(['attn', 'attention', 'attentions']);

/** Letters of tensors with projections: q_a. */
const projected: ReadonlySet<string> = new Set(['q', 'k', 'v', 'o', 'a']);
/** What stands before the k of a tensor of the keys' tokens (x_k, x0_k, p_k, tokens_k), which is not k. */
const embedded = /(?:^| )(?:x|x 0|p|tokens) k$/;

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
  return first.map((one, index) => {
    const { role } = one;
    if (role === null) return one;
    const isResult = areLive && (role === 'scores' || role === 'weights');
    const isReplaced =
      (!areLive && (role === 'q' || role === 'k') && (has('weights') || has('scores'))) ||
      (role === 'scores' && has('weights')) ||
      (isRotated(role) && !rotated.test(tensors[index]?.name ?? ''));
    return isResult || isReplaced ? { ...one, role: null } : one;
  });
}

const rotated = /rotated/i;

/** Guesses by the names and the numbers: rows that add up to 1 are weights, whatever they are called. */
export function guess(tensor: ModelTensor): Guess {
  const { name, shape, data } = tensor;
  const parts = nameParts(name);
  const layer = layerIn(parts);
  const parameter = guessParameter(tensor, parts);
  if (parameter !== null) return { role: parameter, layer };
  const isOther = /^(?:weight|bias)$/.test(parts.at(-1) ?? '') || isOnTheWay(parts);
  if (isOther || shape.length < 2) return { role: null, layer };
  const known = parts.flatMap((part) => (Object.hasOwn(words, part) ? [part] : []));
  const word = known.findLast((part) => !general.has(part)) ?? known.at(-1);
  const named = word === undefined ? null : (words[word] ?? null);
  if (named === 'weights' || named === null) return { role: addUpTo1(shape, data) ? 'weights' : null, layer };
  return { role: named, layer };
}

/** Whether the rows are those of weights: none is negative, and each adds up to 1 or is all zeros, as the core asks. */
function addUpTo1(shape: readonly number[], data: Float32Array): boolean {
  const columns = shape.at(-1) ?? 1;
  let isZero = true;
  for (let from = 0; from < data.length; from += columns) {
    let sum = 0;
    for (let index = from; index < from + columns; index += 1) {
      const weight = data[index] ?? Number.NaN;
      if (!(weight >= 0)) return false;
      sum += weight;
    }
    if (sum !== 0 && Math.abs(sum - 1) > 1e-3) return false;
    isZero &&= sum === 0;
  }
  return !isZero;
}
