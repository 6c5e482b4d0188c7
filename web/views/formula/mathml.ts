import { mathml, type TemplateResult } from 'lit';
import type { Formula, FormulaOperator } from '../../core/types.ts';
import { formulaWords } from '../../i18n/formulas.ts';
import { formatConstant } from '../../trace/number-format.ts';
import { roleOf } from '../../trace/trace-reader.ts';
import { casesOf, hasPlainName, isLiteralOne, nameParts, strength, written } from './notation.ts';

type Markup = TemplateResult<3>;

/**
 * A formula cut before "=" and "+" into runs that may start a new line. MathML Core does not break lines, and a
 * phone needs breaks. Each run is a `<math>` element.
 */
export function mathRuns(formula: Formula): Markup[] {
  if (formula.op !== 'equals') return plusRuns(formula);
  const [left, right] = formula.args;
  if (!left || !right) return [];
  const [first, ...others] = plusRuns(right);
  return [toMathML(left), mathml`<mrow><mo form="infix">=</mo>${first}</mrow>`, ...others];
}

function plusRuns(formula: Formula): Markup[] {
  if (formula.op !== 'add') return [toMathML(formula)];
  return formula.args.map((part, i) =>
    i === 0 ? grouped(part, 1) : mathml`<mrow><mo form="infix">+</mo>${grouped(part, 1)}</mrow>`,
  );
}

/** A formula tree as MathML Core. Tensors have their role as a class: q k v w x. */
export function toMathML(formula: Formula): Markup {
  switch (formula.op) {
    case 'number':
      return number(formula.value);
    case 'symbol':
    case 'index':
      return identifier(formula.name);
    case 'tensor': {
      const { called } = formula;
      // A lesson document's name is written as it is.
      const word = called === undefined ? identifier(formula.name) : mathml`<mi mathvariant="normal">${called}</mi>`;
      const plain = mathml`<mrow class=${roleOf(formula.name)}>${word}</mrow>`;
      // As papers write a stack: y of layer ℓ − 1.
      const name = formula.previous
        ? mathml`<msup>${plain}<mrow><mo stretchy="false">(</mo><mi>ℓ</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo></mrow></msup>`
        : plain;
      if (formula.index.length === 0) return name;
      const index = separated(formula.index.map(toMathML), ',');
      // A name with a subscript (w_q) takes its index in brackets, to avoid nested subscripts.
      return hasPlainName(formula)
        ? mathml`<msub>${name}<mrow>${index}</mrow></msub>`
        : mathml`<mrow>${name}<mo stretchy="false">[</mo>${index}<mo stretchy="false">]</mo></mrow>`;
    }
    case 'sum':
      return mathml`<mrow><munderover><mo class="sum" largeop="false" movablelimits="false">∑</mo><mrow>${identifier(formula.over)}<mo>=</mo><mn>0</mn></mrow><mrow>${grouped(formula.size, 2)}<mo>−</mo><mn>1</mn></mrow></munderover>${grouped(formula.args[0], 2)}</mrow>`;
    default:
      return operation(formula.op, formula.args);
  }
}

function operation(op: FormulaOperator, args: readonly Formula[]): Markup {
  const [a, b, c] = args;
  if (!a) return mathml`<mrow></mrow>`;
  switch (op) {
    case 'add':
      return mathml`<mrow>${separated(
        args.map((part) => grouped(part, 1)),
        '+',
      )}</mrow>`;
    case 'multiply':
      return mathml`<mrow>${separated(
        args.map((part, i) => grouped(part, i === 0 ? 2 : 3)),
        '·',
      )}</mrow>`;
    case 'divide':
      return b ? mathml`<mfrac>${toMathML(a)}${toMathML(b)}</mfrac>` : toMathML(a);
    case 'sqrt':
      return mathml`<msqrt>${toMathML(a)}</msqrt>`;
    case 'exp':
      return mathml`<msup><mi>e</mi><mrow>${toMathML(a)}</mrow></msup>`;
    case 'floorDivide':
      return b ? mathml`<mrow><mo>⌊</mo>${grouped(a, 3)}<mo>/</mo>${grouped(b, 4)}<mo>⌋</mo></mrow>` : toMathML(a);
    case 'power':
      return b ? mathml`<msup>${grouped(a, 4)}<mrow>${inLine(b)}</mrow></msup>` : toMathML(a);
    case 'absolute':
      return mathml`<mrow><mo form="prefix" stretchy="false">|</mo>${toMathML(a)}<mo form="postfix" stretchy="false">|</mo></mrow>`;
    case 'where':
      return b && c ? choice({ op, args }) : toMathML(a);
    case 'equals':
    case 'lessOrEqual':
    case 'subtract':
    case 'modulo': {
      if (!b) return toMathML(a);
      const [left, right] = op === 'modulo' ? [3, 3] : op === 'subtract' ? [1, 2] : [0, 0];
      return mathml`<mrow>${grouped(a, left)}${infix(op)}${grouped(b, right)}</mrow>`;
    }
    default: {
      // A function with its arguments: tanh(a), lookup(table, index).
      const [name, operands] =
        op === 'lookup' ? [toMathML(a), args.slice(1)] : [mathml`<mi>${functions[op] ?? op}</mi>`, args];
      return mathml`<mrow>${name}<mo stretchy="false">(</mo>${separated(operands.map(toMathML), ',')}<mo stretchy="false">)</mo></mrow>`;
    }
  }
}

