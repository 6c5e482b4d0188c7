/** Gradients as what they are made of: read like the steps of a trace, so that the arithmetic of each can be written. */
import type { Axis, Formula, Step } from '../../core/types.ts';
import type { ComputedScene } from '../../model/computed-scene.ts';
import type { Rows } from '../../scene/types.ts';
import { type TraceReader, traceReader } from '../../views/trace/trace-reader.ts';
import type { TensorGradient } from './protocol.ts';

/** What the formulas call the gradient of a tensor. */
export const gradientName = (name: string): string => `∂${name}`;

const TARGET = 'target';
const TARGET_AXES: readonly Axis[] = ['T_q', 'T_k'];

/** The trace's own numbers, the target's, and the gradients'. Null: they were too many to be sent with all their heads. */
export function gradientReader(given: {
  readonly picture: ComputedScene;
  readonly tensors: readonly TensorGradient[];
  readonly symbols: Readonly<Record<string, number>>;
  readonly target: Rows;
}): TraceReader | null {
  const { tensors, symbols, target } = given;
  const { reader, layer } = given.picture;
  const whole = new Map<string, Float32Array>([[TARGET, Float32Array.from(target.flat())]]);
  for (const { name, all } of tensors) {
    if (all === null) return null;
    whole.set(gradientName(name), all.data);
  }
  const steps = tensors.map(
    ({ name, all, formula }): Step => ({
      name: gradientName(name),
      layer,
      formula: withTarget(formula),
      shape: all?.shape ?? [],
      axes: all?.axes ?? [],
      inputs: [],
    }),
  );
  const wanted = { name: TARGET, layer, shape: [target.length, target[0]?.length ?? 0], axes: TARGET_AXES };
  const own = traceReader({
    tokens: reader.tokens,
    keyTokens: reader.keyTokens,
    vocabulary: reader.vocabulary,
    // How many layers there are is read off the last.
    steps: [...steps, ...reader.steps],
    parameters: [...reader.parameters, wanted],
    symbols: { ...reader.symbols, ...symbols },
    tensor: (name) => {
      const data = whole.get(name);
      const found = [...steps, wanted].find((one) => one.name === name);
      if (data === undefined || found === undefined) throw new RangeError(`there is no gradient ${name}`);
      return { shape: [...found.shape], data };
    },
  });
  return { ...own, value: (name, index, at) => (whole.has(name) ? own : reader).value(name, index, at) };
}

/** The target is looked up by the core; here it is a tensor, with a cell like any other. */
function withTarget(node: Formula): Formula {
  if (node.op === 'lookup') {
    const [place, ...index] = node.args;
    if (place !== undefined && 'name' in place && place.name === TARGET) return { op: 'tensor', name: TARGET, index };
  }
  if (node.op === 'sum') return { ...node, args: [withTarget(node.args[0])] };
  return 'args' in node ? { ...node, args: node.args.map(withTarget) } : node;
}
