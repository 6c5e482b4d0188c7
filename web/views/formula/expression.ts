import type { Formula } from '../../core/types.ts';
import { formulaWords } from '../../i18n/formulas.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import {
  type Bindings,
  bind,
  branchOf,
  type Cell,
  cellsOf,
  evaluateIndex,
  isPlain,
  layerOf,
  type Place,
  type Sides,
  sides,
} from '../../trace/formula-value.ts';
import { type Role, roleOf, stepOf } from '../../trace/trace-reader.ts';
import { cellLabel } from './cell-label.ts';
import { isLiteralOne } from './notation.ts';

/** A part of an expression, written in a row with its neighbours. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /**
   * A variable for a tensor ("q") or a symbol (d_k). `name` is as in the formula, `previous` refers to the layer
   * before, and `called` is the lesson document's name.
   */
  | {
      readonly kind: 'name';
      readonly name: string;
      readonly role: Role;
      readonly previous?: boolean;
      readonly called?: string | undefined;
    }
  /** A number of the trace. `label` names its cell: q[it, 3]. */
  | {
      readonly kind: 'cell';
      readonly name: string;
      readonly index: readonly number[];
      readonly layer: number;
      readonly value: number;
      readonly role: Role;
      readonly label: string;
    }
  /** A number that is not a cell. `label` is its name, if it has one. */
  | { readonly kind: 'constant'; readonly value: number; readonly label: string }
  | { readonly kind: 'fraction'; readonly top: readonly Piece[]; readonly bottom: readonly Piece[] }
  | { readonly kind: 'root'; readonly body: readonly Piece[] }
  /** e to a power. */
  | { readonly kind: 'power'; readonly body: readonly Piece[] }
  | { readonly kind: 'raised'; readonly base: readonly Piece[]; readonly exponent: readonly Piece[] }
  /** A function or brackets around something. `open` and `close` are shown, and `spoken` is read out before it. */
  | {
      readonly kind: 'call';
      readonly open: string;
      readonly close: string;
      readonly spoken: string;
      readonly body: readonly Piece[];
    }
  /** A sum with `count` terms. term(i) creates only the terms that are shown. */
  | { readonly kind: 'terms'; readonly count: number; readonly term: (i: number) => readonly Piece[] };

export const text = (value: string): Piece => ({ kind: 'text', text: value });

/**
 * Writes the right side of a step in names and in numbers. `expanded` is the input that is replaced by its own
 * formula.
 */
export class Writer {
  /** Cells with a prime: those of the other column, if the step's cell has two (∂weights/∂scores). */
  private readonly others: ReadonlySet<Formula>;