/** A fraction with a bar would be too small to read in an exponent. */
function inLine(formula: Formula): Markup {
  const [a, b] = formula.op === 'divide' ? formula.args : [];
  return a && b ? mathml`<mrow>${grouped(a, 3)}<mo>/</mo>${grouped(b, 4)}</mrow>` : toMathML(formula);
}

function choice(formula: Formula): Markup {
  const rows = casesOf(formula).map(({ value, conditions }) => {
    const when =
      conditions.length === 0
        ? mathml`<mtext>${formulaWords.speech.otherwise}</mtext>`
        : mathml`<mrow>${separated(conditions.map(toMathML), ',')}</mrow>`;
    return mathml`<mtr><mtd>${toMathML(value)}</mtd><mtd>${when}</mtd></mtr>`;
  });
  return mathml`<mrow><mo>{</mo><mtable columnalign="left left">${rows}</mtable></mrow>`;
}

const functions: Readonly<Record<string, string>> = { minimum: 'min', maximum: 'max' };

const signs: Readonly<Record<string, string>> = { equals: '=', lessOrEqual: '≤', subtract: '−' };

function infix(op: string): Markup {
  return op === 'modulo' ? mathml`<mo lspace="0.25em" rspace="0.25em">mod</mo>` : mathml`<mo>${signs[op] ?? op}</mo>`;
}

/** Adds brackets if it binds no tighter than its surroundings need. */
function grouped(formula: Formula, least: number): Markup {
  const [condition, then, otherwise] = formula.op === 'where' ? formula.args : [];
  if (condition && then && otherwise?.op === 'number' && otherwise.value === 0) {
    // Iverson brackets: 1 if the condition holds, else 0.
    const bracket = mathml`<mo stretchy="false">[</mo>${toMathML(condition)}<mo stretchy="false">]</mo>`;
    return isLiteralOne(then)
      ? mathml`<mrow>${bracket}</mrow>`
      : mathml`<mrow>${grouped(then, 2)}<mo>·</mo>${bracket}</mrow>`;
  }
  const inner = toMathML(formula);
  return strength(formula) < least ? mathml`<mrow><mo>(</mo>${inner}<mo>)</mo></mrow>` : inner;
}

function separated(parts: readonly Markup[], sign: string): Markup[] {
  return parts.map((part, i) => (i === 0 ? part : mathml`<mo>${sign}</mo>${part}`));
}

function number(value: number): Markup {
  if (value < 0) return mathml`<mrow><mo form="prefix">−</mo><mn>${formatConstant(-value)}</mn></mrow>`;
  return mathml`<mn>${formatConstant(value)}</mn>`;
}

function identifier(name: string): Markup {
  const { base, sub, primes } = nameParts(name);
  const below = /^\d+$/.test(sub) ? mathml`<mn>${sub}</mn>` : mathml`<mi>${sub}</mi>`;
  const letter = mathml`<mi>${written(base)}</mi>`;
  const plain = sub === '' ? letter : mathml`<msub>${letter}${below}</msub>`;
  return primes === 0 ? plain : mathml`<msup>${plain}<mo>${'′'.repeat(primes)}</mo></msup>`;
}
