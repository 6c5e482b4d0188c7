/** The scene of a trained model: an ordinary scene with given parameters. */
import { parseScene } from '../scene/parse.ts';
import type { Rows, Scene } from '../scene/types.ts';

/** A trained tensor, and its place in a scene as a JSON pointer; '': no place. */
export interface TrainedTensor {
  readonly name: string;
  readonly path: string;
  readonly layer: number;
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

const rowsOf = ({ shape: [rows = 0, columns = 0], data }: TrainedTensor): Rows =>
  Array.from({ length: rows }, (_, row) => [...data.subarray(row * columns, (row + 1) * columns)]);

const numbersOf = (tensor: TrainedTensor): Rows | readonly number[] =>
  tensor.shape.length === 1 ? [...tensor.data] : rowsOf(tensor);

/** `tokens` replace the scene's own. `symbols` name the rows of E. */
export function trainedScene(
  { tokens: own, sentence, view, ...scene }: Scene,
  tensors: readonly TrainedTensor[],
  symbols: readonly string[],
  tokens?: readonly string[],
): Scene {
  const [E, positions] = ['/embedding/rows', '/positions/rows'].map((path) => tensors.find((one) => one.path === path));
  const layers = Array.from({ length: scene.layers ?? 1 }, (_, layer) =>
    Object.fromEntries(
      tensors
        .filter((one) => one.layer === layer && one.path.startsWith('/parameters/'))
        .map((one) => [one.path.slice('/parameters/'.length), numbersOf(one)]),
    ),
  );
  const words =
    tokens === undefined ? { ...(own && { tokens: own }), ...(sentence !== undefined && { sentence }) } : { tokens };
  return parseScene({
    ...scene,
    ...words,
    // The view's focus refers to the scene's own tokens.
    ...(view !== undefined && tokens === undefined && { view }),
    ...(E !== undefined && { embedding: embeddingOf(scene, E, symbols) }),
    ...(positions !== undefined && { positions: { ...onlyKept(scene.positions), rows: rowsOf(positions) } }),
    parameters: layers.length > 1 ? { kind: 'stack', layers } : { kind: 'given', ...layers[0] },
  });
}

function embeddingOf({ embedding }: Pick<Scene, 'embedding'>, E: TrainedTensor, symbols: readonly string[]) {
  const rows = rowsOf(E);
  if (embedding.kind === 'ids') return { kind: 'ids', rows };
  return { kind: 'table', rows: Object.fromEntries(symbols.map((symbol, index) => [symbol, rows[index]])) };
}

/** Without the options of a random draw. */
function onlyKept(positions: Scene['positions']): object {
  const { seed: _, std: __, ...kept } = { seed: 0, std: 0, ...positions };
  return kept;
}
