import type { Axis, Formula, Step } from '../core/types.ts';
import { type Bindings, bind, evaluateIndex, type Sides, sides, soleInput } from './evaluate.ts';
import { formatConstant } from './format.ts';
import { type Role, roleOf } from './role.ts';
import { fill, strings } from './strings.ts';
import { isolated, namedToken, visibleToken } from './token-text.ts';
import type { TraceReader } from './trace-reader.ts';

/** A piece of an expression, to be written in a row with its neighbours. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** A variable that stands for a tensor ("q") or a symbol (d_k): `name` as in the formula. */
  | { readonly kind: 'name'; readonly name: string; readonly role: Role }
  /** A number read from the trace; `label` says which: q[it, 3]. */
  | {
      readonly kind: 'cell';
      readonly name: string;
      readonly index: readonly number[];
      readonly value: number;
      readonly role: Role;
      readonly label: string;
    }
  /** A number that is no cell; `label` is its name where it has one. */
  | { readonly kind: 'constant'; readonly value: number; readonly label: string }
  | { readonly kind: 'fraction'; readonly top: readonly Piece[]; readonly bottom: readonly Piece[] }
  | { readonly kind: 'root'; readonly body: readonly Piece[] }
  | { readonly kind: 'power'; readonly body: readonly Piece[] }
  /** A sum written out; term(i) for i < count, so that only what is shown is made. */
  | { readonly kind: 'terms'; readonly count: number; readonly term: (i: number) => readonly Piece[] };

/** How one cell of the trace came about. */
export interface Explanation {
  readonly name: string;
  readonly role: Role;
  /** What stands in the brackets: "it, animal". */
  readonly where: string;
  /** In names ("q·k/√d_k") and in numbers; both empty for a parameter and for what was drawn. */
  readonly names: readonly Piece[];
  readonly numbers: readonly Piece[];
  /** The trace's own number. */
  readonly value: number;
  readonly notes: readonly string[];
}

/** Throws RangeError when the trace has no such tensor or cell. */
export function explain(trace: TraceReader, name: string, index: readonly number[]): Explanation {
  const value = trace.value(name, index);
  const about = { name, role: roleOf(name), where: cellWhere(trace, name, index, false), value };
  const notes: string[] = [];
  if (name === 'tokens') {
    notes.push(
      fill(strings.arithmetic.vocabulary, { row: value, token: isolated(visibleToken(trace.vocabulary[value] ?? '')) }),
    );
  }
  const step = trace.steps.find((candidate) => candidate.name === name);
  const parts = step && sides(step.formula);
  if (!step || !parts || parts.right.op === 'lookup') {
    if (name !== 'tokens') notes.push(step ? strings.arithmetic.given : strings.arithmetic.parameter);
    return { ...about, names: [], numbers: [], notes };
  }
  if (name === 'tokens') return { ...about, names: [], numbers: [], notes };
  const writer = new Writer(trace, parts, productInput(step, trace), notes);
  const bindings = bind(parts.left, index);
  const right = writer.taken(parts.right, bindings);
  // A constant (−∞ behind the mask) is the result itself; the note says why.
  if (right.op === 'number') return { ...about, names: [], numbers: [], notes };
  return { ...about, names: writer.names(right), numbers: writer.numbers(right, bindings), notes };
}

/** The input worth spelling out in place of its name: a sum of products (scores, as q·k). Others are numbers one can press. */
function productInput(step: Step, trace: TraceReader): string | null {
  const sole = soleInput(step, trace);
  const input = sole && trace.steps.find((other) => other.name === sole.name);
  return input && sides(input.formula)?.right.op === 'sum' ? input.name : null;
}

/** "q[it, 3]": the cell of a tensor with tokens by name, everything else by number; the head,
 * counted from 1 as everywhere on the page, only where there are several. */
export function cellLabel(trace: TraceReader, name: string, index: readonly number[]): string {
  return `${name}[${cellWhere(trace, name, index, true)}]`;
}

function cellWhere(trace: TraceReader, name: string, index: readonly number[], heads: boolean): string {
  const tensor = [...trace.steps, ...trace.parameters].find((candidate) => candidate.name === name);
  return index
    .flatMap((at, axis) => {
      const letter = tensor?.axes[axis];
      if (letter === 'H' || letter === 'H_kv') {
        return heads && (tensor?.shape[axis] ?? 1) > 1 ? [`${strings.arithmetic.head} ${at + 1}`] : [];
      }
      return [axisName(trace, letter, at)];
    })
    .join(', ');
}

function axisName(trace: TraceReader, axis: Axis | undefined, at: number): string {
  if (axis === 'T' || axis === 'T_q' || axis === 'T_k') return isolated(namedToken(trace.tokens, at));
  if (axis === 'V') return isolated(visibleToken(trace.vocabulary[at] ?? String(at)));
  return String(at);
}

const text = (value: string): Piece => ({ kind: 'text', text: value });

/** Writes one step's right side in names and in numbers. `expanded` is the input whose own formula takes its place. */
class Writer {
  constructor(
    private readonly trace: TraceReader,
    private readonly own: Sides,
    private readonly expanded: string | null,
    private readonly notes: string[],
  ) {}

  /** The branch that this cell takes, with a note why; anything but a choice as it is. */
  taken(part: Formula, bindings: Bindings): Formula {
    if (part.op !== 'where') return part;
    const [condition, then, otherwise] = part.args;
    if (!condition || !then || !otherwise) return part;
    const holds = evaluateIndex(condition, bindings, this.trace) !== 0;
    this.notes.push(this.conditionNote(condition, bindings, holds));
    return holds ? then : otherwise;
  }

