/** Reads gradients like the steps of a trace, so that the arithmetic of each number can be written. */
import type { Axis, Formula, Step } from '../../core/types.ts';
import type { Rows } from '../../scene/types.ts';
import { sides } from '../../trace/formula-value.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { type TraceReader, traceReader } from '../../trace/trace-reader.ts';
import type { Jacobian } from '../../training/index.ts';
import type { TensorGradient } from './protocol.ts';

/** The name of a tensor's gradient in formulas. */
export const gradientName = (name: string): string => `∂${name}`;

/** The name of the Jacobian in formulas. */
export const jacobianName = ({ formula }: Jacobian): string => sides(formula)?.left.name ?? '';

/** The head and the row of a Jacobian. */
export type JacobianPlace = readonly [head: number, row: number];

const JACOBIAN_AXES: readonly Axis[] = ['H', 'T_q', 'T_k', 'T_k'];
const TARGET = 'target';
const TARGET_AXES: readonly Axis[] = ['T_q', 'T_k'];

/** Reads the trace, the target and the gradients. Null: the gradients were too large to send with all their heads. */
export function gradientReader(given: {
  readonly result: SceneResult;
  readonly tensors: readonly TensorGradient[];
  readonly symbols: Readonly<Record<string, number>>;
  readonly target: Rows;
  readonly jacobian: Jacobian;
  readonly place: JacobianPlace;
}): TraceReader | null {
  const { tensors, symbols, target, jacobian, place } = given;
  const { reader, layer } = given.result;
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
  const ofRow: Step = {
    name: jacobianName(jacobian),
    layer,
    formula: jacobian.formula,
    shape: [reader.symbols['H'] ?? 1, target.length, ...jacobian.shape],
    axes: JACOBIAN_AXES,
    inputs: [],
  };
  const [, keys = 0] = jacobian.shape;
  const wanted = { name: TARGET, layer, shape: [target.length, target[0]?.length ?? 0], axes: TARGET_AXES };
  const own = traceReader({
    tokens: reader.tokens,
    keyTokens: reader.keyTokens,
    vocabulary: reader.vocabulary,
    // The reader takes the number of layers from the last step, so the trace's own come last.
    steps: [ofRow, ...steps, ...reader.steps],
    parameters: [...reader.parameters, wanted],
    symbols: { ...reader.symbols, ...symbols },
    tensor: (name) => {
      const data = whole.get(name);
      const found = [...steps, wanted].find((one) => one.name === name);
      if (data === undefined || found === undefined) throw new RangeError(`there is no gradient ${name}`);
      return { shape: [...found.shape], data };
    },
  });
  return {
    ...own,
    value: (name, index, position) => {
      if (name !== ofRow.name) return (whole.has(name) ? own : reader).value(name, index, position);
      const [head, row, one = 0, other = 0] = index;
      const isHere = head === place[0] && row === place[1] && other < keys;
      const found = isHere ? jacobian.data[one * keys + other] : undefined;
      // The focus may still be on another row, or on the sentence before.
      if (found === undefined) throw new RangeError(`${name}[${index.join(', ')}] is of another row`);
      return found;
    },
  };
}

/** The core looks the target up. Here it is a tensor with cells, so that they can be pressed. */
function withTarget(node: Formula): Formula {
  if (node.op === 'lookup') {
    const [place, ...index] = node.args;
    if (place !== undefined && 'name' in place && place.name === TARGET) return { op: 'tensor', name: TARGET, index };
  }
  if (node.op === 'sum') return { ...node, args: [withTarget(node.args[0])] };
  return 'args' in node ? { ...node, args: node.args.map(withTarget) } : node;
}
