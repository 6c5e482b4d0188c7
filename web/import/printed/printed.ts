import { checkCells, placeText, quoted, reshaped, transposed, valuesOf } from '../matrices.ts';
import { parseLiteral } from '../numbers.ts';
import { Scanner, type Token } from '../scanner.ts';
import { type ArrayValues, importLimits, refuse } from '../types.ts';
import { readIntegers, refuseOutside, skipBrackets, skipTo } from './brackets.ts';
import { called, isHarmless, isScalar, positional } from './calls.ts';
import { readCaption } from './caption-reader.ts';
import { constructors, isElementType, isFooter, lastPart, nameIn, refuseParts } from './captions.ts';
import { ListReader } from './lists.ts';
import { withoutComments } from './shell.ts';

/**
 * Reads arrays as programs print them and people type them. The grammar, without the white space:
 *
 *     text      = (caption value method* [";" | ","])*
 *     value     = list | call | sequence | dictionary | "<" … "numpy=" value ">"
 *     list      = numbers in nested brackets                        (ListReader)
 *     call      = constructor "(" value ("," argument)* ")"         array([…], dtype=float32), tf.Tensor([…], shape=(3,)), c(1, 2)
 *     sequence  = "[" or "(" value ("," value)* "]" or ")"          (tensor([…]), tensor([…]))
 *     dictionary = "{" key ":" value ("," key ":" value)* "}"
 *     method    = ".T" | ".numpy()" | ".reshape(2, 3)" | "'" …
 *
 * Several arrays become several matrices. Any other function is refused, because it may compute other numbers.
 */
export function readPrinted(text: string, name: string): readonly ArrayValues[] {
  refuseParts(text);
  const found = new PrintedReader(withoutComments(text), name).read();
  if (found.length === 0) refuse('empty', (words) => words.problems.nothing);
  const unnamed = found.filter((values) => values.name === name && values.reading === undefined);
  if (found.length === 1 || unnamed.length === 0) return found;
  return found.map((values, index) =>
    values.name === name && values.reading === undefined
      ? { ...values, name: `${name === '' ? 'array' : name} ${index + 1}` }
      : values,
  );
}

class PrintedReader {
  readonly #scanner: Scanner;
  readonly #name: string;
  readonly #found: ArrayValues[] = [];
  #cells = 0;
  #depth = 0;

  constructor(text: string, name: string) {
    this.#scanner = new Scanner(text);
    this.#name = name;
  }

  read(): readonly ArrayValues[] {
    for (;;) {
      this.#skipSeparators();
      const start = this.#scanner.position;
      const caption = readCaption(this.#scanner);
      if (caption === null) {
        const rest = this.#scanner.text.slice(start);
        const isRest = this.#found.length === 0 ? rest.trim() === '' : isFooter(rest);
        if (!isRest) refuse('scene-form', (words) => words.problems.outside(quoted(rest.trim())));
        return this.#found;
      }
      const own = nameIn(caption);
      this.#value(own === '' ? this.#name : own);
    }
  }

  #skipSeparators(): void {
    for (;;) {
      const { kind } = this.#scanner.peek();
      if (kind !== 'comma' && kind !== 'semicolon') return;
      this.#scanner.next();
    }
  }

  #add(readings: readonly ArrayValues[]): void {
    if (this.#found.length + readings.length > importLimits.arrays) {
      refuse('too-large', (words) => words.problems.manyArrays(importLimits.arrays));
    }
    this.#cells += readings[0]?.numbers.length ?? 0;
    checkCells(this.#cells);
    this.#found.push(...readings);
  }

