import type { Axis, Formula, Step } from '../../core/types.ts';
import { formulaWords } from '../../i18n/formulas.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { fill } from '../../i18n/sentences.ts';
import {
  type Bindings,
  bind,
  branchOf,
  evaluateIndex,
  isZero,
  type Place,
  type Sides,
  sides,
  soleInput,
} from '../../trace/formula-value.ts';
import { isolated, visibleToken } from '../../trace/token-text.ts';
import { isName, type Role, roleOf, stepOf, type TraceReader } from '../../trace/trace-reader.ts';
import { cellWhere } from './cell-label.ts';
import { type Piece, text, Writer } from './expression.ts';

/** How one cell of the trace is computed. */
export interface Explanation {
  readonly name: string;
  /** The lesson document's name of the tensor, if it has one. */
  readonly called: string | undefined;
  readonly role: Role;
  /** The text in the brackets: "it, animal". */
  readonly where: string;
  /** In names ("q·k/√d_k") and in numbers. Both are empty for parameters and random numbers. */
  readonly names: readonly Piece[];
  readonly numbers: readonly Piece[];
  /** The trace's own number. */
  readonly value: number;
  /** The conditions that selected a case, with their numbers. */
  readonly conditions: readonly (readonly Piece[])[];
  readonly notes: readonly string[];
}

/** Without `layer`, explains the last layer that has the tensor. Throws RangeError for an unknown tensor or cell. */
export function explain(
  language: LanguageCode,
  trace: TraceReader,
  name: string,
  index: readonly number[],
  layer?: number,
): Explanation {
  const words = formulaWords(language);
  const value = trace.value(name, index, layer);
  const where = cellWhere(language, trace, name, index, { heads: false, layer });
  const about = { name, called: trace.called?.(name), role: roleOf(name), where, value };
  const nothing = { names: [], numbers: [], conditions: [] };
  const step = stepOf(trace, name, layer);
  const parts = step && sides(step.formula);
  if (isName(name)) {
    const token = isolated(visibleToken(trace.vocabulary[value] ?? ''));
    return { ...about, ...nothing, notes: [fill(words.arithmetic.vocabulary, { row: value, token })] };
  }
  if (!step || !parts) return { ...about, ...nothing, notes: [words.arithmetic.parameter] };
  const place = { trace, layer: step.layer };
  const writer = new Writer(language, place, parts, productInput(step, trace));
  const bindings = bind(parts.left, index);
  const { right, conditions, reasons } = chosenBranch(language, parts, { writer, bindings, place }, value);
  const notes = [...reasons, ...valueNotes(language, right, value, bindings, place)];
  if (readsScene(right)) {
    const given = name === 'blocked' ? words.arithmetic.painted : words.arithmetic.given;
    return { ...about, ...nothing, conditions, notes: [...notes, given] };
  }
  // A constant (−∞ under the mask) is the result itself. The note gives the reason.
  if (right.op === 'number') return { ...about, ...nothing, conditions, notes };
  return { ...about, names: writer.names(right), numbers: writer.numbers(right, bindings), conditions, notes };
}

/**
 * The input that is spelled out in place of its name: a sum of products (scores, as q·k). Other inputs are numbers
 * to press.
 */
function productInput(step: Step, trace: TraceReader): string | null {
  const sole = soleInput(step, trace);
  if (!sole || sole.previous) return null;
  const input = stepOf(trace, sole.name, step.layer);
  return input && sides(input.formula)?.right.op === 'sum' ? input.name : null;
}

