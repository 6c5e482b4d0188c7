import type { Step, Tensor } from '../../core/types.ts';
import type { TraceLike } from '../trace-like.ts';
import type { PythonLibrary } from './languages.ts';
import { sources } from './layer.ts';
import { numpyText, torchText } from './printed.ts';
import type { ScriptBlock } from './script.ts';

/**
 * What a block of a program prints, with the numbers of the trace. Every line that prints is a call of `show`, or the heading of a
 * layer. Empty if the calls are not those of the block's steps.
 */
export function storedOutput(library: PythonLibrary, { lines, steps }: ScriptBlock, trace: TraceLike): string {
  const shown = lines.flatMap((line) => /^\s*show\("([^"]*)"/.exec(line)?.[1] ?? []);
  const show = (name: string, tensor: Tensor): string => {
    const isWhole = /^(tokens|input_sequences)/.test(name);
    const text = library === 'pytorch' ? torchText(tensor, isWhole) : numpyText(tensor, isWhole);
    return `${name} (${tensor.shape.join(', ')}${tensor.shape.length === 1 ? ',' : ''})\n${text}\n\n`;
  };
  const isLoop = lines.some((line) => line.startsWith('for '));
  if (!isLoop) {
    if (shown.length !== steps.length) return '';
    return steps.map(({ name, layer }, index) => show(shown[index] ?? name, trace.tensor(name, { layer }))).join('');
  }
  const [first = 'x', ...others] = shown;
  if (others.length !== steps.length) return '';
  return Array.from({ length: trace.layers }, (_, layer) =>
    [
      `==== layer ${layer + 1} of ${trace.layers} ====\n\n`,
      show(first, inputOf(trace, layer)),
      ...steps.map(({ name }, index) => show(others[index] ?? name, trace.tensor(name, { layer }))),
    ].join(''),
  ).join('');
}

/** The rows that a layer reads: the last step before it. */
function inputOf(trace: TraceLike, layer: number): Tensor {
  const before = (step: Step): boolean =>
    layer === 0 ? step.layer === 0 && sources.has(step.name) && !step.name.endsWith('_k') : step.layer === layer - 1;
  const last = trace.steps.filter(before).at(-1);
  return trace.tensor(last?.name ?? 'x0', { layer: last?.layer ?? 0 });
}
