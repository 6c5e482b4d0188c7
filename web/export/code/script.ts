import type { Step } from '../../core/types.ts';
import {
  add,
  at,
  type Code,
  call,
  divide,
  equals,
  greater,
  less,
  modulo,
  multiply,
  type Operand,
  power,
  subtract,
  textOf,
  wrapped,
} from './expressions.ts';
import type { Language } from './libraries.ts';
import { sized } from './values.ts';

/** Lines that belong together: those of one step, or of none. */
export interface Block {
  readonly steps: readonly Step[];
  readonly lines: readonly string[];
}

/** A script being written: what it computes, one step after another, and the functions it needs for that. */

export class Script {
  /** The lines of code without their comments: what names are used is read off them. */
  readonly code: string[] = [];
  private readonly blocks: Block[] = [];
  /** Of the block that is being written. */
  private lines: string[] = [];

  constructor(
    readonly language: Language,
    readonly helpers = new Set<HelperName>(),
    /** Whether every step is printed. */
    private readonly shows = true,
  ) {}

  /** A step of the trace: computed, and printed under its name. What was written since the last one belongs to it. */
  step(step: Step, value: Operand, why: string): void {
    this.aside(step.name, value, `${step.name} ${sized(step)}: ${why}`);
    if (this.shows) this.write(`show("${step.name}", ${step.name})`);
    this.end([step]);
  }

  /** A step whose numbers stand among the scene's own under its name. */
  given(step: Step, why: string): void {
    if (this.shows) this.step(step, step.name, why);
  }

  /** What a step needs and the trace has no name for. */
  aside(name: string, value: Operand, why: string): void {
    this.lines.push('', ...wrapped(why, '# '));
    this.write(`${name} = ${textOf(value)}`);
  }

  write(...lines: readonly string[]): void {
    this.lines.push(...lines);
    this.code.push(...lines);
  }

  /** What another script has written, in a block of its own; `indent` stands before each line. */
  include(other: Script, indent: string): void {
    const blocks = other.take();
    const lines = blocks.flatMap((block) => block.lines);
    this.lines.push(...lines.map((line) => (line === '' ? '' : `${indent}${line}`)));
    this.code.push(...other.code);
    this.end(blocks.flatMap(({ steps }) => steps));
  }

  /** What was written since this was asked for last. */
  take(): readonly Block[] {
    if (this.lines.length > 0) this.end([]);
    return this.blocks.splice(0);
  }

  /** Ends a block: what was written since the last one belongs to these steps. */
  end(steps: readonly Step[]): void {
    this.blocks.push({ steps, lines: this.lines });
    this.lines = [];
  }

  /** A call of a function that the script defines for itself. */
  own(helper: HelperName, ...args: readonly Operand[]): Code {
    this.helpers.add(helper);
    return call(helper, ...args);
  }
}

/** The functions that a script defines for itself, each only where it is called. */

const body = (...lines: readonly (string | readonly [string, Operand])[]): readonly string[] =>
  lines.map((line) =>
    typeof line === 'string'
      ? line
      : line[0] === 'return'
        ? `return ${textOf(line[1])}`
        : `${line[0]} = ${textOf(line[1])}`,
  );

interface Helper {
  readonly signature: string;
  readonly docstring: string;
  readonly body: (language: Language) => readonly string[];
}

/** A row whose keys are all hidden has −∞ for its maximum; then 0 does. */
const orZero = (l: Language, x: string): Code => l.where(equals(x, `-${l.infinity}`), '0.0', x);