  /** Reads one value, and adds its arrays. */
  #value(name: string, isArgument = false): void {
    this.#depth += 1;
    if (this.#depth > importLimits.depth) {
      refuse('scene-form', (words) => words.problems.deep(importLimits.depth), name === '' ? {} : { name });
    }
    const first = this.#found.length;
    const token = this.#scanner.peek();
    if (token.kind === 'word') this.#call(name);
    else if (token.text === '<') this.#tensorFlow(name);
    else if (token.text === '{' && this.#isDictionary()) this.#dictionary();
    else if (token.text !== '{' && this.#isSequence()) this.#sequence(name);
    else if (token.kind === 'open') this.#add(new ListReader(this.#scanner, name).read({ isArgument }));
    else refuseOutside(this.#scanner, token.start);
    this.#methods(first);
    this.#depth -= 1;
  }

  /** `<tf.Tensor: shape=(2, 2), dtype=float32, numpy=array(…)>` */
  #tensorFlow(name: string): void {
    const scanner = this.#scanner;
    const start = scanner.next().start;
    for (;;) {
      const { kind, text } = scanner.peek();
      if (kind === 'end' || kind === 'close') refuseOutside(this.#scanner, start);
      if (kind === 'open') skipBrackets(this.#scanner);
      else scanner.next();
      if (text === 'numpy' && scanner.peek().kind === 'equals') break;
    }
    scanner.next();
    if (scanner.peek().kind === 'word' && !this.#scanner.isCall())
      this.#add([valuesOf(name, [], [scanner.next().text], parseLiteral)]);
    else this.#value(name);
    if (!skipTo(scanner, false)) refuseOutside(this.#scanner, start);
  }

  #call(name: string): void {
    const scanner = this.#scanner;
    const callee = scanner.next();
    const bracket = scanner.peek();
    if (bracket.kind === 'open' && bracket.text === '[') {
      this.#add(new ListReader(scanner, name).read({ isArgument: false }));
      return;
    }
    const kind = lastPart(callee.text);
    const isKnown = /^[\p{L}_]/u.test(callee.text) && (constructors.has(kind) || isScalar(kind));
    if (bracket.text !== '(' || !isKnown) refuseOutside(this.#scanner, callee.start);
    if (kind === 'c') {
      this.#add(new ListReader(scanner, name).read({ isArgument: true }));
      return;
    }
    scanner.next();
    const first = this.#found.length;
    const options = this.#arguments(name, kind);
    if (this.#found.length === first) refuseOutside(this.#scanner, callee.start);
    this.#found.push(...called(kind, this.#found.splice(first), options));
  }

  /** Reads the arguments of a call. Returns the text of the others, by name. */
  #arguments(name: string, kind: string): ReadonlyMap<string, string> {
    const scanner = this.#scanner;
    const first = this.#found.length;
    const options = new Map<string, string>();
    const binds = kind === 'rbind' || kind === 'cbind';
    for (;;) {
      const token = scanner.peek();
      if (token.kind === 'end')
        refuse('scene-form', (words) => words.problems.unclosed(placeText(words, { name, row: 0 })));
      if (token.kind === 'close') {
        scanner.next();
        return options;
      }
      if (token.kind === 'comma') scanner.next();
      else if (this.#scanner.isKeyword()) {
        scanner.next();
        scanner.next();
        if (/^(?:dict|OrderedDict|list)$/.test(kind)) this.#value(token.text);
        else if (/^(?:[rc]bind|data|value|values|numpy|object|initial_value)$/.test(binds ? kind : token.text))
          this.#value(name);
        else options.set(token.text, this.#skipped());
      } else if (this.#found.length > first && !binds) {
        const text = this.#skipped();
        options.set(positional(text, kind, options), text);
      } else {
        if (token.text === 'c') options.set('c', '');
        this.#argument(name, token, kind);
      }
    }
  }

  #skipped(): string {
    const from = this.#scanner.position;
    skipTo(this.#scanner, true);
    return this.#scanner.text.slice(from, Math.min(this.#scanner.position, from + 100)).trim();
  }

  #argument(name: string, token: Token, kind: string): void {
    const scanner = this.#scanner;
    if (token.kind === 'string') {
      scanner.next();
      // np.matrix('1 2; 3 4'), but array('f', [1, 2])
      if (kind === 'matrix' || kind === 'mat') {
        this.#add(new ListReader(new Scanner(`[${token.text}]`), name).read({ isArgument: false }));
      } else if (isScalar(kind)) this.#add([valuesOf(name, [], [token.text], parseLiteral)]);
    } else if (token.kind === 'word' && !this.#scanner.isCall()) {
      scanner.next();
      const next = scanner.peek();
      if (next.kind === 'open' && next.text === '[' && isElementType(token.text)) this.#value(name);
      else if (next.kind !== 'comma' && next.kind !== 'close') refuseOutside(this.#scanner, token.start);
      else if (parseLiteral(token.text) !== undefined) this.#add([valuesOf(name, [], [token.text], parseLiteral)]);
      else refuseOutside(this.#scanner, token.start);
    } else this.#value(name, true);
  }

  /** Whether brackets hold arrays that are made by calls, or pairs of a name and an array. */
  #isSequence(): boolean {
    const scanner = this.#scanner;
    const { position } = scanner;
    let depth = 0;
    while (scanner.peek().kind === 'open' && scanner.peek().text !== '{' && depth <= importLimits.depth) {
      scanner.next();
      depth += 1;
    }
    const token = scanner.next();
    let found = token.kind === 'string' && scanner.peek().kind === 'comma' && !/inf/i.test(token.text);
    if (token.kind === 'open') found = token.text === '<';
    if (token.kind === 'word' && scanner.peek().text === '(' && scanner.peek().space === 'none') {
      scanner.next();
      const isList = scanner.peek().kind === 'open' || scanner.isKeyword() || scanner.isCall();
      found = isList && constructors.has(lastPart(token.text));
    }
    scanner.position = position;
    return found;
  }

  #sequence(name: string): void {
    const scanner = this.#scanner;
    scanner.next();
    let own = name;
    for (;;) {
      const { kind, text, start } = scanner.peek();
      if (kind === 'end') refuse('scene-form', (words) => words.problems.unclosed(name));
      if (kind === 'close' || kind === 'comma' || kind === 'semicolon') {
        scanner.next();
        if (kind === 'close') return;
      } else if (kind === 'string') {
        scanner.next();
        own = text;
      } else if (kind === 'open' || (kind === 'word' && this.#scanner.isCall())) this.#value(own);
      else refuseOutside(this.#scanner, start);
    }
  }

  #isDictionary(): boolean {
    const scanner = this.#scanner;
    const { position } = scanner;
    scanner.next();
    const key = scanner.next().kind;
    const isDictionary = (key === 'string' || key === 'word') && scanner.peek().kind === 'colon';
    scanner.position = position;
    return isDictionary;
  }

  #dictionary(): void {
    const scanner = this.#scanner;
    scanner.next();
    for (;;) {
      const key = scanner.next();
      if (key.kind === 'end') refuse('scene-form', (words) => words.problems.unclosed(''));
      if (key.kind === 'close') return;
      if (key.kind === 'comma') continue;
      if (scanner.next().kind !== 'colon') refuseOutside(this.#scanner, key.start);
      const { kind } = scanner.peek();
      if (kind !== 'open' && !this.#scanner.isCall())
        refuse('scene-form', (words) => words.problems.notArray(quoted(key.text)), { name: key.text });
      this.#value(key.text);
    }
  }

  /** Applies what is written behind a value: `.T`, `.numpy()`, `.reshape(2, 3)`, MATLAB's `'`. */
  #methods(first: number): void {
    const scanner = this.#scanner;
    for (;;) {
      const { text, position } = scanner;
      if (text[position] === "'" || text.startsWith(".'", position)) {
        scanner.position = position + (text[position] === "'" ? 1 : 2);
        this.#apply(first, asColumn, position);
        continue;
      }
      const token = scanner.peek();
      if (token.kind !== 'word' || !/^\.[A-Za-z_]/.test(token.text)) return;
      scanner.next();
      for (const method of token.text.slice(1).split('.')) this.#method(first, method, token.start);
    }
  }

  #method(first: number, method: string, start: number): void {
    const scanner = this.#scanner;
    const { text, space } = scanner.peek();
    const isCalled = text === '(' && space === 'none';
    const from = scanner.position;
    if (isCalled && method !== 'reshape' && method !== 'view') skipBrackets(this.#scanner);
    const given = scanner.text.slice(from, scanner.position).replace(/\s/g, '');
    if (method === 'T' || method === 'mT' || (/^(?:t|transpose)$/.test(method) && /^\((?:1,0|-1,-2)?\)$/.test(given))) {
      this.#apply(first, transposed, start);
    } else if ((method === 'reshape' || method === 'view') && isCalled) {
      scanner.next();
      const inner = scanner.peek();
      if (inner.kind === 'open') scanner.next();
      const sizes = readIntegers(this.#scanner, inner.text === '[' ? ']' : ')');
      if (inner.kind === 'open') scanner.next();
      this.#apply(first, (values) => (sizes === null ? null : reshaped(values, sizes)), start);
    } else if (!isHarmless(method, given)) refuseOutside(this.#scanner, start);
  }

  #apply(first: number, change: (values: ArrayValues) => ArrayValues | null, start: number): void {
    for (let index = first; index < this.#found.length; index += 1) {
      const values = this.#found[index];
      if (values !== undefined) this.#found[index] = change(values) ?? refuseOutside(this.#scanner, start);
    }
  }
}

/** MATLAB's transpose, in which a list is a row. */
const asColumn = (values: ArrayValues): ArrayValues | null =>
  values.shape.length === 1 ? reshaped(values, [-1, 1]) : transposed(values);
