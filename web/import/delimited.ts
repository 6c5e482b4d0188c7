import Papa from 'papaparse';
import { importWords } from '../i18n/import.ts';
import { checkCells, checkShape, isAbbreviated, parseNumber, placeText, quoted, valuesOf } from './matrices.ts';
import { type ArrayValues, refuse } from './types.ts';

/** "1 234" with a no-break space is ambiguous: 1234, or 1 and 234. */
const groups = /(?<![^\s,])[+\-−]?[1-9]\d{0,2}(?:[\u00a0\u2007\u2009\u202f]\d{3})+(?!\d)/;

type Cells = readonly (readonly string[])[];

interface Table {
  readonly cells: Cells;
  /** Whether a comma inside a cell may be a decimal comma. */
  readonly commas: boolean;
  readonly notes: readonly string[];
}

const withComma = /^[+\-−]?\d+,\d+(?:e[+-]?\d+)?$/i;
/** "1,234" is ambiguous: 1.234 or 1234. A number that starts with 0 has no thousands separator. */
const ambiguous = /^[+\-−]?[1-9]\d{0,2}(?:,\d{3})+$/;

/** Reads one matrix: cells of a spreadsheet, a CSV or TSV file, or numbers separated by spaces. */
export function readDelimited(text: string, name: string): ArrayValues {
  const table = tableOf(text);
  const { cells, notes } = withoutTitles(table);
  const { problems } = importWords;
  const columns = cells[0]?.length ?? 0;
  for (const [row, line] of cells.entries()) {
    if (line.some(isAbbreviated)) refuse('scene-form', problems.abbreviated, { name, row });
    if (line.length !== columns) {
      refuse('shape', problems.ragged(placeText({ name, row }), line.length, columns), { name, row });
    }
  }
  checkShape(name, [cells.length, columns]);
  const flat = (table.commas ? withPoints(cells, name) : cells).flat();
  const shape = cells.length === 1 ? [columns] : [cells.length, columns];
  return { ...valuesOf(name, shape, flat), notes };
}

function tableOf(source: string): Table {
  // The CSV reader expects one kind of line ending, but pasted text may mix them.
  const text = source.replace(/\r\n?/g, '\n');
  checkCells(separatorsIn(text));
  if (text.includes('\t')) return { cells: split(text, '\t'), commas: true, notes: [] };
  if (text.includes(';')) return { cells: split(text, ';'), commas: true, notes: [] };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const grouped = groups.exec(text);
  if (grouped !== null) {
    const row = lines.findIndex((line) => groups.test(line));
    refuse('scene-form', importWords.problems.eitherSpace(placeText({ row }), quoted(grouped[0])), { row });
  }
  if (!text.includes(',')) return { cells: lines.map(wordsIn), commas: false, notes: [] };
  // "0,5 0,25": the commas are inside the cells.
  if (lines.every((line) => wordsIn(line).every((word) => withComma.test(word)) && wordsIn(line).length > 1)) {
    return { cells: lines.map(wordsIn), commas: true, notes: [] };
  }
  // "0,5" on every line may be one column of fractions. A comma between two other whole numbers is hardly a decimal comma.
  const fractions = lines.every((line) => withComma.test(line.trim())) && lines.some((line) => /^\W*0,/.test(line));
  return { cells: split(text, ','), commas: false, notes: fractions ? [importWords.notes.commaSeparates] : [] };
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

const wordsIn = (line: string): readonly string[] => line.trim().split(/\s+/);

/** Splits by RFC 4180, including quotes. Empty lines are skipped, empty cells are kept. */
function split(text: string, delimiter: string): Cells {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true });
  const [wrong] = errors;
  if (wrong !== undefined) {
    const row = wrong.row ?? 0;
    refuse('scene-form', importWords.problems.quotes(placeText({ row })), { row });
  }
  // A separator at the end of every line does not start another cell.
  const closed = data.every((line) => line.length > 1 && line.at(-1)?.trim() === '');
  return closed ? data.map((line) => line.slice(0, -1)) : data;
}

/** Removes a first row or column that contains only names, and adds a note about it. */
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

/** Converts decimal commas to points if all cells agree. */
function withPoints(cells: Cells, name: string): Cells {
  const all = cells.flat().map((cell) => cell.trim());
  const comma = all.filter((cell) => withComma.test(cell) || ambiguous.test(cell));
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
    refuse('scene-form', problems.bothMarks(placeText(place), comma[0] ?? '', point), place);
  }
  if (comma.every((cell) => ambiguous.test(cell))) {
    const place = placeOf(comma[0] ?? '');
    refuse('scene-form', problems.eitherMark(placeText(place), comma[0] ?? ''), place);
  }
  return cells.map((line) => line.map((cell) => (withComma.test(cell.trim()) ? cell.trim().replace(',', '.') : cell)));
}