  names(part: Formula): Piece[] {
    switch (part.op) {
      case 'number':
        return [{ kind: 'constant', value: part.value, label: '' }];
      case 'symbol':
      case 'index':
        return [{ kind: 'name', name: part.name, role: 'x' }];
      case 'tensor': {
        const inner = this.innerOf(part.name);
        return inner ? inner.names(inner.own.right) : [{ kind: 'name', name: part.name, role: roleOf(part.name) }];
      }
      case 'sum': {
        // Σ of products of tensors is the product of a row and a column, written q·k as the papers do.
        const [body] = part.args;
        const product = body.op === 'multiply' && body.args.every((factor) => factor.op === 'tensor');
        return product ? this.names(body) : [text('Σ '), ...this.bracketed(body, (inner) => this.names(inner))];
      }
      default:
        return this.operation(part, (inner) => this.names(inner));
    }
  }

  numbers(part: Formula, bindings: Bindings): Piece[] {
    const { trace } = this;
    const numbers = (inner: Formula) => this.numbers(inner, bindings);
    switch (part.op) {
      case 'number':
        return [{ kind: 'constant', value: part.value, label: '' }];
      case 'symbol':
      case 'index':
        return [{ kind: 'constant', value: evaluateIndex(part, bindings, trace), label: part.name }];
      case 'tensor': {
        const index = part.index.map((letter) => evaluateIndex(letter, bindings, trace));
        const inner = this.innerOf(part.name);
        if (inner) return inner.numbers(inner.own.right, bind(inner.own.left, index));
        const label = cellLabel(trace, part.name, index);
        const value = trace.value(part.name, index);
        return [{ kind: 'cell', name: part.name, index, value, role: roleOf(part.name), label }];
      }
      case 'sum': {
        const count = evaluateIndex(part.size, bindings, trace);
        const [body] = part.args;
        return [{ kind: 'terms', count, term: (i) => this.numbers(body, { ...bindings, [part.over]: i }) }];
      }
      case 'where':
        return numbers(this.taken(part, bindings));
      default:
        return this.operation(part, numbers);
    }
  }

  /** What operators look like is the same for names and numbers; `write` writes the operands. */
  private operation(part: Formula, write: (inner: Formula) => Piece[]): Piece[] {
    if (!('args' in part)) return [];
    const [a, b] = part.args;
    if (!a) return [];
    const joined = (sign: string, least: number) =>
      part.args.flatMap((inner, i) => [...(i === 0 ? [] : [text(sign)]), ...this.bracketed(inner, write, least)]);
    switch (part.op) {
      case 'add':
        return joined(' + ', 1);
      case 'subtract':
        return joined(' − ', 2);
      case 'multiply':
        return joined('·', 2);
      case 'divide':
        if (!b || this.isOne(b)) return write(a);
        return [{ kind: 'fraction', top: write(a), bottom: write(b) }];
      case 'sqrt':
        return [{ kind: 'root', body: write(a) }];
      case 'exp':
        return [{ kind: 'power', body: write(a) }];
      case 'modulo':
        return joined(' mod ', 2);
      case 'lessOrEqual':
        return joined(' ≤ ', 1);
      default:
        return [
          text(`${part.op}(`),
          ...part.args.flatMap((inner, i) => [...(i === 0 ? [] : [text(', ')]), ...write(inner)]),
          text(')'),
        ];
    }
  }

  /** Dividing by a symbol that is exactly 1 (the temperature, mostly) says nothing. */
  private isOne(part: Formula): boolean {
    return part.op === 'symbol' && evaluateIndex(part, {}, this.trace) === 1;
  }

  private bracketed(part: Formula, write: (inner: Formula) => Piece[], least = 2): Piece[] {
    const inner = this.innerOf(part.op === 'tensor' ? part.name : '');
    const loose = strength(inner ? inner.own.right : part) < least;
    return loose ? [text('('), ...write(part), text(')')] : write(part);
  }

  /** The writer of the expanded input, one level deep. */
  private innerOf(name: string): Writer | null {
    if (name !== this.expanded) return null;
    const step = this.trace.steps.find((candidate) => candidate.name === name);
    const parts = step && sides(step.formula);
    return parts ? new Writer(this.trace, parts, null, this.notes) : null;
  }

  private conditionNote(condition: Formula, bindings: Bindings, holds: boolean): string {
    const words = strings.arithmetic;
    const [left, right] = 'args' in condition ? condition.args : [];
    if (condition.op !== 'lessOrEqual' || !left || !right) return holds ? words.visible : words.hidden;
    const [a, b] = [left, right].map((side) => evaluateIndex(side, bindings, this.trace));
    const slots = { left: formatConstant(a ?? Number.NaN), right: formatConstant(b ?? Number.NaN) };
    const causal = this.isToken(left, 'T_k') && this.isToken(right, 'T_q');
    if (!causal) return fill(words.condition, { ...slots, truth: holds ? words.yes : words.no });
    return fill(holds ? words.visible : words.hidden, { key: slots.left, query: slots.right });
  }

  /** Whether an index letter of this step runs over that axis. */
  private isToken(letter: Formula, axis: Axis): boolean {
    if (letter.op !== 'index') return false;
    const step = this.trace.steps.find((candidate) => candidate.name === this.own.left.name);
    const place = this.own.left.index.findIndex((other) => other.op === 'index' && other.name === letter.name);
    return step?.axes[place] === axis;
  }
}

/** 1 sums and differences, 2 what binds tighter. A sum is written out with plus signs. */
function strength(part: Formula): number {
  if (part.op === 'sum') return 1;
  if (part.op === 'where') return strength(part.args[1] ?? part);
  return ['add', 'subtract', 'equals', 'lessOrEqual', 'modulo'].includes(part.op) ? 1 : 2;
}
