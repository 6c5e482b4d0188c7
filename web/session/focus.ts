import { shownLayer } from '../scene/layers.ts';
import type { Scene } from '../scene/types.ts';
import { askingWord } from '../trace/certainty.ts';
import type { Focus } from '../trace/focus.ts';
import type { SceneResult } from '../trace/scene-result.ts';

/** The focus, as far as a result has what it is on. */
export function within(focus: Focus | null, result: SceneResult): Focus | null {
  if (focus === null) return null;
  if ((focus.query ?? 0) >= result.tokens.length || (focus.key ?? 0) >= result.keyTokens.length) return null;
  const { cell } = focus;
  if (cell === undefined) return focus;
  const { name, layer = result.layer } = cell;
  const found = result.step(name, layer) ?? result.parameter(name, layer);
  const shape = found?.layer === layer ? found.shape : undefined;
  const isInside = shape?.length === cell.index.length && cell.index.every((index, axis) => index < (shape[axis] ?? 0));
  if (isInside) return focus;
  const { cell: _, ...rest } = focus;
  return rest.query === undefined && rest.key === undefined ? null : rest;
}

/** The focus that a scene names. */
export const focusOf = ({ view }: Scene): Focus | null => (view?.focus === undefined ? null : { query: view.focus });

/** The head and layer of a scene, or the last ones of a result that has fewer. The result may be of an earlier scene. */
export const selectedView = (scene: Scene, { heads, layers }: SceneResult) => ({
  head: Math.min(scene.view?.head ?? 0, heads - 1),
  layer: shownLayer(scene, layers),
});

/** The focus with its cell in the layer on show, where it names no layer. */
export const inLayer = (focus: Focus, layer: number): Focus =>
  focus.cell === undefined ? focus : { ...focus, cell: { layer, ...focus.cell } };

/**
 * What every view highlights, and the row that is read out: the hovered or pinned focus, else the scene's token, else the
 * word that asks. They are one, so that the sentence never reads another token than the highlighted one.
 */
export function resolved(
  focus: Focus | null,
  result: SceneResult,
): { readonly focusOn: Focus; readonly query: number } {
  const named = result.scene.view?.focus ?? Infinity;
  const query = focus?.query ?? (named < result.tokens.length ? named : askingWord(result));
  if (focus !== null) return { focusOn: focus, query };
  if (unfocused.query !== query) unfocused = { query };
  return { focusOn: unfocused, query };
}

/** The same object while it says the same, or every key press would draw every view. */
let unfocused: Focus = { query: 0 };
