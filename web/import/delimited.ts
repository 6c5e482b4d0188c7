import Papa from 'papaparse';
import { checkCells, checkShape, placeText, quoted, valuesOf } from './matrices.ts';
import { isAbbreviated, isThousands, parseNumber, withComma } from './numbers.ts';
import { type Body, bodiesOf, type Cells } from './titles.ts';
import { type ArrayValues, ImportError, type NoteName, type ReadingName, refuse } from './types.ts';

/** "1 234" with a no-break space is ambiguous: 1234, or 1 and 234. */
const groups = /(?<![^\s,])[+\-−]?[1-9]\d{0,2}(?:[\u00a0\u2007\u2009\u202f]\d{3})+(?!\d)/;

interface Table {
  readonly cells: Cells;
  /** Whether a comma inside a cell may be a decimal comma. */
  readonly commas: boolean;
  /** Set if there are several readings. */
  readonly reading?: readonly ReadingName[];
  readonly notes?: readonly NoteName[];
}

/**
 * Reads one matrix: cells of a spreadsheet, a CSV or TSV file, or numbers separated by spaces. Returns all readings, if the commas may be decimal
 * marks or numbers may be titles.
 */
export function readDelimited(source: string, name: string): readonly ArrayValues[] {
  const text = cleaned(source);
  checkCells(separatorsIn(text));
  return possible(tablesOf(text), (table) => readTable(table, name));
}

/**
 * The arrays of all alternatives that can be read. Throws the error of the first one if there are none. A text with one possible reading needs no
 * question.
 */
function possible<One>(
  alternatives: readonly One[],
  read: (one: One) => readonly ArrayValues[],
): readonly ArrayValues[] {
  const found: ArrayValues[] = [];
  let first: ImportError | null = null;
  for (const alternative of alternatives) {
    try {
      found.push(...read(alternative));
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      first ??= error;
    }
  }
  const [one] = found;
  if (one === undefined) throw first ?? new ImportError('empty', (words) => words.problems.nothing);
  if (found.length > 1) return found;
  const { reading: _, ...values } = one;
  return [values];
}

/** Reads the numbers of a table. `hasHead` says that its form always has a row of titles. */
export function readTable(table: Table, name: string, { hasHead = false } = {}): readonly ArrayValues[] {
  const found = possible(bodiesOf(table.cells, { hasHead, isQuestion: table.reading !== undefined }), (body) => [
    readBody(body, table, name),
  ]);
  if (table.reading === undefined) return found;
  return found.map((values) => ({
    ...values,
    reading: [...(table.reading ?? []), ...(values.reading ?? [])],
  }));
}

function readBody(body: Body, table: Table, name: string): ArrayValues {
  const { cells, outer, titles } = body;
  const columns = cells[0]?.length ?? 0;
  for (const [row, line] of cells.entries()) {
    if (line.some(isAbbreviated)) refuse('scene-form', (words) => words.problems.abbreviated, { name, row });
    if (line.length !== columns) {
      refuse('shape', (words) => words.problems.ragged(placeText(words, { name, row }), line.length, columns), {
        name,
        row,
      });
    }
  }
  checkShape(name, outer === undefined ? [cells.length, columns] : [columns]);
  const flat = (table.commas ? withPoints(cells, name) : cells).flat();
  const height = cells.length / (outer ?? []).reduce((product, size) => product * size, 1);
  const shape =
    outer !== undefined ? [...outer, height, columns] : cells.length === 1 ? [columns] : [cells.length, columns];
  const notes = [...(table.notes ?? []), ...body.notes];
  return {
    ...valuesOf(name, shape, flat),
    notes,
    ...(titles === undefined ? {} : { titles }),
    ...(body.reading === undefined ? {} : { reading: body.reading }),
  };
}

/** One kind of line ending, without comments and Excel's line about its separator. */
function cleaned(source: string): string {
  const lines = source.replace(/\r\n?/g, '\n').replace(/^\ufeff?sep=.\n/i, '');
  return /^[ \t]*#/m.test(lines) ? lines.replace(/^[ \t]*#.*$/gm, '') : lines;
}

function tablesOf(text: string): readonly Table[] {
  if (/\S[ ]*\t\s*?\S/.test(text)) return [{ cells: split(text, '\t'), commas: true }];
  if (text.includes(';')) return semicolons(text);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const grouped = groups.exec(text);
  if (grouped !== null) {
    const row = lines.findIndex((line) => groups.test(line));
    refuse('scene-form', (words) => words.problems.eitherSpace(placeText(words, { row }), quoted(grouped[0])), { row });
  }
  if (!text.includes(',')) return [{ cells: lines.map(wordsIn), commas: false }];
  const words = lines.map(wordsIn);
  const areDecimal = (cells: Cells): boolean => cells.every((line) => line.every((cell) => withComma.test(cell)));
  // "0,5 0,25": the commas are inside the cells.
  if (areDecimal(words) && words.every((line) => line.length > 1)) return [{ cells: words, commas: true }];
  const separated: Table = { cells: split(text, ','), commas: text.includes('"') };
  // "0,5" on every line may be one column of fractions. A comma between two other whole numbers, or ones and zeros, is hardly a decimal comma.
  const isColumn =
    areDecimal(words) &&
    lines.some((line) => /^\W*0,/.test(line)) &&
    !lines.every((line) => /^\s*[01],[01]\s*$/.test(line));
  const spaced = isColumn ? words : spacedCells(text, lines);
  if (spaced === null) return [separated];
  return [
    { ...separated, reading: ['commasSeparate'] },
    { cells: spaced, commas: true, reading: ['decimalCommas'], notes: ['decimalCommas'] },
  ];
}

