import { featuresOf } from '../../trace/axis-labels.ts';
import type { WholeResult } from '../../trace/scene-result.ts';
import type { Pair } from './origins.ts';

/** More features are no name. */
const MOST = 2;

/** Whether a layer has this parameter. */
export const hasParameter = ({ trace }: WholeResult, name: string, layer: number): boolean =>
  trace.parameters.some((one) => one.name === name && one.layer === layer);

/** The features that a number of q, k or v of a head is made of. Empty without names, or if it is made of more than two. */
export function madeOf(
  result: WholeResult,
  { layer, head }: Pick<Pair, 'layer' | 'head'>,
  name: 'q' | 'k' | 'v',
  number: number,
): string {
  const features = featuresOf(result.scene);
  const matrix = `w_${name}`;
  if (features.length === 0 || !hasParameter(result, matrix, layer)) return '';
  const [heads = 1, , width = 1] = result.step(name, layer)?.shape ?? [];
  const own = Math.floor(head / Math.max(1, result.heads / heads));
  const column = own * width + number;
  const { data } = result.trace.tensor(matrix, { layer, columns: [column, column + 1] });
  const used = Array.from(data.keys()).filter((row) => data[row] !== 0);
  const names = used.map((row) => features[row]);
  return names.length > MOST || names.includes(undefined) ? '' : names.join(' + ');
}

/** The feature that a number of a layer's result is: of `output`, or of what the block made of it. Empty without a name. */
export function resultName(result: WholeResult, step: string, layer: number, column: number): string {
  const width = result.step(step, layer)?.shape[1] ?? 1;
  if (step !== 'output' || hasParameter(result, 'w_o', layer))
    return (width === result.trace.symbols['d_model'] && featuresOf(result.scene)[column]) || '';
  const ownWidth = width / result.heads;
  const head = Math.floor(column / ownWidth);
  return madeOf(result, { layer, head }, 'v', column - head * ownWidth);
}
