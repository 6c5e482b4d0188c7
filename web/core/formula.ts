import type { Formula } from './types.ts';

/** As the core writes them, and as a tree has them. */
export const operators = {
  '=': 'equals',
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '<=': 'lessOrEqual',
  sqrt: 'sqrt',
  exp: 'exp',
  tanh: 'tanh',
  sin: 'sin',
  cos: 'cos',
  pow: 'power',
  abs: 'absolute',
  min: 'minimum',
  max: 'maximum',
  round: 'round',
  div: 'floorDivide',
  mod: 'modulo',
  where: 'where',
  lookup: 'lookup',
} as const;

const isOperator = (word: string): word is keyof typeof operators => Object.hasOwn(operators, word);

/** Index letters that run over an axis. Every other bare word is a symbol. */
const indexLetters = new Set(['h', 'i', 'j', "j'", 'c', 'e', 'm', 'n', 'a', 'r', 's', 't']);

const cache = new Map<string, Formula>();

/** Parses a formula as the core writes it (src/attention.hpp, Description). It is trusted and not checked. */
export function parseFormula(text: string): Formula {
  let formula = cache.get(text);
  if (formula === undefined) {
    formula = frozen(parse(text.match(/[()]|[^\s()]+/g)?.values() ?? [].values()));
    cache.set(text, formula);
  }
  return formula;
}

function parse(words: Iterator<string>, word: string = next(words)): Formula {
  if (word !== '(') return atom(word);
  const head = next(words);
  if (head === 'sum') {
    const over = next(words);
    const size = parse(words);
    const term = parse(words);
    next(words);
    return { op: 'sum', over, size, args: [term] };
  }
  if (head === 'previous') {
    const name = next(words);
    return { op: 'tensor', name, index: argumentsOf(words), previous: true };
  }
  const args = argumentsOf(words);
  return isOperator(head) ? { op: operators[head], args } : { op: 'tensor', name: head, index: args };
}

/** The arguments before the closing bracket. */
function argumentsOf(words: Iterator<string>): Formula[] {
  const items: Formula[] = [];
  for (let item = next(words); item !== ')'; item = next(words)) items.push(parse(words, item));
  return items;
}

function atom(word: string): Formula {
  if (word === '-inf') return { op: 'number', value: Number.NEGATIVE_INFINITY };
  if (!Number.isNaN(Number(word))) return { op: 'number', value: Number(word) };
  return indexLetters.has(word) ? { op: 'index', name: word } : { op: 'symbol', name: word };
}

const next = (words: Iterator<string>): string => words.next().value ?? ')';

/** The tensors on the right side of a formula, in order. */
export function inputsOf(formula: Formula): string[] {
  const names = new Set<string>();
  const visit = (node: Formula): void => {
    if (node.op === 'tensor') names.add(node.name);
    for (const child of childrenOf(node)) visit(child);
  };
  const right = childrenOf(formula)[1];
  if (right !== undefined) visit(right);
  return [...names];
}

function childrenOf(node: Formula): readonly Formula[] {
  if (node.op === 'tensor') return node.index;
  return 'args' in node ? node.args : [];
}

/** Freezes a value deeply, since all traces share it. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
