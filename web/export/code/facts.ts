/** What the numbers of a trace say about the code that is needed: looked at, never computed. */
import type { Trace } from '../../core/types.ts';

/** Whether some query sees no key at all. */
export function hidesRows(trace: Trace): boolean {
  if (!trace.steps.some(({ name }) => name === 'blocked')) return false;
  return someRow(trace, 'blocked', 0, 1);
}

/** Whether some row of a tensor is all zeros, in any layer. */
export const zeroRows = (trace: Trace, name: string): boolean =>
  trace.steps.some((step) => step.name === name && someRow(trace, name, step.layer, 0));

function someRow(trace: Trace, name: string, layer: number, number: number): boolean {
  const { shape, data } = trace.tensor(name, { layer });
  const width = shape.at(-1) ?? 1;
  for (let from = 0; from < data.length; from += width) {
    if (data.subarray(from, from + width).every((cell) => cell === number)) return true;
  }
  return false;
}
