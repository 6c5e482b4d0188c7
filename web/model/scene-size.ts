import { table } from '../page/shell/catalogue.ts';
import { limits } from '../scene/limits.ts';
import type { Scene } from '../scene/types.ts';
import { widthsOf } from './scene-widths.ts';

/** Multiplications and additions that the page's own thread takes on: some 20 ms with all that is drawn of them. */
const MOST = 20e6;
/** Characters of a sentence that is long, whatever words it has. */
const LONG = 8000;
/** What scaling, masking, softmax, copying and drawing a cell of the scores costs beside its products. */
const CELL = 24;

/**
 * Whether a scene is more work than a keystroke may hold the page up for: it is then computed elsewhere, and drawn in part.
 * A scene whose sizes cannot be told from it is refused by the core before it computes anything.
 */
export function isLarge(scene: Scene): boolean {
  // Cutting it into words to count them would hold the page up as well.
  if ((scene.sentence ?? '').length > LONG) return true;
  const { queries, keys, dModel, dK, dV } = widthsOf(scene, table);
  // More than there can be are refused, here as elsewhere.
  const heads = Math.min(scene.attention.heads, limits.heads);
  const [model, k, v] = [dModel ?? 0, dK ?? 0, dV ?? 0];
  const cells = heads * queries * keys * (k + v + CELL);
  const projections = model * heads * (queries * k + keys * (k + v));
  return (scene.layers ?? 1) * (cells + projections) > MOST;
}
