import type { Axis, Parameter, Step, Tensor, Trace } from '../core/types.ts';
import { type Digits, formatConstant, formatNumber } from './number-format.ts';

/** A trace, or what stands in for one: without `keyTokens` the keys are the tokens. */
export type TraceSource = Pick<Trace, 'tokens' | 'vocabulary' | 'steps' | 'parameters' | 'symbols' | 'tensor'> &
  Partial<Trace>;

/**
 * What views read of a trace: names, shapes and single numbers. `value` is the core's own number, float32, of the layer that
 * `described` finds; it throws RangeError for a name or an index that is not in the trace.
 */
export interface TraceReader {
  readonly tokens: readonly string[];
  readonly keyTokens: readonly string[];
  readonly vocabulary: readonly string[];
  readonly steps: readonly Step[];
  readonly parameters: readonly Parameter[];
  readonly symbols: Readonly<Record<string, number>>;
  value(name: string, index: readonly number[], layer?: number): number;
  /** What a tensor is called where it is shown, if not by its name. */
  called?(name: string): string | undefined;
  /** The name of the dimension that a cell is in, if it has one. */
  dimensionName?(tensor: Step, index: readonly number[]): string | undefined;
  /**
   * For a trace whose numbers come from elsewhere: whether `value` has answered NaN for one that is still on its way since
   * this was last asked. What was made of it is then not to be shown; another reader comes when it is there.
   */
  waiting?(): boolean;
}

/** How a tensor is called where it is shown. */
export const calledBy = (trace: Pick<TraceReader, 'called'>, name: string): string => trace.called?.(name) ?? name;

type Described = Step | Parameter;

/** Whether a tensor with these axes has a matrix for each head. */
export const hasHeads = ([first]: readonly Axis[]): boolean => first === 'H' || first === 'H_kv';

/** The tensor that a name means in a layer: that layer's, else the one of the last layer before it (the encoder's `x0_k`). */
export function described(trace: Pick<TraceReader, 'steps' | 'parameters'>, name: string, layer = Infinity) {
  let found: Described | undefined;
  for (const tensor of [...trace.steps, ...trace.parameters]) {
    if (tensor.name === name && tensor.layer <= layer && tensor.layer >= (found?.layer ?? 0)) found = tensor;
  }
  return found;
}

/** The step of that name, as `described` finds it; undefined for a parameter. */
export function stepOf(trace: TraceReader, name: string, layer?: number): Step | undefined {
  const found = described(trace, name, layer);
  return found && 'formula' in found ? found : undefined;
}

/** How many layers there are. */
export const layersOf = (trace: TraceReader): number => (trace.steps.at(-1)?.layer ?? 0) + 1;

/** Reads each tensor out of the core once, when its first number is asked for. Make one a trace. */
export function traceReader(trace: TraceSource, called?: TraceReader['called']): TraceReader {
  const copies = new Map<string, Tensor>();
  const { tokens, keyTokens = tokens, vocabulary, steps, parameters, symbols } = trace;
  const copyOf = (name: string, layer: number | undefined): Tensor => {
    const found = described(trace, name, layer);
    if (!found) throw new RangeError(`the trace has no tensor ${name}`);
    const copy = trace.tensor(name, { layer: found.layer });
    copies.set(`${name} ${layer}`, copy);
    return copy;
  };
  return {
    tokens,
    keyTokens,
    vocabulary,
    steps,
    parameters,
    symbols,
    ...(called === undefined ? {} : { called }),
    value: (name, index, layer) => at(copies.get(`${name} ${layer}`) ?? copyOf(name, layer), name, index),
  };
}

function at(tensor: Tensor, name: string, index: readonly number[]): number {
  let offset = 0;
  for (const [axis, size] of tensor.shape.entries()) {
    const i = index[axis];
    if (i === undefined || !Number.isInteger(i) || i < 0 || i >= size) {
      throw new RangeError(`${name}[${index.join(', ')}] is outside the shape ${tensor.shape.join(' × ')}`);
    }
    offset = offset * size + i;
  }
  return tensor.data[offset] ?? Number.NaN;
}

/** Which part a tensor plays, which decides its colour: queries, keys, values, scores and weights, or none of them (`x`). */
export type Role = 'q' | 'k' | 'v' | 'w' | 'x';

const tensors: Readonly<Record<Exclude<Role, 'x'>, string>> = {
  q: 'q w_q b_q q_rotated q_a w_a',
  k: 'k w_k b_k k_rotated k_a u_a',
  v: 'v w_v b_v weighted',
  w: 'S_rel scores qe skewed relative related scaled capped biased blocked mask masked support threshold weights rounded',
};

const roles = new Map(
  (['q', 'k', 'v', 'w'] as const).flatMap((role) => tensors[role].split(' ').map((name) => [name, role] as const)),
);

/** The role of a tensor of the trace, or of the gradient (∂) of one, by its name; of ∂weights/∂scores, that of the weights. */
export const roleOf = (name: string): Role => roles.get(/^∂?([^/]*)/.exec(name)?.[1] ?? '') ?? 'x';

/** Shares of one: a colour scale from 0 to 1. */
export const isWeights = (name: string): boolean => name === 'weights' || name === 'rounded';

/** Names of rows of a table, not amounts: no colour. */
export const isName = (name: string): boolean => name === 'tokens' || name === 'tokens_k';

/** Whole numbers, written without digits after the point. */
export const isWhole = (name: string): boolean => isName(name) || name === 'blocked' || name === 'support';

/** How the numbers of a tensor are written. */
export const numberText = (name: string, digits: Digits): ((value: number) => string) =>
  isWhole(name) ? formatConstant : (value) => formatNumber(value, digits);
