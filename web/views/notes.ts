import type { Axis, Formula } from '../core/types.ts';
import { type Bindings, cellsOf, evaluateIndex, isZero, type Place, type Sides } from './evaluate.ts';
import { formatConstant } from './format.ts';
import { fill, pictures, strings } from './strings.ts';
import { stepOf } from './trace-reader.ts';

/** The cell whose formula is explained, and which way its condition went. */
export interface Decision {
  readonly bindings: Bindings;
  readonly holds: boolean;
  readonly own: Sides;
  readonly place: Place;
}

/** Why a cell took one of two cases, where a sentence says it; null: the condition is worth writing out with its numbers. */
export function conditionNote(condition: Formula, decision: Decision): string | null {
  const { bindings, holds, own, place } = decision;
  const words = strings.arithmetic;
  const [left, right] = 'args' in condition ? condition.args : [];
  if (condition.op !== 'lessOrEqual' || !left || !right) return null;
  if (left.op === 'number' && right.op === 'tensor' && right.name === 'blocked') {
    return holds ? pictures.arithmetic.blocked : pictures.arithmetic.open;
  }
  if (!isLeaf(left) || !isLeaf(right)) return null;
  const [a, b] = [left, right].map((side) => evaluateIndex(side, bindings, place));
  const slots = { left: formatConstant(a ?? Number.NaN), right: formatConstant(b ?? Number.NaN) };
  const axisOf = (letter: Formula): Axis | undefined => {
    if (letter.op !== 'index') return undefined;
    const axis = own.left.index.findIndex((other) => other.op === 'index' && other.name === letter.name);
    return stepOf(place.trace, own.left.name, place.layer)?.axes[axis];
  };
  const causal = axisOf(left) === 'T_k' && axisOf(right) === 'T_q';
  if (!causal) return fill(words.condition, { ...slots, truth: holds ? words.yes : words.no });
  return fill(holds ? words.visible : words.hidden, { key: slots.left, query: slots.right });
}

const isLeaf = ({ op }: Formula): boolean => op === 'index' || op === 'symbol' || op === 'number';

/** What is odd about a value: 0 because 0/0 counts as 0, ∞, not a number. `right` is the case that the cell took. */
export function valueNotes(right: Formula, value: number, bindings: Bindings, place: Place): string[] {
  const words = pictures.arithmetic;
  if (Number.isNaN(value)) return [holdsExp(right) ? words.overflow : words.notANumber];
  if (value === Infinity) return [words.infinite];
  const [, bottom] = right.op === 'divide' ? right.args : [];
  if (value !== 0 || !bottom || !isZero(bottom, bindings, place)) return [];
  return [holdsExp(bottom) ? words.allHidden : words.noDirection];
}

const holdsExp = (part: Formula): boolean =>
  part.op === 'exp' ? cellsOf(part).length > 0 : 'args' in part && part.args.some(holdsExp);
