import type { Step } from '../core/types.ts';
import type { Mistake } from '../scene/types.ts';
import { isWeights } from '../trace/trace-reader.ts';
import { rowOf, type StageSource, type Vector, vectorOf } from './numbers.ts';
import { isRow, isVector } from './step-kinds.ts';

/** One row of the token, without the mistake and with it. */
export interface MistakenRow {
  readonly mistake: Mistake;
  readonly layer: number;
  readonly correct: Vector;
  readonly wrong: Vector;
  /** Whether it has one number for each key. */
  readonly byKey: boolean;
}

interface Pair extends MistakenRow {
  readonly isOtherFormula: boolean;
}

/**
 * The first row of a token that shows a mistake: the first step whose numbers it changes, else the first step with
 * a different formula, else the weights. Null without a mistake, or if the trace without it is missing.
 */
export function mistakenRow(source: StageSource, query: number, key: number): MistakenRow | null {
  const { mistake } = source.scene;
  if (!mistake || !source.withoutMistake) return null;
  const { withoutMistake } = source;
  const pairs = source.reader.steps.flatMap((wrong): Pair[] => {
    const same = withoutMistake.reader.steps.find(({ name, layer }) => name === wrong.name && layer === wrong.layer);
    const vectors = same && [vectorAt(withoutMistake, same, query, key), vectorAt(source, wrong, query, key)];
    if (!same || !vectors?.[0] || !vectors[1]) return [];
    const isOtherFormula = JSON.stringify(same.formula) !== JSON.stringify(wrong.formula);
    const both = { correct: ofCorrect(vectors[0]), wrong: vectors[1] };
    return [{ mistake, layer: wrong.layer, ...both, byKey: isRow(wrong), isOtherFormula }];
  });
  const differing = pairs.find(({ correct: own, wrong }) => placesThatDiffer(own, wrong).length > 0);
  return (
    differing ?? pairs.find((pair) => pair.isOtherFormula) ?? pairs.find(({ wrong }) => isWeights(wrong.name)) ?? null
  );
}

function vectorAt(source: StageSource, step: Step, query: number, key: number): Vector | null {
  const row = isRow(step) || isVector(step) ? rowOf(step, source, query, key) : null;
  return row && vectorOf(source, step, row);
}

/** Marks its numbers as those of the trace without the mistake. */
const ofCorrect = (vector: Vector): Vector => ({
  ...vector,
  number: (index) => {
    const { value, cell } = vector.number(index);
    return { value, cell: { ...cell, isWithoutMistake: true } };
  },
});

/** Relative to the largest number of both rows: how much float32 sums in another order may differ. */
const ROUNDING = 2 ** -16;

/** The indices at which two rows differ by more than rounding. */
export function placesThatDiffer(correct: Vector, wrong: Vector): readonly number[] {
  const places = Array.from({ length: Math.min(correct.size, wrong.size) }, (_, index) => index);
  const pairs = places.map((index) => [correct.number(index).value, wrong.number(index).value] as const);
  const sizes = pairs.flat().map(Math.abs).filter(Number.isFinite);
  const rounding = ROUNDING * sizes.reduce((most, size) => Math.max(most, size), 0);
  return places.filter((_, index) => {
    const [a = 0, b = 0] = pairs[index] ?? [];
    return !(Object.is(a, b) || Math.abs(a - b) <= rounding);
  });
}
