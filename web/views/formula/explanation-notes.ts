import type { Axis, Formula } from '../../core/types.ts';
import { fill, strings } from '../shared/messages.ts';
import { type Bindings, evaluateIndex, isZero, type Place, type Sides } from '../trace/evaluate.ts';
import { stepOf } from '../trace/trace-reader.ts';

/** The cell whose formula is explained, and which way its condition went. */
export interface Decision {
  readonly bindings: Bindings;
  readonly holds: boolean;
  readonly own: Sides;
  readonly place: Place;
}

/** Why a cell took one of two cases, where a sentence says it; null: the condition is worth writing out with its numbers. */
export function choiceNote(choice: Formula, decision: Decision): string | null {
  const { holds } = decision;
  const words = strings.arithmetic;
  const [condition, then, otherwise] = 'args' in choice ? choice.args : [];
  if (!condition) return null;
  const [left, right] = condition.op === 'lessOrEqual' ? condition.args : [];
  if (!left || !right) return null;
  if (left.op === 'number' && right.op === 'tensor' && right.name === 'blocked') {
    return holds ? words.blocked : words.open;
  }
  const last = then?.op !== 'where' && otherwise?.op !== 'where';
  if (!last || axisOf(left, decision) !== 'T_k' || axisOf(right, decision) !== 'T_q') return null;
  const [key, query] = [left, right].map((side) => evaluateIndex(side, decision.bindings, decision.place));
  const slots = { key: key ?? Number.NaN, query: query ?? Number.NaN };
  return fill(holds ? strings.arithmetic.visible : strings.arithmetic.hidden, slots);
}

/** What an index letter of the cell's own formula runs over. */
function axisOf(letter: Formula, { own, place }: Decision): Axis | undefined {
  if (letter.op !== 'index') return undefined;
  const axis = own.left.index.findIndex((other) => other.op === 'index' && other.name === letter.name);
  return stepOf(place.trace, own.left.name, place.layer)?.axes[axis];
}

/** Whether a part looks something up that is no tensor. */
export const readsScene = (part: Formula): boolean =>
  part.op === 'lookup' || ('args' in part && part.args.some(readsScene));

/** What is odd about a value: rounded with its row, 0 because 0/0 counts as 0, ∞, not a number. `right` is the case that the cell took. */
export function valueNotes(right: Formula, value: number, bindings: Bindings, place: Place): string[] {
  const words = strings.arithmetic;
  if (right.op === 'round') return [words.wholeRow];
  if (Number.isNaN(value)) return [holds(right, 'exp') ? words.overflow : words.notANumber];
  if (value === Infinity) return [words.infinite];
  const [, bottom] = right.op === 'divide' ? right.args : [];
  if (value !== 0 || !bottom || !isZero(bottom, bindings, place)) return [];
  return [holds(bottom, 'sqrt') ? words.noDirection : words.allHidden];
}

const holds = (part: Formula, op: Formula['op']): boolean =>
  part.op === op || ('args' in part && part.args.some((inner) => holds(inner, op)));
