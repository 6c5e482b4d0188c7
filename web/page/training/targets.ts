/** Target weights as the rows of the core's loss. */

import type { Rows } from '../../scene/types.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import type { OptimizerKind } from '../../training/options.ts';
import type { TargetArguments, WeightsLoss } from './protocol.ts';

export interface Optimizer {
  readonly kind: OptimizerKind;
  readonly learningRate: number;
}

/** Training to target weights. The embeddings are not trained: words learn how to attend, and keep their meaning. */
export const targetArguments = (result: SceneResult, loss: WeightsLoss, optimizer: Optimizer): TargetArguments => ({
  scene: result.scene,
  loss,
  optimizer,
  ...(result.parameter('E') !== undefined && { fixed: ['E'] }),
});

/** The parts of each cell, as the reader painted them: whole numbers from 0. */
export type Parts = readonly (readonly number[])[];

/** The largest number of parts in a cell. */
export const MOST_PARTS = 9;

export const noParts = (rows: number, columns: number): Parts =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => 0));

export const withParts = (parts: Parts, row: number, column: number, value: number): Parts =>
  parts.map((line, r) => (r === row ? line.map((before, c) => (c === column ? value : before)) : line));

const sumOf = (line: readonly number[]): number => line.reduce((sum, part) => sum + part, 0);

/** Each row divided by its sum, so that it adds up to 1. A row of zeros stays, and does not count. */
export const targetOf = (parts: Parts): Rows =>
  parts.map((line) => {
    const sum = sumOf(line);
    return sum === 0 ? [...line] : line.map((part) => part / sum);
  });

export const countedRows = (target: Rows): number => target.filter((line) => line.some((weight) => weight > 0)).length;

/**
 * A row in which `key` has the weight `wanted` and the others keep their proportions. If all others were zero, the visible ones divide the
 * rest equally.
 */
export function raised(
  weights: readonly number[],
  key: number,
  wanted: number,
  visible: (key: number) => boolean,
): number[] {
  const rest = sumOf(weights.filter((_, index) => index !== key));
  const others = weights.filter((_, index) => index !== key && visible(index)).length;
  return weights.map((weight, index) => {
    if (index === key) return others === 0 ? 1 : wanted;
    if (rest > 0) return (weight / rest) * (1 - wanted);
    return visible(index) ? (1 - wanted) / others : 0;
  });
}

/** A target of one row. */
export const onlyRow = (row: readonly number[], index: number, rows: number): Rows =>
  Array.from({ length: rows }, (_, r) => (r === index ? [...row] : row.map(() => 0)));

/** The hidden cells that have a target. `masked`: the masked scores, (T_q, T_k); null: nothing is hidden. */
export function hiddenCells(
  target: Rows,
  masked: Float32Array | null,
): { readonly row: number; readonly column: number }[] {
  if (masked === null) return [];
  return target.flatMap((line, row) =>
    line.flatMap((weight, column) =>
      weight > 0 && masked[row * line.length + column] === -Infinity ? [{ row, column }] : [],
    ),
  );
}

/** Ready-made targets. A hidden cell gets nothing. */
export const presets = {
  itself: (row: number, column: number) => row === column,
  previous: (row: number, column: number) => column === Math.max(0, row - 1),
  first: (_: number, column: number) => column === 0,
} as const;

export type Preset = keyof typeof presets;