/** The case that a cell takes, and its reason: conditions with their numbers, or a sentence. */
function chosenBranch(language: LanguageCode, own: Sides, { writer, bindings, place }: Cell, value: number) {
  const words = formulaWords(language);
  const conditions: Piece[][] = [];
  const reasons: string[] = [];
  let right = own.right;
  for (let branch = branchOf(right, bindings, place, value); branch; branch = branchOf(right, bindings, place, value)) {
    const [condition, then] = 'args' in right ? right.args : [];
    if (!condition) break;
    const holds = branch === then;
    const reason = choiceNote(language, right, { bindings, holds, own, place });
    if (reason !== null) reasons.push(reason);
    else {
      const truth = text(` ${holds ? words.arithmetic.holds : words.arithmetic.fails}`);
      conditions.push([...writer.names(condition), text(': '), ...writer.numbers(condition, bindings), truth]);
    }
    right = branch;
  }
  return { right, conditions, reasons };
}

/** The cell whose formula is explained. */
interface Cell {
  readonly writer: Writer;
  readonly bindings: Bindings;
  readonly place: Place;
}

/** The outcome of one of its conditions. */
interface Decision extends Omit<Cell, 'writer'> {
  readonly holds: boolean;
  readonly own: Sides;
}

/** A sentence for why a cell took one of two cases. Null if the condition should be written with its numbers. */
function choiceNote(language: LanguageCode, choice: Formula, decision: Decision): string | null {
  const { holds } = decision;
  const words = formulaWords(language).arithmetic;
  const [condition, then, otherwise] = 'args' in choice ? choice.args : [];
  if (!condition) return null;
  const [left, right] = condition.op === 'lessOrEqual' ? condition.args : [];
  if (!left || !right) return null;
  if (left.op === 'number' && right.op === 'tensor' && right.name === 'blocked') {
    return holds ? words.blocked : words.open;
  }
  // The whole rule of a causal mask. Other masks have the same condition among theirs.
  const isWhole = choice === decision.own.right && otherwise?.op === 'number';
  const causal = isWhole && (then?.op === 'number' || then?.op === 'tensor');
  // Aligned at the bottom right, the query is moved by an offset.
  const [index = right, offset] = right.op === 'add' ? right.args : [];
  if (!causal || axisOf(left, decision) !== 'T_k' || axisOf(index, decision) !== 'T_q') return null;
  const [key = Number.NaN, query = Number.NaN, moved = 0] = [left, index, ...(offset ? [offset] : [])].map(
    (side) => evaluateIndex(side, decision.bindings, decision.place) ?? Number.NaN,
  );
  const sum = `${query} ${moved < 0 ? '−' : '+'} ${Math.abs(moved)}`;
  const slots = { key, query: moved === 0 ? query : sum };
  return fill(holds ? formulaWords(language).arithmetic.visible : formulaWords(language).arithmetic.hidden, slots);
}

/** The axis that an index letter of the cell's formula runs over. */
function axisOf(letter: Formula, { own, place }: Decision): Axis | undefined {
  if (letter.op !== 'index') return undefined;
  const axis = own.left.index.findIndex((other) => other.op === 'index' && other.name === letter.name);
  return stepOf(place.trace, own.left.name, place.layer)?.axes[axis];
}

/** Whether a part looks something up that is not a tensor. */
const readsScene = (part: Formula): boolean => part.op === 'lookup' || ('args' in part && part.args.some(readsScene));

/**
 * A remark on an unusual value: rounded with its row, 0 because 0/0 counts as 0, ∞, NaN. `right` is the case that
 * the cell took.
 */
function valueNotes(language: LanguageCode, right: Formula, value: number, bindings: Bindings, place: Place): string[] {
  const words = formulaWords(language).arithmetic;
  if (right.op === 'round') return [words.wholeRow];
  if (Number.isNaN(value)) return [holds(right, 'exp') ? words.overflow : words.notANumber];
  if (value === Infinity) return [words.infinite];
  const [, bottom] = right.op === 'divide' ? right.args : [];
  if (value !== 0 || !bottom || !isZero(bottom, bindings, place)) return [];
  return [holds(bottom, 'sqrt') ? words.noDirection : words.allHidden];
}

const holds = (part: Formula, op: Formula['op']): boolean =>
  part.op === op || ('args' in part && part.args.some((inner) => holds(inner, op)));
