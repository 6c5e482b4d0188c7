import type { PartOrigin } from '../../core/types.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import type { Focus } from '../../views/index.ts';

/** A query and a key of one head of one layer. */
export interface Pair {
  readonly layer: number;
  readonly head: number;
  readonly query: number;
  readonly key: number;
}

type Cell = NonNullable<Focus['cell']>;

/** The cell that an origin is about. Null for one that is no cell, such as a bias. */
export function cellOf(result: SceneResult, pair: Pair, origin: PartOrigin, ofQuery: boolean): Cell | null {
  const { kind, token } = origin;
  const index = origin.index ?? 0;
  const { layer } = pair;
  const row = ofQuery ? pair.query : pair.key;
  /** The first of these tensors that the layer has, with the index of a cell for its number of axes. */
  const first = (names: readonly string[], at: number, rows: number[], column: number): Cell | null => {
    for (const name of names) {
      const step = result.step(name, at);
      if (step === undefined) continue;
      const heads = step.axes[0] === 'H' || step.axes[0] === 'H_kv';
      const [count = 1] = step.shape;
      const head = Math.floor(pair.head / Math.max(1, result.heads / count));
      return { name, index: heads ? [head, ...rows, column] : [...rows, column], layer: step.layer };
    }
    return null;
  };
  const side = ofQuery ? ['q_rotated', 'q'] : ['k_rotated', 'k'];
  const x = ofQuery ? ['normed_1', 'x', 'x0'] : ['x_k', 'x0_k', 'normed_1', 'x', 'x0'];
  switch (kind) {
    case 'dimension':
    case 'whole':
      return first(side, layer, [row], index);
    case 'pair':
      return first(
        side,
        layer,
        [row],
        result.scene.positions?.kind === 'rope' && result.scene.positions.pairs === 'halves' ? index : 2 * index,
      );
    case 'feature':
      return first(x, layer, [row], index);
    case 'word':
      return first(ofQuery ? ['x0'] : ['x0_k', 'x0'], layer, [row], 0);
    case 'place':
      return first(ofQuery ? ['p', 'P'] : ['p_k', 'p', 'P'], layer, [row], 0);
    case 'own':
      return first(ofQuery ? ['x', 'x0'] : ['x_k', 'x0_k', 'x', 'x0'], layer - 1, [row], 0);
    case 'head':
      return {
        name: result.weightsStep,
        index: [index, row, token],
        layer: layer - 1,
      };
    case 'feedForward':
      return first(['fed'], layer - 1, [row], 0);
    default:
      return null;
  }
}
