import type { Formula } from '../../core/types.ts';
import { formulaWords } from '../../i18n/formulas.ts';
import { fill } from '../../i18n/sentences.ts';
import { formatConstant } from '../../trace/number-format.ts';
import { nameParts } from './notation.ts';

const more = formulaWords.speech;

/** A formula as it is read aloud: "scaled at h, i, j equals scores at h, i, j divided by the square root of d k". */
export function toSpeech(formula: Formula): string {
  switch (formula.op) {
    case 'number':
      if (!Number.isFinite(formula.value))
        return formula.value < 0 ? formulaWords.speech.minusInfinity : formulaWords.speech.infinity;
      return formula.value < 0
        ? `${formulaWords.speech.minus} ${formatConstant(-formula.value)}`
        : formatConstant(formula.value);
    case 'symbol':
    case 'index':
      return spokenName(formula.name);
    case 'tensor': {
      const plain = formula.called?.replaceAll('_', ' ') ?? spokenName(formula.name);
      const name = formula.previous ? fill(more.previous, { name: plain }) : plain;
      if (formula.index.length === 0) return name;
      return `${name} ${formulaWords.speech.sub} ${formula.index.map(toSpeech).join(', ')}`;
    }
    case 'sum': {
      const lead = fill(formulaWords.speech.sum, { over: spokenName(formula.over), size: toSpeech(formula.size) });
      return `${lead} ${toSpeech(formula.args[0])}`;
    }
    default:
      return operation(formula.op, formula.args);
  }
}

const infixes: Readonly<Record<string, keyof typeof formulaWords.speech>> = {
  equals: 'equals',
  add: 'plus',
  subtract: 'minus',
  multiply: 'times',
  divide: 'over',
  modulo: 'modulo',
  lessOrEqual: 'lessOrEqual',
};

function operation(op: string, args: readonly Formula[]): string {
  const [a, b, c] = args;
  if (!a) return op;
  const infix = Object.hasOwn(infixes, op) ? infixes[op] : undefined;
  if (infix !== undefined) {
    const bare = op === 'equals' || op === 'lessOrEqual';
    return args.map((part) => (bare ? toSpeech(part) : operand(part, op))).join(` ${formulaWords.speech[infix]} `);
  }
  switch (op) {
    case 'sqrt':
      return `${formulaWords.speech.root} ${operand(a, op)}`;
    case 'exp':
      return `${formulaWords.speech.exp} ${operand(a, op)}`;
    case 'tanh':
      return `${formulaWords.speech.tanh} ${operand(a, op)}`;
    case 'sin':
    case 'cos':
    case 'absolute':
      return `${more[op]} ${operand(a, op)}`;
    case 'power':
      return b ? `${operand(a, op)} ${more.power} ${operand(b, op)}` : toSpeech(a);
    case 'minimum':
    case 'maximum':
      return `${more[op]} ${args.map((part) => operand(part, op)).join(` ${formulaWords.speech.and} `)}`;
    case 'round':
      return b ? fill(more.round, { value: operand(a, op), digits: toSpeech(b) }) : toSpeech(a);
    case 'floorDivide':
      return b
        ? `${operand(a, op)} ${formulaWords.speech.over} ${operand(b, op)} ${formulaWords.speech.floor}`
        : toSpeech(a);
    case 'where':
      return b && c
        ? fill(formulaWords.speech.where, { value: toSpeech(b), condition: toSpeech(a), otherwise: toSpeech(c) })
        : toSpeech(a);
    default:
      return `${op === 'lookup' ? formulaWords.speech.draw : op} ${formulaWords.speech.of} ${args.map(toSpeech).join(', ')}`;
  }
}

/** Brackets are spoken only where a listener could misjudge the extent of a sum or quotient. */
function operand(part: Formula, around: string): string {
  const inner = toSpeech(part);
  const loose = ['add', 'subtract', 'divide', 'sum'].includes(part.op) || (part.op === 'multiply' && around !== 'add');
  const safe = (around === 'add' && part.op !== 'subtract') || (around === 'multiply' && part.op === 'multiply');
  return loose && !safe ? `${formulaWords.speech.open} ${inner} ${formulaWords.speech.close}` : inner;
}

function spokenName(name: string): string {
  const { base, sub, primes } = nameParts(name);
  return [base, sub, ...Array.from({ length: primes }, () => formulaWords.speech.prime)]
    .filter((part) => part !== '')
    .join(' ');
}
