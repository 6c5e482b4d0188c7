import type { SceneDescription } from '../core/types.ts';
import { AttentionError, message } from '../scene/error.ts';
import { keyTokensOf, tokensOf } from '../scene/tokenize.ts';
import type { Scene } from '../scene/types.ts';

/** What scaling, masking, softmax, copying and drawing a cell of the scores costs beside its products. */
const CELL = 24;
/** A tanh, and adding and multiplying around it. */
const TANH = 8;

/** Multiplications and additions that a scene takes, roughly: a thousand million take about a second. */
export function operationsOf(scene: Scene, { dModel, dK, dV }: SceneDescription): number {
  const { heads, score, weightedValues, roundWeights, normalizer } = scene.attention;
  const [queries, keys] = [tokensOf(scene).length, keyTokensOf(scene).length];
  const scored = score === 'additive' ? TANH * additiveWidth(scene, dK) : dK;
  const sorted = (roundWeights === undefined ? 0 : CELL) + (normalizer === 'sparsemax' ? CELL : 0);
  const cells = heads * queries * keys * (scored + (weightedValues ? 3 : 1) * dV + CELL + sorted);
  const projections = dModel * heads * (queries * dK + keys * (dK + dV));
  return (scene.layers ?? 1) * (cells + projections);
}

/** d_a of one head. */
function additiveWidth({ parameters, attention }: Scene, dK: number): number {
  if (parameters.kind === 'random' || parameters.kind === 'identity') return parameters.dA ?? dK;
  const matrices = parameters.kind === 'stack' ? parameters.layers[0] : parameters;
  const wA = matrices && 'wA' in matrices ? matrices.wA : undefined;
  return wA?.[0] === undefined ? dK : wA[0].length / attention.heads;
}

/** A scene that works, and takes so long that somebody has to ask for it twice. */
export class TooMuchWork extends AttentionError {}

/** Throws TooMuchWork for a scene of more than `most` operations; one with a problem is for the core to refuse. */
export function checkWork(scene: Scene, description: SceneDescription, most: number): void {
  const operations = description.problem === null ? operationsOf(scene, description) : 0;
  if (operations <= most) return;
  const [own, limit] = [Math.ceil(operations / 1e6), most / 1e6].map(String);
  throw new TooMuchWork(
    'too-large',
    message`this scene takes ${own ?? ''} million operations, and more than ${limit ?? ''} million are only computed when asked for`,
  );
}
