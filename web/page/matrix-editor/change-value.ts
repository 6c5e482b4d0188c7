import type { Scene } from '../../scene/types.ts';
import type { MatrixSource } from '../../trace/scene-result.ts';
import type { Focus } from '../../views/index.ts';
import { targetOf, withCell } from './edits.ts';

/** The scene with another number in one cell of a matrix, as the editor writes it. Null if the scene does not define the matrix. */
export function withValue(
  scene: Scene,
  source: MatrixSource,
  { name, index, layer = 0 }: NonNullable<Focus['cell']>,
  value: number,
): Scene | null {
  const target = targetOf(scene, source, { name, layer });
  if (target === null || target.mask) return null;
  const { shape } = [...source.parameters, ...source.steps].find((one) => one.name === name) ?? { shape: [] };
  const [row, column] = placeOf(index, shape, target.columns);
  return target.put(withCell(target.values, row, column, value));
}

/** Row and column in the scene, which writes heads side by side. */
function placeOf(index: readonly number[], shape: readonly number[], columns: number): readonly [number, number] {
  const [first = 0, second = 0, third = 0] = index;
  if (index.length < 3) return index.length === 1 ? [0, first] : [first, second];
  const [heads = 1, , width = 1] = shape;
  return [second, columns === heads * width ? first * width + third : third];
}
