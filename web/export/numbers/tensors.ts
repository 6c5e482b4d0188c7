import type { Trace } from '../../core/types.ts';
import { AttentionError } from '../../scene/error.ts';
import { givenLimits } from '../../scene/given-tensors.ts';
import { hasHeads } from '../../trace/trace-reader.ts';
import { checkOptions } from '../arguments.ts';
import type { TraceLike } from '../trace-like.ts';
import { shared } from '../training/names.ts';

import { TooLargeError } from './too-large.ts';

/** A tensor of a file with several: row-major, the outermost axis first. */
export interface NamedTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

export interface TensorsOptions {
  /** Names of steps and parameters. All by default. */
  readonly tensors?: readonly string[];
  /** From 0. All by default. The embeddings belong to layer 0. */
  readonly layer?: number;
  /** From 0, of the queries. Tensors without heads are whole, and shared keys and values are those of the head. All by default. */
  readonly head?: number;
}

type Described = Pick<Trace['steps'][number], 'name' | 'layer' | 'shape' | 'axes'>;

/** Tensors that no layer has for itself. */
const common: ReadonlySet<string> = new Set([...shared, 'tokens', 'tokens_k', 'x0', 'x0_k', 'p', 'p_k']);

/**
 * Tensors of a trace for `npzOf` and `safetensorsOf`: the steps in order, then the parameters. With several layers they are called
 * "layers.0.q", "layers.1.q" …, and "x0" or "E" where a tensor is of no layer.
 *
 * Throws AttentionError `unknown-tensor` for a name, `out-of-range` for a layer or a head, `scene-form` for an unknown option, and
 * `too-large` for more than 33 554 432 numbers (128 MiB), before computing any.
 */
export function tensorsOf(trace: TraceLike, options: TensorsOptions = {}): readonly NamedTensor[] {
  checkOptions(options, ['tensors', 'layer', 'head']);
  const chosen = chosenOf(trace, options);
  const { head } = options;
  const group = (trace.symbols['H'] ?? 1) / (trace.symbols['H_kv'] ?? trace.symbols['H'] ?? 1);
  const heads = ({ axes }: Described): number | undefined =>
    head === undefined || !hasHeads(axes) ? undefined : axes[0] === 'H_kv' ? Math.floor(head / group) : head;
  const numbers = chosen.reduce((sum, one) => {
    const count = one.shape.reduce((product, size) => product * size, 1);
    return sum + (heads(one) === undefined ? count : count / (one.shape[0] ?? 1));
  }, 0);
  if (numbers > givenLimits.numbers) {
    throw new TooLargeError(tooMany, numbers, givenLimits.numbers, 'tensors');
  }
  return chosen.map((one) => {
    const own = heads(one);
    const tensor = trace.tensor(one.name, { layer: one.layer, ...(own === undefined ? {} : { head: own }) });
    return { name: nameIn(trace, one), shape: tensor.shape, data: tensor.data };
  });
}

const tooMany = (found: number, limit: number): string =>
  `the tensors have ${found} numbers together; a file takes at most ${limit}: take some of them, one layer or one head`;

function chosenOf(trace: TraceLike, { tensors, layer }: TensorsOptions): readonly Described[] {
  if (layer !== undefined && !(Number.isInteger(layer) && layer >= 0 && layer < trace.layers)) {
    const what = `layer ${layer} is not one of the ${trace.layers} layers, counted from 0`;
    throw new AttentionError('out-of-range', what, 'layer');
  }
  const all: readonly Described[] = [...trace.steps, ...trace.parameters];
  const unknown = tensors?.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new AttentionError('unknown-tensor', `the trace has no tensor "${unknown}"`, unknown);
  const chosen = all.filter(
    (one) => (tensors?.includes(one.name) ?? true) && (layer === undefined || one.layer === layer),
  );
  if (chosen.length === 0) {
    const what = `layer ${layer} has none of the tensors ${tensors?.join(', ')}`;
    throw new AttentionError('unknown-tensor', what, 'tensors');
  }
  return chosen;
}

const nameIn = ({ layers }: TraceLike, { name, layer }: Described): string =>
  layers > 1 && !common.has(name) ? `layers.${layer}.${name}` : name;

/** Throws AttentionError `range` for a name that is empty or twice there, and `shape` for numbers that do not fill the shape. */
export function checkTensors(tensors: readonly NamedTensor[]): void {
  const names = new Set<string>();
  for (const { name, shape, data } of tensors) {
    if (name === '' || names.has(name))
      throw new AttentionError('range', `the name "${name}" is ${name === '' ? 'empty' : 'there twice'}`, 'tensors');
    names.add(name);
    const count = shape.reduce((product, size) => product * size, 1);
    if (count !== data.length)
      throw new AttentionError('shape', `${name} is ${shape.join('×')}, but it has ${data.length} numbers`, name);
  }
}
