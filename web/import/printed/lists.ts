import { checkCells, placeText, quoted, valuesOf } from '../matrices.ts';
import { isAbbreviated, isThousands, parseLiteral } from '../numbers.ts';
import { closers, type Scanner, type Token } from '../scanner.ts';
import { type ArrayValues, type ImportWords, importLimits, refuse } from '../types.ts';
import { skipTo } from './brackets.ts';

/** What stands in front of a number in its list. */
type Separator = 'first' | 'tightComma' | 'comma' | 'commaAndLine' | 'space' | 'line' | 'semicolon';

/** Functions of one number, such as `np.float64(0.25)` or `float('-inf')`. */
const scalars =
  /^[+-]?(?:[a-z]\w*\.)*(?:b?float|double|half|u?int|bool)(?:\d+|_)?$|^[+-]?(?:[a-z]\w*\.)*(?:tensor|array|constant|Tensor|Array|Decimal|Number)$/;

/**
 * Reads the numbers in nested brackets: lists of Python, JavaScript, Julia, C or Mathematica with commas, arrays that NumPy prints with
 * spaces, and MATLAB's matrices with semicolons or lines. Afterwards the scanner is behind the list.
 */
export class ListReader {
  readonly #scanner: Scanner;
  readonly #name: string;
  readonly #cells: string[] = [];
  readonly #separators: Separator[] = [];
  readonly #shape: number[] = [];
  /** The open brackets. */
  readonly #open: { readonly bracket: string; commas: number }[] = [];
  /** Number of cells or brackets so far, at each depth. */
  readonly #counts: number[] = [];
  /** Depth of the numbers; null before the first number. */
  #leaves: number | null = null;
  /** The separator in front of the next number. */
  #between: Separator = 'first';
  #startsOnLine = false;

  constructor(scanner: Scanner, name: string) {
    this.#scanner = scanner;
    this.#name = name;
  }

