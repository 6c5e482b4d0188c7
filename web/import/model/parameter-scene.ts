import type { Attention, Positions, Rows, Scene } from '../../scene/types.ts';
import { without } from '../../scene/without.ts';
import { checkFinite, quoted, shapeText } from '../matrices.ts';
import { type ModelTensor, refuse } from '../types.ts';
import type { LayerParameters } from './parameters.ts';
import { named } from './scene.ts';

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

/** Positions that are added to the rows of the tokens, or stand beside them. */
const addedPositions: ReadonlySet<Positions['kind']> = new Set<Positions['kind']>(['sinusoidal', 'learned', 'given']);

/** The rows that the parameters read. Null without a tensor of them. Throws ImportError. */
export function inputOf(tensors: readonly ModelTensor[], { dModel }: Pick<LayerParameters, 'dModel'>): Rows | null {
  const [tensor, other] = tensors;
  if (tensor === undefined) return null;
  const { name, shape, data } = tensor;
  const [rows = 0, columns = 0] = shape;
  if (other !== undefined) refuse('scene-form', (words) => words.model.sameInput(quoted(name), quoted(other.name)));
  if (shape.length !== 2)
    refuse('shape', (words) => words.model.axes(quoted(name), shapeText(shape), words.model.inputAxes));
  if (columns !== dModel) refuse('shape', (words) => words.model.inputWidth(quoted(name), columns, dModel));
  checkFinite(tensor);
  return Array.from({ length: rows }, (_, row) => Array.from(data.subarray(row * columns, (row + 1) * columns)));
}

interface Reads {
  readonly heads: number;
  readonly tokens: readonly string[];
  /** The rows of the file, which replace the words of the scene. */
  readonly x?: Rows | null;
}

/** The scene with the parameters of one layer. Blocks and further layers would read what these parameters are not of. Throws ImportError. */
export function parameterScene(
  present: Present,
  { matrices, dModel, kvHeads }: LayerParameters,
  { heads, tokens, x = null }: Reads,
): Scene {
  const { layers: _, block: __, mistake: ___, ...scene } = present.scene;
  const { encoder: ____, sentence: _____, tokens: ______, ...rest } = scene;
  const { kvHeads: _______, scores: ________, score, ...attention } = rest.attention;
  return {
    ...rest,
    ...(x === null ? ownWords(present, dModel, tokens) : givenWords(rest, tokens, x)),
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

type Words = Pick<Scene, 'tokens' | 'sentence' | 'encoder' | 'embedding' | 'positions'>;

/** The words of the scene, with random rows if they have other widths. */
function ownWords(present: Present, dModel: number, tokens: readonly string[]): Words {
  const { encoder, sentence, tokens: own, embedding } = present.scene;
  const isReplaced = needsRows(present, dModel);
  return {
    ...(tokens.length > 0 ? { tokens } : own === undefined ? { sentence: sentence ?? '' } : { tokens: own }),
    ...(encoder !== undefined && { encoder: isReplaced ? without(encoder, 'x') : encoder }),
    embedding: isReplaced ? { kind: 'random', distribution: 'normal', seed: 1, dModel } : embedding,
  };
}

/** The rows of a file with their tokens. Positions of the scene are not added to them. */
function givenWords({ positions }: Pick<Scene, 'positions'>, tokens: readonly string[], x: Rows): Words {
  return {
    tokens: named(tokens, x.length, (words) => words.model.inputRows),
    embedding: { kind: 'given', x },
    ...(positions !== undefined && { positions: addedPositions.has(positions.kind) ? { kind: 'none' } : positions }),
  };
}
