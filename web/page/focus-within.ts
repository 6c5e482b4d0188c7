import type { Focus } from '../views/index.ts';
import type { Picture } from './picture.ts';

/** The focus, as far as the picture still has what it points at. */
export function within(focus: Focus | null, picture: Picture): Focus | null {
  if (focus === null) return null;
  const size = picture.tokens.length;
  if ((focus.query ?? 0) >= size || (focus.key ?? 0) >= size) return null;
  const { cell } = focus;
  if (cell === undefined) return focus;
  const shape = picture.step(cell.name)?.shape ?? picture.parameter(cell.name)?.shape;
  const inside = shape?.length === cell.index.length && cell.index.every((at, axis) => at < (shape[axis] ?? 0));
  if (inside) return focus;
  const { cell: _, ...rest } = focus;
  return rest.query === undefined && rest.key === undefined ? null : rest;
}

/**
 * What every view lights and the row that is read out: what is pointed at or pinned, else the token the scene names, else
 * the first. They are one, so that the sentence never speaks of another token than the one that is lit.
 */
export function resolved(focus: Focus | null, picture: Picture): { readonly focusOn: Focus; readonly query: number } {
  const named = picture.scene.view?.focus ?? 0;
  const query = focus?.query ?? (named < picture.tokens.length ? named : 0);
  return { focusOn: focus ?? { query }, query };
}
