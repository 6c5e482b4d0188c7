/** The batches of a task, as a program writes them. */
import { AttentionError } from '../../scene/error.ts';
import type { Rows, Scene } from '../../scene/types.ts';
import type { Example, Run } from '../../training/types.ts';
import type { DrawnBatch } from './program.ts';

/** The batches of `count` steps, starting after step `after`. */
export function batchesOf(run: Pick<Run, 'batch' | 'symbols'>, after: number, count: number): readonly DrawnBatch[] {
  return Array.from({ length: count }, (_, step) => idsOf(run, run.batch({ after: after + step })));
}

/** The sequences on which the page and `evaluate` measure the model by default. */
export const evaluatedOf = (run: Pick<Run, 'evaluated' | 'symbols'>): DrawnBatch => idsOf(run, run.evaluated());

function idsOf({ symbols }: Pick<Run, 'symbols'>, examples: readonly Example[]): DrawnBatch {
  const ids = new Map(symbols.map((symbol, id) => [symbol, id]));
  return examples.map(({ tokens, targets }) => ({
    tokens: tokens.map((token) => ids.get(token) ?? 0),
    targets: targets.map((target) => (target === null ? null : (ids.get(target) ?? 0))),
  }));
}

/** The current model as a scene of ids: one of its sequences, and E with a row for every symbol. */
export function taskSceneOf(run: Pick<Run, 'scene' | 'symbols' | 'tensors' | 'batch'>): Scene {
  const E = run.tensors().find(({ name }) => name === 'E');
  const [drawn] = batchesOf(run, 0, 1)[0] ?? [];
  if (E === undefined || drawn === undefined) throw new AttentionError('internal', 'a task has no embedding');
  const { sentence: _, view: __, ...scene } = run.scene();
  return { ...scene, tokens: drawn.tokens.map(String), embedding: { kind: 'ids', rows: rowsOf(E) } };
}

const rowsOf = ({ shape: [rows = 0, columns = 0], data }: { shape: readonly number[]; data: Float32Array }): Rows =>
  Array.from({ length: rows }, (_, row) => [...data.subarray(row * columns, (row + 1) * columns)]);
