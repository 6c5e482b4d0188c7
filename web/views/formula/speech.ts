import type { Formula } from '../../core/types.ts';
import { formulaWords } from '../../i18n/formulas.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { fill } from '../../i18n/sentences.ts';
import { formatConstant } from '../../trace/number-format.ts';
import { nameParts } from './notation.ts';

/** A formula as it is read aloud: "scaled at h, i, j equals scores at h, i, j divided by the square root of d k". */
export function toSpeech(language: LanguageCode, formula: Formula): string {
  const more = formulaWords(language).speech;
  const words = formulaWords(language);
  switch (formula.op) {
    case 'number':
      if (!Number.isFinite(formula.value))
        return formula.value < 0 ? words.speech.minusInfinity : words.speech.infinity;
      return formula.value < 0
        ? `${words.speech.minus} ${formatConstant(-formula.value)}`
        : formatConstant(formula.value);
    case 'symbol':
    case 'index':
      return spokenName(language, formula.name);
    case 'tensor': {
      const plain = formula.called?.replaceAll('_', ' ') ?? spokenName(language, formula.name);
      const name = formula.previous ? fill(more.previous, { name: plain }) : plain;
      if (formula.index.length === 0) return name;
      return `${name} ${words.speech.sub} ${formula.index.map((formula) => toSpeech(language, formula)).join(', ')}`;
    }
    case 'sum': {
      const lead = fill(words.speech.sum, {
        over: spokenName(language, formula.over),
        size: toSpeech(language, formula.size),
      });
      return `${lead} ${toSpeech(language, formula.args[0])}`;
    }
    default:
      return operation(language, formula.op, formula.args);
  }
}

const infixes: Readonly<Record<string, keyof ReturnType<typeof formulaWords>['speech']>> = {
  equals: 'equals',
  add: 'plus',
  subtract: 'minus',
  multiply: 'times',
  divide: 'over',
  modulo: 'modulo',
  lessOrEqual: 'lessOrEqual',
};

function operation(language: LanguageCode, op: string, args: readonly Formula[]): string {
  const more = formulaWords(language).speech;
  const words = formulaWords(language);
  const [a, b, c] = args;
  if (!a) return op;
  const infix = Object.hasOwn(infixes, op) ? infixes[op] : undefined;
  if (infix !== undefined) {
    const bare = op === 'equals' || op === 'lessOrEqual';
    return args
      .map((part) => (bare ? toSpeech(language, part) : operand(language, part, op)))
      .join(` ${words.speech[infix]} `);
  }
  switch (op) {
    case 'sqrt':
      return `${words.speech.root} ${operand(language, a, op)}`;
    case 'exp':
      return `${words.speech.exp} ${operand(language, a, op)}`;
    case 'tanh':
      return `${words.speech.tanh} ${operand(language, a, op)}`;
    case 'sin':
    case 'cos':
    case 'absolute':
      return `${more[op]} ${operand(language, a, op)}`;
    case 'power':
      return b ? `${operand(language, a, op)} ${more.power} ${operand(language, b, op)}` : toSpeech(language, a);
    case 'minimum':
    case 'maximum':
      return `${more[op]} ${args.map((part) => operand(language, part, op)).join(` ${words.speech.and} `)}`;
    case 'round':
      return b
        ? fill(more.round, { value: operand(language, a, op), digits: toSpeech(language, b) })
        : toSpeech(language, a);
    case 'floorDivide':
      return b
        ? `${operand(language, a, op)} ${words.speech.over} ${operand(language, b, op)} ${words.speech.floor}`
        : toSpeech(language, a);
    case 'where':
      return b && c
        ? fill(words.speech.where, {
            value: toSpeech(language, b),
            condition: toSpeech(language, a),
            otherwise: toSpeech(language, c),
          })
        : toSpeech(language, a);
    default:
      return `${op === 'lookup' ? words.speech.draw : op} ${words.speech.of} ${args.map((formula) => toSpeech(language, formula)).join(', ')}`;
  }
}

/** Brackets are spoken only where a listener could misjudge the extent of a sum or quotient. */
function operand(language: LanguageCode, part: Formula, around: string): string {
  const words = formulaWords(language);
  const inner = toSpeech(language, part);
  const loose = ['add', 'subtract', 'divide', 'sum'].includes(part.op) || (part.op === 'multiply' && around !== 'add');
  const safe = (around === 'add' && part.op !== 'subtract') || (around === 'multiply' && part.op === 'multiply');
  return loose && !safe ? `${words.speech.open} ${inner} ${words.speech.close}` : inner;
}

function spokenName(language: LanguageCode, name: string): string {
  const { base, sub, primes } = nameParts(name);
  return [base, sub, ...Array.from({ length: primes }, () => formulaWords(language).speech.prime)]
    .filter((part) => part !== '')
    .join(' ');
}
