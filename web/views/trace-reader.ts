import type { Parameter, Step, Tensor, Trace } from '../core/types.ts';

/**
 * What views read of a trace: names, shapes and single numbers. `value` is the core's own number, float32; it throws
 * RangeError for a name or an index that is not in the trace.
 */
export interface TraceReader {
  readonly tokens: readonly string[];
  readonly vocabulary: readonly string[];
  readonly steps: readonly Step[];
  readonly parameters: readonly Parameter[];
  readonly symbols: Readonly<Record<string, number>>;
  value(name: string, index: readonly number[]): number;
}

/** Reads each tensor out of the core once, when its first number is asked for. Make one a trace. */
export function traceReader(trace: Trace): TraceReader {
  const copies = new Map<string, Tensor>();
  return {
    tokens: trace.tokens,
    vocabulary: trace.vocabulary,
    steps: trace.steps,
    parameters: trace.parameters,
    symbols: trace.symbols,
    value(name, index) {
      let tensor = copies.get(name);
      if (!tensor) {
        tensor = trace.tensor(name);
        copies.set(name, tensor);
      }
      return at(tensor, name, index);
    },
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
