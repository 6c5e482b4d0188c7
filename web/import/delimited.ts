import Papa from 'papaparse';
import { importWords } from '../i18n/import.ts';
import { at, checkCells, checkShape, isAbbreviated, parseNumber, quoted, valuesOf } from './matrices.ts';
import { refuse, type Values } from './types.ts';

/** "1 234" with the space that does not break: 1234 to one reader, 1 and 234 to another. */
const groups = /(?<![^\s,])[+\-−]?[1-9]\d{0,2}(?:[\u00a0\u2007\u2009\u202f]\d{3})+(?!\d)/;

type Cells = readonly (readonly string[])[];

interface Table {
  readonly cells: Cells;
  /** A comma inside a cell may be a decimal comma. */
  readonly commas: boolean;
  readonly notes: readonly string[];
}

const withComma = /^[+\-−]?\d+,\d+(?:e[+-]?\d+)?$/i;
/** "1,234": 1.234 to one reader, 1234 to another. What begins with 0 has no thousands. */
const either = /^[+\-−]?[1-9]\d{0,2}(?:,\d{3})+$/;

/** A block from a spreadsheet, a CSV or TSV file, or numbers with spaces between: one matrix. */
export function readDelimited(text: string, name: string): Values {
  const table = tableOf(text);
  const { cells, notes } = withoutTitles(table);
  const { problems } = importWords;
  const columns = cells[0]?.length ?? 0;
  for (const [row, line] of cells.entries()) {
    if (line.some(isAbbreviated)) refuse('scene-form', problems.abbreviated, { name, row });
    if (line.length !== columns) {
      refuse('shape', problems.ragged(at({ name, row }), line.length, columns), { name, row });
    }
  }
  checkShape(name, [cells.length, columns]);
  const flat = (table.commas ? withPoints(cells, name) : cells).flat();
  const shape = cells.length === 1 ? [columns] : [cells.length, columns];
  return { ...valuesOf(name, shape, flat), notes };
}

function tableOf(source: string): Table {
  // A block that was put together from several has several line ends; the reader of CSV knows one at a time.
  const text = source.replace(/\r\n?/g, '\n');
  checkCells(separatorsIn(text));
  if (text.includes('\t')) return { cells: split(text, '\t'), commas: true, notes: [] };
  if (text.includes(';')) return { cells: split(text, ';'), commas: true, notes: [] };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const grouped = groups.exec(text);
  if (grouped !== null) {
    const row = lines.findIndex((line) => groups.test(line));
    refuse('scene-form', importWords.problems.eitherSpace(at({ row }), quoted(grouped[0])), { row });
  }
  if (!text.includes(',')) return { cells: lines.map(wordsIn), commas: false, notes: [] };
  // "0,5 0,25": the commas cannot be between the cells.
  if (lines.every((line) => wordsIn(line).every((word) => withComma.test(word)) && wordsIn(line).length > 1)) {
    return { cells: lines.map(wordsIn), commas: true, notes: [] };
  }
  // "0,5" in every line may have been meant as one column of fractions; a comma between two whole numbers hardly was.
  const fractions = lines.every((line) => withComma.test(line.trim())) && lines.some((line) => /^\W*0,/.test(line));
  return { cells: split(text, ','), commas: false, notes: fractions ? [importWords.notes.commaSeparates] : [] };
}

/** Of every kind of separator, runs of white space count as one: no table has more cells than this, but for its last. */
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

const wordsIn = (line: string): readonly string[] => line.trim().split(/\s+/);

/** RFC 4180, quotes and all. Empty lines are no rows; an empty cell stays one. */
function split(text: string, delimiter: string): Cells {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true });
  const [wrong] = errors;
  if (wrong !== undefined) {
    const row = wrong.row ?? 0;
    refuse('scene-form', importWords.problems.quotes(at({ row })), { row });
  }
  // A comma or tab at the end of every line closes it and opens nothing.
  const closed = data.every((line) => line.length > 1 && line.at(-1)?.trim() === '');
  return closed ? data.map((line) => line.slice(0, -1)) : data;
}

/** A first row, or first column, of nothing but names is no numbers; it is left out, and that is said. */
function withoutTitles({ cells, notes }: Table): { readonly cells: Cells; readonly notes: readonly string[] } {
  const name = (cell: string): boolean => /^\p{L}/u.test(cell.trim()) && parseNumber(cell) === undefined;
  const corner = (cell: string, index: number): boolean => name(cell) || (index === 0 && cell.trim() === '');
  const first = cells[0] ?? [];
  const head = cells.length > 1 && first.some(name) && first.every(corner);
  const body = head ? cells.slice(1) : cells;
  const side = body.length > 0 && body.every((line) => line.length > 1 && name(line[0] ?? ''));
  const texts = importWords.notes;
  return {
    cells: side ? body.map((line) => line.slice(1)) : body,
    notes: [...notes, ...(head ? [texts.titles] : []), ...(side ? [texts.sideTitles] : [])],
  };
}

/** Decimal commas as points, where all cells agree that they are that. */
function withPoints(cells: Cells, name: string): Cells {
  const all = cells.flat().map((cell) => cell.trim());
  const comma = all.filter((cell) => withComma.test(cell) || either.test(cell));
  if (comma.length === 0) return cells;
  const columns = cells[0]?.length ?? 1;
  const placeOf = (cell: string) => {
    const index = all.indexOf(cell);
    return { name, row: Math.floor(index / columns), column: index % columns };
  };
  const { problems } = importWords;
  const point = all.find((cell) => cell.includes('.') && parseNumber(cell) !== undefined);
  if (point !== undefined) {
    const place = placeOf(comma[0] ?? '');
    refuse('scene-form', problems.bothMarks(at(place), comma[0] ?? '', point), place);
  }
  if (comma.every((cell) => either.test(cell))) {
    const place = placeOf(comma[0] ?? '');
    refuse('scene-form', problems.eitherMark(at(place), comma[0] ?? ''), place);
  }
  return cells.map((line) => line.map((cell) => (withComma.test(cell.trim()) ? cell.trim().replace(',', '.') : cell)));
}