  constructor(
    readonly language: LanguageCode,
    private readonly place: Place,
    private readonly own: Sides,
    private readonly expanded: string | null,
  ) {
    const other = own.left.index.find((letter) => letter.op === 'index' && letter.name.endsWith("'"));
    this.others = other?.op === 'index' ? new Set(othersOf(own.right, other.name)) : new Set();
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
        if (inner) return inner.names(inner.own.right);
        const bare = part.name.replace("'", '');
        const name = this.others.has(part) ? `${part.name}'` : part.name;
        const called = this.place.trace.called?.(bare);
        return [
          {
            kind: 'name',
            name,
            role: roleOf(bare),
            ...(called === undefined ? {} : { called: name.replace(bare, called) }),
            ...(part.previous ? { previous: true } : {}),
          },
        ];
      }
      case 'sum': {
        // A sum of products of tensors is a dot product, written q·k as in the papers.
        const [body] = part.args;
        const product = body.op === 'multiply' && body.args.every((factor) => factor.op === 'tensor');
        if (product) return this.names(body);
        const bare = body.op === 'sum' || body.op === 'where';
        const primedBody = primed(body, part.over);
        return [
          text('Σ '),
          ...(bare ? this.names(primedBody) : this.bracketed(primedBody, (inner) => this.names(inner))),
        ];
      }
      case 'where': {
        // Iverson brackets, 1 if the condition holds: Σ masked·[1 ≤ support].
        const [condition, then, otherwise] = part.args;
        if (!condition || !then || otherwise?.op !== 'number' || otherwise.value !== 0) break;
        const names = (inner: Formula) => this.names(inner);
        const factor = isLiteralOne(then) ? [] : [...this.bracketed(then, names), text('·')];
        return [...factor, text('['), ...names(condition), text(']')];
      }
    }
    return this.operation(part, (inner) => this.names(inner));
  }

  numbers(part: Formula, bindings: Bindings): Piece[] {
    const { place } = this;
    switch (part.op) {
      case 'number':
        return [{ kind: 'constant', value: part.value, label: '' }];
      case 'symbol':
      case 'index':
        return [{ kind: 'constant', value: evaluateIndex(part, bindings, place), label: part.name }];
      case 'tensor': {
        const index = part.index.map((letter) => evaluateIndex(letter, bindings, place));
        const inner = this.innerOf(part.name);
        if (inner) return inner.numbers(inner.own.right, bind(inner.own.left, index));
        const { name } = part;
        const layer = layerOf(part, place);
        const label = cellLabel(this.language, place.trace, name, index, layer);
        const value = place.trace.value(name, index, layer);
        return [{ kind: 'cell', name, index, layer, value, role: roleOf(name), label }];
      }
      case 'sum':
        return [this.terms(part, bindings)];
      case 'where':
        return this.numbers(branchOf(part, bindings, place) ?? { op: 'number', value: Number.NaN }, bindings);
      case 'add':
      case 'subtract':
      case 'modulo':
      case 'floorDivide':
        // An index (a pair of columns to rotate, a row of a table) needs no arithmetic of its own.
        if (isPlain(part) && windsAround(part)) {
          return [{ kind: 'constant', value: evaluateIndex(part, bindings, place), label: '' }];
        }
    }
    return this.operation(part, (inner) => this.numbers(inner, bindings));
  }

  /** A sum directly inside a sum is flattened into one row of terms. */
  private terms(part: Extract<Formula, { op: 'sum' }>, bindings: Bindings): Piece {
    const size = evaluateIndex(part.size, bindings, this.place);
    const [body] = part.args;
    const at = (i: number): Bindings => ({ ...bindings, [part.over]: i });
    if (body.op !== 'sum' || size === 0) {
      return { kind: 'terms', count: size, term: (i) => this.term(body, at(i)) };
    }
    const width = evaluateIndex(body.size, at(0), this.place);
    const [inner] = body.args;
    const term = (i: number) => this.term(inner, { ...at(Math.floor(i / width)), [body.over]: i % width });
    return { kind: 'terms', count: size * width, term };
  }

  private term(body: Formula, bindings: Bindings): Piece[] {
    return this.bracketed(body, (inner) => this.numbers(inner, bindings));
  }

  /** Writes operators, for names and numbers alike. `write` writes the operands. */
  private operation(part: Formula, write: (inner: Formula) => Piece[]): Piece[] {
    if (!('args' in part)) return [];
    const [a, b] = part.args;
    if (!a) return [];
    const words = formulaWords(this.language).speech;
    const joined = (sign: string, least: number, items: readonly Formula[] = part.args) =>
      items.flatMap((inner, i) => [...(i === 0 ? [] : [text(sign)]), ...this.bracketed(inner, write, least)]);
    const functions: Partial<Record<Formula['op'], readonly [string, string]>> = {
      sin: ['sin', words.sin],
      cos: ['cos', words.cos],
      tanh: ['tanh', words.tanh],
      minimum: ['min', words.minimum],
      maximum: ['max', words.maximum],
      round: ['round', words.rounded],
    };
    switch (part.op) {
      case 'add':
        return joined(' + ', 1);
      case 'subtract':
        return [...this.bracketed(a, write, 1), text(' − '), ...joined('', 2, part.args.slice(1))];
      case 'multiply':
        return joined('·', 2);
      case 'divide':
        if (!b || this.isOne(b)) return write(a);
        return [{ kind: 'fraction', top: write(a), bottom: write(b) }];
      case 'sqrt':
        return [{ kind: 'root', body: write(a) }];
      case 'exp':
        return [{ kind: 'power', body: write(a) }];
      case 'power':
        return b
          ? [{ kind: 'raised', base: grounded(this.bracketed(a, write, 3)), exponent: this.inLine(b, write) }]
          : write(a);
      case 'absolute':
        return [{ kind: 'call', open: '|', close: '|', spoken: words.absolute, body: write(a) }];
      case 'floorDivide':
        return [{ kind: 'call', open: '⌊', close: '⌋', spoken: words.floored, body: joined('/', 2) }];
      case 'modulo':
        return joined(' mod ', 2);
      case 'equals':
        return joined(' = ', 1);
      case 'lessOrEqual':
        return joined(' ≤ ', 1);
      default: {
        const [name, spoken] = functions[part.op] ?? [part.op, part.op];
        return [{ kind: 'call', open: `${name}(`, close: ')', spoken, body: joined(', ', 0) }];
      }
    }
  }

  /** A fraction with a bar would be too small to read in an exponent. */
  private inLine(part: Formula, write: (inner: Formula) => Piece[]): Piece[] {
    const [a, b] = part.op === 'divide' ? part.args : [];
    if (!a || !b || this.isOne(b)) return write(part);
    return [...this.bracketed(a, write), text('/'), ...this.bracketed(b, write, 3)];
  }

  /** Dividing by a symbol that is exactly 1 (usually the temperature) is left out. */
  private isOne(part: Formula): boolean {
    return part.op === 'symbol' && evaluateIndex(part, {}, this.place) === 1;
  }

  private bracketed(part: Formula, write: (inner: Formula) => Piece[], least = 2): Piece[] {
    const inner = this.innerOf(part.op === 'tensor' ? part.name : '');
    const loose = strength(inner ? inner.own.right : part) < least;
    const pieces = write(part);
    const single = pieces.length === 1 && pieces[0]?.kind === 'constant';
    return loose && !single ? [text('('), ...pieces, text(')')] : pieces;
  }

  /** The writer of the expanded input, one level deep. */
  private innerOf(name: string): Writer | null {
    if (name !== this.expanded) return null;
    const step = stepOf(this.place.trace, name, this.place.layer);
    const parts = step && sides(step.formula);
    return parts ? new Writer(this.language, this.place, parts, null) : null;
  }
}

