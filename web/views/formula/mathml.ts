import { mathml, type TemplateResult } from 'lit';
import type { Formula, FormulaOperator } from '../../core/types.ts';
import { formulaWords } from '../../i18n/formulas.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { formatConstant } from '../../trace/number-format.ts';
import { roleOf } from '../../trace/trace-reader.ts';
import { casesOf, hasPlainName, isLiteralOne, nameParts, strength, written } from './notation.ts';

type Markup = TemplateResult<3>;

/**
 * A formula cut before "=" and "+" into runs that may start a new line. MathML Core does not break lines, and a
 * phone needs breaks. Each run is a `<math>` element.
 */
export function mathRuns(language: LanguageCode, formula: Formula): Markup[] {
  if (formula.op !== 'equals') return plusRuns(language, formula);
  const [left, right] = formula.args;
  if (!left || !right) return [];
  const [first, ...others] = plusRuns(language, right);
  return [toMathML(language, left), mathml`<mrow><mo form="infix">=</mo>${first}</mrow>`, ...others];
}

function plusRuns(language: LanguageCode, formula: Formula): Markup[] {
  if (formula.op !== 'add') return [toMathML(language, formula)];
  return formula.args.map((part, i) =>
    i === 0 ? grouped(language, part, 1) : mathml`<mrow><mo form="infix">+</mo>${grouped(language, part, 1)}</mrow>`,
  );
}

/** A formula tree as MathML Core. Tensors have their role as a class: q k v w x. */
export function toMathML(language: LanguageCode, formula: Formula): Markup {
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
      const index = separated(
        formula.index.map((formula) => toMathML(language, formula)),
        ',',
      );
      // A name with a subscript (w_q) takes its index in brackets, to avoid nested subscripts.
      return hasPlainName(formula)
        ? mathml`<msub>${name}<mrow>${index}</mrow></msub>`
        : mathml`<mrow>${name}<mo stretchy="false">[</mo>${index}<mo stretchy="false">]</mo></mrow>`;
    }
    case 'sum':
      return mathml`<mrow><munderover><mo class="sum" largeop="false" movablelimits="false">∑</mo><mrow>${identifier(formula.over)}<mo>=</mo><mn>0</mn></mrow><mrow>${grouped(language, formula.size, 2)}<mo>−</mo><mn>1</mn></mrow></munderover>${grouped(language, formula.args[0], 2)}</mrow>`;
    default:
      return operation(language, formula.op, formula.args);
  }
}

function operation(language: LanguageCode, op: FormulaOperator, args: readonly Formula[]): Markup {
  const [a, b, c] = args;
  if (!a) return mathml`<mrow></mrow>`;
  switch (op) {
    case 'add':
      return mathml`<mrow>${separated(
        args.map((part) => grouped(language, part, 1)),
        '+',
      )}</mrow>`;
    case 'multiply':
      return mathml`<mrow>${separated(
        args.map((part, i) => grouped(language, part, i === 0 ? 2 : 3)),
        '·',
      )}</mrow>`;
    case 'divide':
      return b ? mathml`<mfrac>${toMathML(language, a)}${toMathML(language, b)}</mfrac>` : toMathML(language, a);
    case 'sqrt':
      return mathml`<msqrt>${toMathML(language, a)}</msqrt>`;
    case 'exp':
      return mathml`<msup><mi>e</mi><mrow>${toMathML(language, a)}</mrow></msup>`;
    case 'floorDivide':
      return b
        ? mathml`<mrow><mo>⌊</mo>${grouped(language, a, 3)}<mo>/</mo>${grouped(language, b, 4)}<mo>⌋</mo></mrow>`
        : toMathML(language, a);
    case 'power':
      return b
        ? mathml`<msup>${grouped(language, a, 4)}<mrow>${inLine(language, b)}</mrow></msup>`
        : toMathML(language, a);
    case 'absolute':
      return mathml`<mrow><mo form="prefix" stretchy="false">|</mo>${toMathML(language, a)}<mo form="postfix" stretchy="false">|</mo></mrow>`;
    case 'where':
      return b && c ? choice(language, { op, args }) : toMathML(language, a);
    case 'equals':
    case 'lessOrEqual':
    case 'subtract':
    case 'modulo': {
      if (!b) return toMathML(language, a);
      const [left, right] = op === 'modulo' ? [3, 3] : op === 'subtract' ? [1, 2] : [0, 0];
      return mathml`<mrow>${grouped(language, a, left)}${infix(op)}${grouped(language, b, right)}</mrow>`;
    }
    default: {
      // A function with its arguments: tanh(a), lookup(table, index).
      const [name, operands] =
        op === 'lookup' ? [toMathML(language, a), args.slice(1)] : [mathml`<mi>${functions[op] ?? op}</mi>`, args];
      return mathml`<mrow>${name}<mo stretchy="false">(</mo>${separated(
        operands.map((formula) => toMathML(language, formula)),
        ',',
      )}<mo stretchy="false">)</mo></mrow>`;
    }
  }
}

/** A fraction with a bar would be too small to read in an exponent. */
function inLine(language: LanguageCode, formula: Formula): Markup {
  const [a, b] = formula.op === 'divide' ? formula.args : [];
  return a && b
    ? mathml`<mrow>${grouped(language, a, 3)}<mo>/</mo>${grouped(language, b, 4)}</mrow>`
    : toMathML(language, formula);
}

function choice(language: LanguageCode, formula: Formula): Markup {
  const rows = casesOf(formula).map(({ value, conditions }) => {
    const when =
      conditions.length === 0
        ? mathml`<mtext>${formulaWords(language).speech.otherwise}</mtext>`
        : mathml`<mrow>${separated(
            conditions.map((formula) => toMathML(language, formula)),
            ',',
          )}</mrow>`;
    return mathml`<mtr><mtd>${toMathML(language, value)}</mtd><mtd>${when}</mtd></mtr>`;
  });
  return mathml`<mrow><mo>{</mo><mtable columnalign="left left">${rows}</mtable></mrow>`;
}

const functions: Readonly<Record<string, string>> = { minimum: 'min', maximum: 'max' };

const signs: Readonly<Record<string, string>> = { equals: '=', lessOrEqual: '≤', subtract: '−' };

function infix(op: string): Markup {
  return op === 'modulo' ? mathml`<mo lspace="0.25em" rspace="0.25em">mod</mo>` : mathml`<mo>${signs[op] ?? op}</mo>`;
}

/** Adds brackets if it binds no tighter than its surroundings need. */
function grouped(language: LanguageCode, formula: Formula, least: number): Markup {
  const [condition, then, otherwise] = formula.op === 'where' ? formula.args : [];
  if (condition && then && otherwise?.op === 'number' && otherwise.value === 0) {
    // Iverson brackets: 1 if the condition holds, else 0.
    const bracket = mathml`<mo stretchy="false">[</mo>${toMathML(language, condition)}<mo stretchy="false">]</mo>`;
    return isLiteralOne(then)
      ? mathml`<mrow>${bracket}</mrow>`
      : mathml`<mrow>${grouped(language, then, 2)}<mo>·</mo>${bracket}</mrow>`;
  }
  const inner = toMathML(language, formula);
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
  // A prime is raised already in a font without mathematics, and an operator by itself would get space around it.
  return primes === 0
    ? plain
    : mathml`<mrow>${plain}<mo form="postfix" lspace="0" rspace="0">${'′'.repeat(primes)}</mo></mrow>`;
}
