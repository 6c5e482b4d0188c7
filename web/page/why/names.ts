import { featuresOf } from '../../trace/axis-labels.ts';
import type { WholeResult } from '../../trace/scene-result.ts';
import type { Pair } from './origins.ts';

/** More features are no name. */
const MOST = 2;

/** The features that a number of q, k or v of a head is made of. Empty without names, or if it is made of more than two. */
export function madeOf(result: WholeResult, { layer, head }: Pair, name: 'q' | 'k' | 'v', number: number): string {
  const features = featuresOf(result.scene);
  const { trace } = result;
  const matrix = `w_${name}`;
  const [heads = 1, , width = 1] = result.step(name, layer)?.shape ?? [];
  const own = Math.floor(head / Math.max(1, result.heads / heads));
  if (features.length === 0 || !trace.parameters.some((one) => one.name === matrix && one.layer === layer)) return '';
  const column = own * width + number;
  const { data } = trace.tensor(matrix, { layer, columns: [column, column + 1] });
  const used = Array.from(data.keys()).filter((row) => data[row] !== 0);
  const names = used.map((row) => features[row]);
  return names.length > MOST || names.includes(undefined) ? '' : names.join(' + ');
}
