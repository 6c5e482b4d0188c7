import type { Formula, FormulaOperator } from '../../core/types.ts';
import { formatConstant } from '../../trace/number-format.ts';
import { casesOf, hasPlainName, isLiteralOne, nameParts, strength } from './notation.ts';

/** A formula tree as LaTeX for a notebook. `otherwise` is the word for the last of several cases. */
export function latexOf(formula: Formula, otherwise: string): string {
  const write = (part: Formula): string => latexOf(part, otherwise);
  const inside = (part: Formula, least: number): string => grouped(part, least, write);
  switch (formula.op) {
    case 'number':
      return number(formula.value);
    case 'symbol':
    case 'index':
      return identifier(formula.name);
    case 'tensor': {
      const { called } = formula;
      const plain = called === undefined ? identifier(formula.name) : `\\mathtt{${called.replaceAll('_', '\\_')}}`;
      const name = formula.previous ? `{${plain}}^{(\\ell - 1)}` : plain;
      if (formula.index.length === 0) return name;
      const index = formula.index.map(write).join(', ');
      // A name with a subscript (w_q) takes its index in brackets, to avoid nested subscripts.
      return hasPlainName(formula) ? `${name}_{${index}}` : `${name}[${index}]`;
    }
    case 'sum':
      return `\\sum_{${identifier(formula.over)}=0}^{${inside(formula.size, 2)} - 1} ${inside(formula.args[0], 2)}`;
    case 'where':
      return cases(formula, otherwise);
    default:
      return operation(formula.op, formula.args, write);
  }
}

function operation(op: FormulaOperator, args: readonly Formula[], write: (part: Formula) => string): string {
  const [a, b] = args;
  if (a === undefined) return '';
  const inside = (part: Formula, least: number): string => grouped(part, least, write);
  switch (op) {
    case 'add':
      return args.map((part) => inside(part, 1)).join(' + ');
    case 'multiply':
      return args.map((part, index) => inside(part, index === 0 ? 2 : 3)).join(' \\cdot ');
    case 'divide':
      return b ? `\\frac{${write(a)}}{${write(b)}}` : write(a);
    case 'sqrt':
      return `\\sqrt{${write(a)}}`;
    case 'exp':
      return `e^{${write(a)}}`;
    case 'power':
      return b ? `{${inside(a, 4)}}^{${write(b)}}` : write(a);
    case 'absolute':
      return `\\left|${write(a)}\\right|`;
    case 'floorDivide':
      return b ? `\\lfloor ${inside(a, 3)} / ${inside(b, 4)} \\rfloor` : write(a);
    case 'equals':
    case 'lessOrEqual':
    case 'subtract':
    case 'modulo': {
      if (b === undefined) return write(a);
      const [left, right] = op === 'modulo' ? [3, 3] : op === 'subtract' ? [1, 2] : [0, 0];
      return `${inside(a, left)} ${signs[op]} ${inside(b, right)}`;
    }
    default: {
      const [name, operands] = op === 'lookup' ? [write(a), args.slice(1)] : [functions[op] ?? `\\mathrm{${op}}`, args];
      return `${name}(${operands.map(write).join(', ')})`;
    }
  }
}

function cases(formula: Formula, otherwise: string): string {
  const rows = casesOf(formula).map(({ value, conditions }) => {
    const when = conditions.map((condition) => latexOf(condition, otherwise)).join(', ');
    return `${latexOf(value, otherwise)} & ${when === '' ? `\\text{${otherwise}}` : when}`;
  });
  return `\\begin{cases} ${rows.join(' \\\\ ')} \\end{cases}`;
}

/** Adds brackets if it binds no tighter than its surroundings need. */
function grouped(formula: Formula, least: number, write: (part: Formula) => string): string {
  const [condition, then, rest] = formula.op === 'where' ? formula.args : [];
  // Iverson brackets: 1 if the condition holds, else 0.
  if (condition && then && rest?.op === 'number' && rest.value === 0)
    return `${isLiteralOne(then) ? '' : `${grouped(then, 2, write)} \\cdot `}[${write(condition)}]`;
  const inner = write(formula);
  return strength(formula) < least ? `\\left(${inner}\\right)` : inner;
}

const signs = { equals: '=', lessOrEqual: '\\le', subtract: '-', modulo: '\\bmod' } as const;

const functions: Readonly<Record<string, string>> = {
  minimum: '\\min',
  maximum: '\\max',
  sin: '\\sin',
  cos: '\\cos',
  tanh: '\\tanh',
};

const greek = new Set(['gamma', 'beta', 'epsilon']);

function identifier(name: string): string {
  const { base, sub, primes } = nameParts(name);
  const letter = greek.has(base) ? `\\${base}` : word(base);
  return `${letter}${sub === '' ? '' : `_{${word(sub)}}`}${"'".repeat(primes)}`;
}

/** A name of several letters, not a product of them. */
function word(text: string): string {
  return text.length === 1 || /^\d+$/.test(text)
    ? text
    : `\\mathrm{${text.replaceAll('_', '\\_').replaceAll(' ', '\\ ')}}`;
}

function number(value: number): string {
  const size = Math.abs(value);
  return `${value < 0 ? '-' : ''}${size === Number.POSITIVE_INFINITY ? '\\infty' : formatConstant(size)}`;
}
