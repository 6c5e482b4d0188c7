import type { Attention, Embedding, Scene } from '../scene/types.ts';
import { without } from '../scene/without.ts';
import type { LayerParameters } from './model-parameters.ts';

/** What the parameters of a model are used on. */
export interface Present {
  readonly scene: Scene;
  /** d_model of the scene, by the core. */
  readonly dModel: number;
}

/** Whether the words of the scene need other rows, as wide as the model's. */
export const needsRows = ({ scene, dModel }: Present, wide: number): boolean =>
  scene.embedding.kind === 'qkv' || dModel !== wide;

/** Scores that W_Q and W_K make without other parameters. */
const plainScores: ReadonlySet<Attention['score']> = new Set<Attention['score']>(['scaledDot', 'dot', 'cosine']);

/**
 * The scene with the parameters of one layer, and random rows for its words if they have other widths. Blocks and further layers would read
 * what these parameters are not of.
 */
export function parameterScene(
  present: Present,
  { matrices, dModel, kvHeads }: LayerParameters,
  { heads, tokens }: { readonly heads: number; readonly tokens: readonly string[] },
): Scene {
  const { layers: _, block: __, mistake: ___, encoder, sentence, tokens: own, ...rest } = present.scene;
  const { kvHeads: ____, scores: _____, score, ...attention } = rest.attention;
  const isReplaced = needsRows(present, dModel);
  const embedding: Embedding = isReplaced
    ? { kind: 'random', distribution: 'normal', seed: 1, dModel }
    : rest.embedding;
  const words = tokens.length > 0 ? { tokens } : own === undefined ? { sentence: sentence ?? '' } : { tokens: own };
  return {
    ...rest,
    ...words,
    ...(encoder !== undefined && { encoder: isReplaced ? without(encoder, 'x') : encoder }),
    embedding,
    parameters: { kind: 'given', ...matrices },
    attention: {
      ...attention,
      heads,
      ...(kvHeads !== heads && { kvHeads }),
      ...(plainScores.has(score) && { score }),
    },
    view: { screen: 'experiment' },
  };
}