/** A negative number gets brackets: (−2)³, not −2³. */
function grounded(base: Piece[]): Piece[] {
  const [only] = base;
  const negative = base.length === 1 && only && 'value' in only && only.value < 0;
  return negative ? [text('('), ...base, text(')')] : base;
}

/**
 * If the body of a sum reads two cells of one tensor, those that the sum runs over get a prime: Σ max(0, masked′ −
 * masked).
 */
function primed(body: Formula, over: string): Formula {
  const others = new Set<Formula>(othersOf(body, over));
  const tell = (part: Formula): Formula => {
    if (part.op === 'tensor') return others.has(part) ? { ...part, name: `${part.name}'` } : part;
    if (part.op === 'sum') return { ...part, args: [tell(part.args[0])] };
    return 'args' in part ? { ...part, args: part.args.map(tell) } : part;
  };
  return tell(body);
}

/** The cells at that letter of tensors that are also read elsewhere. */
function othersOf(body: Formula, letter: string): Cell[] {
  const cells = cellsOf(body);
  const isAt = (cell: Cell) => cell.index.some((at) => at.op === 'index' && at.name === letter);
  return cells.filter((cell) => isAt(cell) && cells.some((other) => other.name === cell.name && !isAt(other)));
}

const windsAround = (part: Formula): boolean =>
  part.op === 'modulo' || part.op === 'floorDivide' || ('args' in part && part.args.some(windsAround));

/**
 * 1 for sums and differences, 2 for operators that bind tighter, 3 for a base of a power. A sum is written with
 * plus signs.
 */
function strength(part: Formula): number {
  switch (part.op) {
    case 'equals':
    case 'lessOrEqual':
      return 0;
    case 'sum':
    case 'add':
    case 'subtract':
    case 'modulo':
      return 1;
    case 'where':
      return strength(part.args[1] ?? part);
    case 'multiply':
    case 'divide':
    case 'sqrt':
    case 'exp':
    case 'power':
      return 2;
    default:
      return 3;
  }
}
