import type { Step } from '../../core/types.ts';
import {
  add,
  type Code,
  call,
  divide,
  equals,
  greater,
  indexed,
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

/** Lines that belong together, and the steps that they compute (if any). */
export interface ScriptBlock {
  readonly steps: readonly Step[];
  readonly lines: readonly string[];
}

/** Builds a script step by step, and records the helper functions that it needs. */
export class Script {
  /** The lines of code without comments, for finding the names that are used. */
  readonly code: string[] = [];
  private readonly blocks: ScriptBlock[] = [];
  /** Lines of the current block. */
  private lines: string[] = [];

  constructor(
    readonly language: Language,
    readonly helpers = new Set<HelperName>(),
    /** Whether every step is printed. */
    private readonly shows = true,
  ) {}

  /** Writes a step of the trace, and prints it under its name. Lines since the previous step belong to it. */
  step(step: Step, value: Operand, why: string): void {
    this.aside(step.name, value, `${step.name} ${sized(step)}: ${why}`);
    if (this.shows) this.write(`show("${step.name}", ${step.name})`);
    this.end([step]);
  }

  /** A step whose numbers are part of the scene. */
  given(step: Step, why: string): void {
    if (this.shows) this.step(step, step.name, why);
  }

  /** Writes an intermediate value that is no step of the trace. */
  aside(name: string, value: Operand, why: string): void {
    this.lines.push('', ...wrapped(why, '# '));
    this.write(`${name} = ${textOf(value)}`);
  }

  write(...lines: readonly string[]): void {
    this.lines.push(...lines);
    this.code.push(...lines);
  }

  /** Adds the lines of another script as one block, indented. */
  include(other: Script, indent: string): void {
    const blocks = other.take();
    const lines = blocks.flatMap((block) => block.lines);
    this.lines.push(...lines.map((line) => (line === '' ? '' : `${indent}${line}`)));
    this.code.push(...other.code);
    this.end(blocks.flatMap(({ steps }) => steps));
  }

  /** Returns and removes all blocks. */
  take(): readonly ScriptBlock[] {
    if (this.lines.length > 0) this.end([]);
    return this.blocks.splice(0);
  }

  /** Ends a block. Lines since the previous block belong to these steps. */
  end(steps: readonly Step[]): void {
    this.blocks.push({ steps, lines: this.lines });
    this.lines = [];
  }

  /** Calls a helper function, which the script then defines. */
  own(helper: HelperName, ...args: readonly Operand[]): Code {
    this.helpers.add(helper);
    return call(helper, ...args);
  }
}

/** The helper functions. A script defines only those that it calls. */

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

/** Replaces −∞, the maximum of a row whose keys are all hidden, by 0. */
const orZero = (l: Language, x: string): Code => l.where(equals(x, `-${l.infinity}`), '0.0', x);

const helpers = {
  split: {
    signature: 'split(x, heads)',
    docstring: '(T, heads*d) -> (heads, T, d): each head is d neighbouring columns.',
    body: (l) => body(['return', l.swapFirst(l.reshape('x', 'x.shape[0]', 'heads', -1))]),
  },
  merge: {
    signature: 'merge(z)',
    docstring: '(heads, T, d) -> (T, heads*d): the heads side by side again.',
    body: (l) => body(['return', l.reshape(l.swapFirst('z'), 'z.shape[1]', -1)]),
  },
  sinusoids: {
    signature: 'sinusoids(length, width, base)',
    docstring: 'Columns 2c and 2c + 1 are the sine and the cosine of position / base ** (2c / width).',
    body: (l) =>
      body(
        ['position', indexed(l.range('length'), ':', 'None')],
        ['column', l.range('width')],
        ['angle', divide('position', power('base', divide(subtract('column', modulo('column', 2)), 'width')))],
        ['return', l.where(equals(modulo('column', 2), 0), l.unary('sin', 'angle'), l.unary('cos', 'angle'))],
      ),
  },
  rotate: {
    signature: 'rotate(x, base)',
    docstring: 'Rotates each pair of columns (2c, 2c + 1) by the angle position / base ** (2c / d).',
    body: (l) =>
      body(
        ['T, d', 'x.shape[1], x.shape[2]'],
        ['angle', divide(indexed(l.range('T'), ':', 'None'), power('base', divide(l.evenRange('d'), 'd')))],
        ['sine, cosine', `${textOf(l.unary('sin', 'angle'))}, ${textOf(l.unary('cos', 'angle'))}`],
        ['even, odd', 'x[..., 0::2], x[..., 1::2]'],
        ['first', subtract(multiply('even', 'cosine'), multiply('odd', 'sine'))],
        ['second', add(multiply('odd', 'cosine'), multiply('even', 'sine'))],
        ['return', l.reshapeAs(l.stack('first', 'second'), 'x')],
      ),
  },
  rotate_halves: {
    signature: 'rotate_halves(x, base)',
    docstring: 'Rotates each pair of columns (c, c + d / 2) by the angle position / base ** (2c / d), as Llama does.',
    body: (l) =>
      body(
        ['T, d', 'x.shape[1], x.shape[2]'],
        ['angle', divide(indexed(l.range('T'), ':', 'None'), power('base', divide(l.evenRange('d'), 'd')))],
        ['sine, cosine', `${textOf(l.unary('sin', 'angle'))}, ${textOf(l.unary('cos', 'angle'))}`],
        ['left, right', 'x[..., : d // 2], x[..., d // 2 :]'],
        ['first', subtract(multiply('left', 'cosine'), multiply('right', 'sine'))],
        ['second', add(multiply('right', 'cosine'), multiply('left', 'sine'))],
        ['return', l.concat('first', 'second')],
      ),
  },
  lengths: {
    signature: 'lengths(x)',
    docstring: 'The length of each row.',
    body: (l) => body(['return', l.unary('sqrt', l.reduce('sum', multiply('x', 'x'), { axis: -1, keep: true }))]),
  },
  lengths_or_one: {
    signature: 'lengths_or_one(x)',
    docstring: 'The length of each row; 1 for a row of zeros.',
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
        '# Subtracting the largest changes no result, and no exponential overflows.',
        ['e', l.unary('exp', subtract('x', l.reduce('max', 'x', { axis: -1, keep: true })))],
        ['return', divide('e', l.reduce('sum', 'e', { axis: -1, keep: true }))],
      ),
  },
  softmax_or_zero: {
    signature: 'softmax_or_zero(x)',
    docstring: 'Softmax along the last axis; zeros where everything is hidden (-inf).',
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
    docstring: 'The number to subtract from each row so that the positive rest adds up to 1 (arXiv:1602.02068).',
    body: (l) =>
      body(
        ['ordered', l.descending('x')],
        ['count', add(1, l.range('x.shape[-1]'))],
        ['total', l.cumulative('ordered')],
        '# The largest numbers, as many as are above their own threshold.',
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
    docstring: 'Rounds to decimals and keeps the sum of each row (the largest remainder method).',
    body: (l) =>
      body(
        ['exact', multiply(l.double('x'), '10**digits')],
        ['cut', l.unary('floor', 'exact')],
        ['lost', subtract('exact', 'cut')],
        '# The numbers that lost most get one unit each.',
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

/** The definitions of the helpers that are used, in the order above. */
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