/** The cells of "0,5, 1" or "0,5 1", where another separator stands between the numbers. Null if no comma can be a decimal mark. */
function spacedCells(text: string, lines: readonly string[]): Cells | null {
  if (!/\d,\d/.test(text) || !/\S +\S/.test(text)) return null;
  const cells = lines.map((line) => wordsIn(line.replace(/,(?=\s|$)/g, ' ')));
  const all = cells.flat();
  const commas = all.filter((cell) => withComma.test(cell) || isThousands.test(cell));
  const isMixed = cells.some((line) => line.length > 1) && commas.length > 0;
  if (
    !isMixed ||
    !all.every((cell) => withComma.test(cell) || isThousands.test(cell) || parseNumber(cell) !== undefined)
  )
    return null;
  const [one = ''] = commas;
  if (commas.every((cell) => isThousands.test(cell))) {
    const row = cells.findIndex((line) => line.includes(one));
    const place = { row, column: cells[row]?.indexOf(one) ?? 0 };
    refuse('scene-form', (words) => words.problems.eitherMark(placeText(words, place), one), place);
  }
  return cells;
}

/** Cells between semicolons, or rows between them: "1, 2; 3, 4". */
function semicolons(text: string): readonly Table[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const columns: Table = { cells: split(text, ';'), commas: true };
  const endsRows = lines.every((line, index) => line.trimEnd().endsWith(';') || index === lines.length - 1);
  if (!endsRows) return [columns];
  const rows = text.split(/[;\n]/).filter((row) => row.trim() !== '');
  const hasCommas = rows.every((row) => row.includes(','));
  const cells = rows.map((row) => (hasCommas ? row.split(',') : wordsIn(row)));
  if (cells.every((line) => line.length === 1)) {
    // MATLAB's column, and a row of a spreadsheet.
    if (lines.length > 1 || cells.length === 1) return [columns];
    return [
      { ...columns, reading: ['semicolonColumns'] },
      { cells, commas: true, reading: ['semicolonLines'] },
    ];
  }
  return [
    { ...columns, reading: ['decimalCommas'] },
    { cells, commas: false, reading: ['semicolonRows'] },
  ];
}

/** The number of separators of any kind; a run of white space counts once. A table has at most one cell more. */
function separatorsIn(text: string): number {
  let count = 0;
  let inSpace = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isSpace = code === 0x20 || code === 0x0a;
    if (code === 0x09 || code === 0x2c || code === 0x3b || (isSpace && !inSpace)) count += 1;
    inSpace = isSpace;
  }
  return count;
}

/** The words of a line. R puts names into quotation marks. */
function wordsIn(line: string): readonly string[] {
  if (!line.includes('"')) return line.trim().split(/\s+/);
  return (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^"(.*)"$/s, '$1'));
}

/** Splits by RFC 4180, including quotes. Empty lines are skipped, empty cells are kept. */
function split(text: string, delimiter: string): Cells {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true });
  const [wrong] = errors;
  if (wrong !== undefined) {
    const row = wrong.row ?? 0;
    refuse('scene-form', (words) => words.problems.quotes(placeText(words, { row })), { row });
  }
  // A separator at the end of every line does not start another cell.
  const closed = data.every((line) => line.length > 1 && line.at(-1)?.trim() === '');
  return closed ? data.map((line) => line.slice(0, -1)) : data;
}

/** Converts decimal commas to points if all cells agree. */
function withPoints(cells: Cells, name: string): Cells {
  const all = cells.flat().map((cell) => cell.trim());
  const comma = all.filter((cell) => withComma.test(cell) || isThousands.test(cell));
  if (comma.length === 0) return cells;
  const columns = cells[0]?.length ?? 1;
  const placeOf = (cell: string) => {
    const index = all.indexOf(cell);
    return { name, row: Math.floor(index / columns), column: index % columns };
  };
  const point = all.find((cell) => cell.includes('.') && parseNumber(cell) !== undefined);
  if (point !== undefined) {
    const place = placeOf(comma[0] ?? '');
    refuse('scene-form', (words) => words.problems.bothMarks(placeText(words, place), comma[0] ?? '', point), place);
  }
  if (comma.every((cell) => isThousands.test(cell))) {
    const place = placeOf(comma[0] ?? '');
    refuse('scene-form', (words) => words.problems.eitherMark(placeText(words, place), comma[0] ?? ''), place);
  }
  return cells.map((line) => line.map((cell) => (withComma.test(cell.trim()) ? cell.trim().replace(',', '.') : cell)));
}