  /**
   * All readings, the more likely one first. `isArgument` says that a function takes the list, so that its lines mean nothing. A call may have
   * one number in round brackets.
   */
  read({ isArgument }: { readonly isArgument: boolean }): readonly ArrayValues[] {
    let last: 'open' | 'close' | 'cell' | 'comma' = 'open';
    for (;;) {
      const token = this.#scanner.next();
      switch (token.kind) {
        case 'open':
          if (last === 'cell') this.#refuse((words, place) => words.problems.mixed(place));
          this.#enter(token);
          last = 'open';
          break;
        case 'close':
          this.#leave(token, isArgument);
          if (this.#open.length === 0) return this.#readings(isArgument);
          last = 'close';
          break;
        case 'comma':
        case 'semicolon':
          if (last === 'comma' || last === 'open') this.#refuse((words, place) => words.problems.emptyCell(place));
          this.#separate(token, last);
          last = 'comma';
          break;
        case 'end':
          return this.#refuse((words, place) => words.problems.unclosed(place));
        default:
          this.#cell(token, last === 'comma');
          last = 'cell';
      }
    }
  }

  #enter({ text }: Token): void {
    if (text === '<') refuse('scene-form', (words) => words.problems.outside(text), { name: this.#name });
    if (this.#open.length > 0) this.#count(this.#open.length, 'array');
    this.#counts[this.#open.length] = 0;
    this.#open.push({ bracket: text, commas: 0 });
    if (this.#open.length > importLimits.depth) this.#refuse((words) => words.problems.deep(importLimits.depth));
    this.#between = 'first';
  }

  #leave({ text }: Token, isArgument: boolean): void {
    const open = this.#open.pop();
    const depth = this.#open.length;
    if (closers[open?.bracket ?? ''] !== text) this.#refuse((words, place) => words.problems.unclosed(place));
    const count = this.#counts[depth] ?? 0;
    // In every language (1) is a number, and (1,) is a list.
    if (text === ')' && count === 1 && open?.commas === 0 && !(isArgument && depth === 0)) {
      refuse('scene-form', (words) => words.problems.outside('('), { name: this.#name });
    }
    const known = this.#shape[depth];
    if (known === undefined) this.#shape[depth] = count;
    else if (known !== count) this.#refuse((words, place) => words.problems.ragged(place, count, known), false);
  }

  #separate({ kind, text, space }: Token, last: 'close' | 'cell'): void {
    const open = this.#open.at(-1);
    if (open !== undefined) open.commas += 1;
    if (kind === 'comma') this.#between = space === 'none' ? 'tightComma' : 'comma';
    else if (last === 'close') this.#between = 'first';
    else if (this.#open.length === 1) this.#between = 'semicolon';
    else refuse('scene-form', (words) => words.problems.outside(text), { name: this.#name });
  }

  #cell(token: Token, afterComma: boolean): void {
    const depth = this.#open.length;
    if (token.kind === 'equals' || token.kind === 'colon') {
      refuse('scene-form', (words) => words.problems.outside(token.text), { name: this.#name });
    }
    const isFirst = this.#counts[depth - 1] === 0;
    const cell = this.#cellText(token);
    // Node prints deeper lists as [Array].
    if (isAbbreviated(cell) || /^(?:Array|Object)$/.test(cell)) this.#refuse((words) => words.problems.abbreviated);
    this.#count(depth, 'number');
    if (isFirst) this.#startsOnLine ||= token.space === 'line' && depth === 1;
    this.#separators.push(isFirst ? 'first' : this.#separatorOf(token, afterComma));
    this.#cells.push(cell);
    checkCells(this.#cells.length);
  }

  #separatorOf({ space }: Token, afterComma: boolean): Separator {
    if (!afterComma) return space === 'line' ? 'line' : 'space';
    if (this.#between === 'semicolon') return 'semicolon';
    if (space === 'line') return 'commaAndLine';
    return space === 'space' ? 'comma' : this.#between;
  }

  /** The number that a token writes, or that a function of one number is given. */
  #cellText(token: Token): string {
    const scanner = this.#scanner;
    if (token.kind === 'string') {
      // Scenes and JSON write −∞ as a string.
      return /^[+-]?inf(?:inity)?$/i.test(token.text) ? token.text : scanner.text.slice(token.start, token.end);
    }
    const bracket = scanner.peek();
    if (bracket.kind !== 'open' || bracket.text !== '(' || bracket.space !== 'none') return token.text;
    if (token.text === 'Array' || token.text === 'Object') this.#refuse((words) => words.problems.abbreviated);
    if (!scalars.test(token.text)) refuse('scene-form', (words) => words.problems.outside(quoted(`${token.text}(`)));
    scanner.next();
    const number = scanner.next();
    if (number.kind !== 'word' && number.kind !== 'string') this.#refuse((words, place) => words.problems.mixed(place));
    skipArguments(scanner);
    const cell = (token.text.startsWith('-') ? '-' : '') + number.text;
    // The function would round a fraction.
    if (/int|bool/i.test(token.text) && !/^[+-]?(?:\d+|true|false)$/i.test(cell)) {
      refuse('scene-form', (words) => words.problems.rounds(quoted(token.text)));
    }
    return cell;
  }

  #count(depth: number, kind: 'array' | 'number'): void {
    if (kind === 'number') this.#leaves ??= depth;
    const level = this.#leaves;
    const mixed = level !== null && (kind === 'number' ? depth !== level : depth >= level);
    if (mixed) this.#refuse((words, place) => words.problems.mixed(place));
    this.#counts[depth - 1] = (this.#counts[depth - 1] ?? 0) + 1;
  }

  #readings(isArgument: boolean): readonly ArrayValues[] {
    const separators = new Set(this.#separators);
    const hasCommas = separators.has('comma') || separators.has('tightComma');
    const hasRows = separators.has('semicolon');
    const hasLines = separators.has('line') && this.#leaves === 1 && !isArgument;
    const lines = hasLines && (hasRows || hasCommas || this.#startsOnLine);
    const starts = lines || hasRows ? ['semicolon', ...(lines ? ['line'] : [])] : [];
    const found = this.#withCommas(starts);
    // NumPy continues a long list on the next line. For MATLAB each line is a row.
    if (!hasLines || lines) return found;
    const rows = this.#rowsAt(['line']);
    if (rows === null) return found;
    const [one] = found;
    return one === undefined || found.length > 1
      ? found
      : [
          { ...one, reading: ['oneRow'] },
          { ...one, shape: rows, reading: ['lineRows'] },
        ];
  }

  /** The lengths of the rows, each of which begins at one of these separators. */
  #lengthsAt(starts: readonly string[], separators: readonly string[] = this.#separators): readonly number[] {
    const lengths: number[] = [];
    for (const separator of separators) {
      if (separator === 'first' || starts.includes(separator)) lengths.push(1);
      else lengths[lengths.length - 1] = (lengths.at(-1) ?? 0) + 1;
    }
    return lengths;
  }

  /** The shape if these separators start rows, or null if the rows differ. */
  #rowsAt(starts: readonly string[]): readonly number[] | null {
    return starts.length === 0 ? this.#shape : shapeOfRows(this.#lengthsAt(starts));
  }

  /** The readings of commas: as separators, and as decimal marks if other separators stand between the numbers. */
  #withCommas(starts: readonly string[]): readonly ArrayValues[] {
    const plain = (): ArrayValues => {
      const shape = this.#rowsAt(starts) ?? this.#raggedRows(starts);
      return valuesOf(this.#name, shape, this.#cells, parseLiteral);
    };
    const decimal = this.#decimals(starts);
    if (decimal === null) return [plain()];
    const values = valuesOf(this.#name, decimal.shape, decimal.cells, parseLiteral);
    const isList = !this.#separators.some((separator) => separator === 'space' || separator === 'line');
    if (!isList && this.#leaves !== 1 && decimal.areAll) return [{ ...values, notes: ['decimalCommas'] }];
    if (this.#rowsAt(starts) === null) return [{ ...values, notes: ['decimalCommas'] }];
    return [
      { ...plain(), reading: ['commasSeparate'] },
      { ...values, reading: ['decimalCommas'] },
    ];
  }

  /** The array with “0,5” as one number. Null if its commas cannot be decimal marks. */
  #decimals(starts: readonly string[]): { shape: readonly number[]; cells: readonly string[]; areAll: boolean } | null {
    const separators = this.#separators;
    const others = ['comma', 'space', 'line'];
    if (!separators.includes('tightComma') || !separators.some((one) => others.includes(one))) return null;
    const cells: string[] = [];
    const kept: Separator[] = [];
    let joined = 0;
    let isJoined = false;
    for (const [index, cell] of this.#cells.entries()) {
      const separator = separators[index] ?? 'first';
      if (/[.e]/i.test(cell)) return null;
      if (separator !== 'tightComma') {
        cells.push(cell);
        kept.push(separator);
        isJoined = false;
      } else {
        const whole = cells.pop() ?? '';
        if (isJoined || !/^[+\-−–]?\d+$/.test(whole) || !/^\d+$/.test(cell)) return null;
        cells.push(`${whole}.${cell}`);
        joined += 1;
        isJoined = true;
      }
    }
    const rows = this.#decimalShape(starts, kept);
    const areAll = joined === cells.length;
    const [one = ''] = cells;
    const isSpaced = separators.some((separator) => separator === 'space' || separator === 'line');
    if (areAll && isSpaced && cells.every((cell) => isThousands.test(cell.replace('.', ',')))) {
      const place = { name: this.#name, row: 0, column: 0 };
      refuse('scene-form', (words) => words.problems.eitherMark(placeText(words, place), one.replace('.', ',')), place);
    }
    return rows === null ? null : { shape: rows, cells, areAll };
  }

  #decimalShape(starts: readonly string[], kept: readonly Separator[]): readonly number[] | null {
    const rows = shapeOfRows(this.#lengthsAt(starts, kept));
    return rows === null || starts.length > 0 ? rows : [...this.#shape.slice(0, -1), rows[1] ?? 0];
  }

  /** Refuses rows of different lengths, which semicolons or lines separate. */
  #raggedRows(starts: readonly string[]): never {
    const lengths = this.#lengthsAt(starts);
    const [expected = 0] = lengths;
    const row = lengths.findIndex((length) => length !== expected);
    const place = { name: this.#name, row };
    return refuse(
      'shape',
      (words) => words.problems.ragged(placeText(words, place), lengths[row] ?? 0, expected),
      place,
    );
  }

  /** Refuses with the current row of the innermost matrix. */
  #refuse(message: (words: ImportWords, place: string) => string, inside = true): never {
    const level = this.#leaves ?? this.#counts.length;
    const row = level < 2 ? 0 : Math.max(0, (this.#counts[level - 2] ?? 1) - 1);
    const column = this.#counts[level - 1] ?? 0;
    const place = { name: this.#name, row, ...(inside ? { column } : {}) };
    return refuse(
      inside ? 'scene-form' : 'shape',
      (words) => message(words, placeText(words, { name: this.#name, row })),
      place,
    );
  }
}

const shapeOfRows = (lengths: readonly number[]): readonly number[] | null =>
  lengths.every((length) => length === lengths[0]) ? [lengths.length, lengths[0] ?? 0] : null;

/** Skips the other arguments of a call, with its closing bracket. Throws `scene-form` if something else follows its number. */
function skipArguments(scanner: Scanner): void {
  const token = scanner.peek();
  const isEnd = token.kind === 'comma' || (token.kind === 'close' && token.text === ')');
  if (!isEnd || !skipTo(scanner, false)) refuse('scene-form', (words) => words.problems.outside(quoted(token.text)));
}