const helpers = {
  split: {
    signature: 'split(x, heads)',
    docstring: '(T, heads*d) -> (heads, T, d): a head is d columns side by side.',
    body: (l) => body(['return', l.swapFirst(l.reshape('x', 'x.shape[0]', 'heads', -1))]),
  },
  merge: {
    signature: 'merge(z)',
    docstring: '(heads, T, d) -> (T, heads*d): the heads side by side again.',
    body: (l) => body(['return', l.reshape(l.swapFirst('z'), 'z.shape[1]', -1)]),
  },
  sinusoids: {
    signature: 'sinusoids(places, width, base)',
    docstring: 'Columns 2c and 2c + 1 are the sine and the cosine of place / base ** (2c / width).',
    body: (l) =>
      body(
        ['place', at(l.range('places'), ':', 'None')],
        ['column', l.range('width')],
        ['angle', divide('place', power('base', divide(subtract('column', modulo('column', 2)), 'width')))],
        ['return', l.where(equals(modulo('column', 2), 0), l.unary('sin', 'angle'), l.unary('cos', 'angle'))],
      ),
  },
  rotate: {
    signature: 'rotate(x, base)',
    docstring: 'Turns each pair of columns (2c, 2c + 1) by the angle place / base ** (2c / d).',
    body: (l) =>
      body(
        ['T, d', 'x.shape[1], x.shape[2]'],
        ['angle', divide(at(l.range('T'), ':', 'None'), power('base', divide(l.evenRange('d'), 'd')))],
        ['sine, cosine', `${textOf(l.unary('sin', 'angle'))}, ${textOf(l.unary('cos', 'angle'))}`],
        ['even, odd', 'x[..., 0::2], x[..., 1::2]'],
        ['first', subtract(multiply('even', 'cosine'), multiply('odd', 'sine'))],
        ['second', add(multiply('odd', 'cosine'), multiply('even', 'sine'))],
        ['return', l.reshapeAs(l.stack('first', 'second'), 'x')],
      ),
  },
  lengths: {
    signature: 'lengths(x)',
    docstring: 'The length of each row.',
    body: (l) => body(['return', l.unary('sqrt', l.reduce('sum', multiply('x', 'x'), { axis: -1, keep: true }))]),
  },
  lengths_or_one: {
    signature: 'lengths_or_one(x)',
    docstring: 'The length of each row; 1 where it has no direction.',
    body: (l) =>
      body(
        ['square', l.reduce('sum', multiply('x', 'x'), { axis: -1, keep: true })],
        ['return', l.unary('sqrt', l.where(equals('square', 0), '1.0', 'square'))],
      ),
  },
  softmax: {
    signature: 'softmax(x)',
    docstring: 'Along the last axis: positive numbers that add up to 1.',
    body: (l) =>
      body(
        '# The largest taken away changes no result, and no exponential overflows.',
        ['e', l.unary('exp', subtract('x', l.reduce('max', 'x', { axis: -1, keep: true })))],
        ['return', divide('e', l.reduce('sum', 'e', { axis: -1, keep: true }))],
      ),
  },
  softmax_or_zero: {
    signature: 'softmax_or_zero(x)',
    docstring: 'Softmax along the last axis; where all is hidden (-inf), zeros.',
    body: (l) =>
      body(
        ['largest', l.reduce('max', 'x', { axis: -1, keep: true })],
        ['e', l.unary('exp', subtract('x', orZero(l, 'largest')))],
        ['total', l.reduce('sum', 'e', { axis: -1, keep: true })],
        ['return', divide('e', l.where(equals('total', 0), '1.0', 'total'))],
      ),
  },
  sparsemax_threshold: {
    signature: 'sparsemax_threshold(x)',
    docstring: 'What to take off each row so that what is left above 0 adds up to 1 (arXiv:1602.02068).',
    body: (l) =>
      body(
        ['ordered', l.descending('x')],
        ['count', add(1, l.range('x.shape[-1]'))],
        ['total', l.cumulative('ordered')],
        '# As many of the largest as stand above the threshold that they make themselves.',
        ['inside', l.where(greater(add(1, multiply('count', 'ordered')), 'total'), '1.0', '0.0')],
        ['size', l.reduce('sum', 'inside', { axis: -1, keep: true })],
        [
          'return',
          divide(
            subtract(l.reduce('sum', l.where(equals('inside', 1), 'ordered', '0.0'), { axis: -1, keep: true }), 1),
            l.where(equals('size', 0), '1.0', 'size'),
          ),
        ],
      ),
  },
  round_rows: {
    signature: 'round_rows(x, digits)',
    docstring: 'To so many decimals, each row adding up as before (the method of the largest remainder).',
    body: (l) =>
      body(
        ['exact', multiply(l.double('x'), '10**digits')],
        ['cut', l.unary('floor', 'exact')],
        ['lost', subtract('exact', 'cut')],
        '# What is missing goes, a unit each, to those that lost most.',
        ['missing', l.unary('round', l.reduce('sum', 'lost', { axis: -1, keep: true }))],
        ['rank', l.order(l.order({ text: '-lost', level: 7 }))],
        [
          'return',
          l.float(divide(add('cut', l.double(l.where(less(l.double('rank'), 'missing'), '1.0', '0.0'))), '10**digits')),
        ],
      ),
  },
  gelu: {
    signature: 'gelu(u)',
    docstring: 'In its tanh form (arXiv:1606.08415).',
    body: (l) =>
      body([
        'return',
        multiply(
          multiply('0.5', 'u'),
          add(1, l.unary('tanh', multiply('0.7978845608', add('u', multiply('0.044715', power('u', 3)))))),
        ),
      ]),
  },
} satisfies Readonly<Record<string, Helper>>;

type HelperName = keyof typeof helpers;

/** The definitions of those that are used, in the order above. */
export const definitions = (language: Language, used: ReadonlySet<HelperName>): readonly string[] =>
  Object.entries<Helper>(helpers)
    .filter(([name]) => used.has(name as HelperName))
    .flatMap(([, { signature, docstring, body: lines }]) => [
      '',
      '',
      `def ${signature}:`,
      `    """${docstring}"""`,
      ...lines(language).map((line) => `    ${line}`),
    ]);
