import type { Scene } from '../scene/types.ts';
import { table } from './catalogue.ts';
import { widthsOf } from './widths.ts';

/** Multiplications and additions that the page's own thread takes on: some 20 ms with all that is drawn of them. */
const MOST = 20e6;
/** What scaling, masking, softmax, copying and drawing a cell of the scores costs beside its products. */
const CELL = 24;

/**
 * Whether a scene is more work than a keystroke may hold the page up for: it is then computed elsewhere, and drawn in part.
 * A scene whose sizes cannot be told from it is refused by the core before it computes anything.
 */
export function isLarge(scene: Scene): boolean {
  const { queries, keys, dModel, dK, dV } = widthsOf(scene, table);
  const { heads } = scene.attention;
  const [model, k, v] = [dModel ?? 0, dK ?? 0, dV ?? 0];
  const cells = heads * queries * keys * (k + v + CELL);
  const projections = model * heads * (queries * k + keys * (k + v));
  return (scene.layers ?? 1) * (cells + projections) > MOST;
}
