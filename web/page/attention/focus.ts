import type { ComputedScene } from '../../model/computed-scene.ts';
import type { Scene } from '../../scene/types.ts';
import type { Focus, SourceBlock } from '../../views/index.ts';
import { sourceCells } from '../../views/trace/cell-sources.ts';

/** The focus, as far as the picture still has what it points at. */
export function within(focus: Focus | null, picture: ComputedScene): Focus | null {
  if (focus === null) return null;
  if ((focus.query ?? 0) >= picture.tokens.length || (focus.key ?? 0) >= picture.keyTokens.length) return null;
  const { cell } = focus;
  if (cell === undefined) return focus;
  const { name, layer = picture.layer } = cell;
  const there = picture.step(name, layer) ?? picture.parameter(name, layer);
  const shape = there?.layer === layer ? there.shape : undefined;
  const inside = shape?.length === cell.index.length && cell.index.every((at, axis) => at < (shape[axis] ?? 0));
  if (inside) return focus;
  const { cell: _, ...rest } = focus;
  return rest.query === undefined && rest.key === undefined ? null : rest;
}

/** The head and the layer that a scene asks to see, as far as a picture has them; that of the scene may be on its way. */
export const wantedOf = ({ view }: Scene, { heads, layers }: ComputedScene) => ({
  head: Math.min(view?.head ?? 0, heads - 1),
  layer: Math.min(view?.layer ?? 0, layers - 1),
});

/** The focus, its cell as one of the layer on show where it names none. */
export const inLayer = (focus: Focus, layer: number): Focus =>
  focus.cell === undefined ? focus : { ...focus, cell: { layer, ...focus.cell } };

const none: readonly SourceBlock[] = [];

/** The cells that the cell in focus came from. */
export function highlightsOf(cell: Focus['cell'], { reader }: ComputedScene): readonly SourceBlock[] {
  const highlights = cell && sourceCells(reader, cell.name, cell.index, cell.layer);
  // Where a number decides what is lit and has not come yet, nothing is.
  return highlights === undefined || reader.waiting?.() ? none : highlights;
}

/**
 * What every view highlights and the row that is read out: what is pointed at or pinned, else the token the scene names, else
 * the first. They are one, so that the sentence never speaks of another token than the one that is lit.
 */
export function resolved(
  focus: Focus | null,
  picture: ComputedScene,
): { readonly focusOn: Focus; readonly query: number } {
  const named = picture.scene.view?.focus ?? 0;
  const query = focus?.query ?? (named < picture.tokens.length ? named : 0);
  if (focus !== null) return { focusOn: focus, query };
  if (unasked.query !== query) unasked = { query };
  return { focusOn: unasked, query };
}

/** The same object as long as it says the same, or every view would be drawn on every key. */
let unasked: Focus = { query: 0 };
