import { isOne } from './matrices.ts';
import { parseNumber } from './numbers.ts';
import type { NoteName, ReadingName, Titles } from './types.ts';

export type Cells = readonly (readonly string[])[];

/** The numbers of a table, with notes about the rows and columns that were left out. */
export interface Body {
  readonly cells: Cells;
  readonly notes: readonly NoteName[];
  /** Set if there are several readings. */
  readonly reading?: readonly ReadingName[];
  /** The sizes of the axes in front of rows and columns. */
  readonly outer?: readonly number[];
  /** The names that were left out. */
  readonly titles?: Titles;
}

/** What `tensorAs` writes before a label that a program could take for a number, and in place of one that is missing. */
const place = /^\w+\[\d+\](?: |$)/;

/** Names of rows or columns. Undefined for mere numbers of them. */
function namesIn(cells: readonly string[]): readonly string[] | undefined {
  const names = cells.map((cell) => cell.trim().replace(place, ''));
  return names.length === 0 || names.includes('') || areIndices(names) ? undefined : names;
}

function titlesOf(rows: readonly string[] | undefined, columns: readonly string[] | undefined): Titles {
  return { ...(rows !== undefined && { rows }), ...(columns !== undefined && { columns }) };
}

const isName = (cell: string): boolean => /^[\p{L}_]/u.test(cell.trim()) && parseNumber(cell) === undefined;
const isTitle = (cell: string): boolean => !isEmpty(cell) && parseNumber(cell) === undefined;
const isEmpty = (cell: string): boolean => cell.trim() === '';
const isWhole = (cell: string): boolean => /^\d{1,7}:?$/.test(cell.trim());
const isBit = (cell: string): boolean => /^[01]:?$/.test(cell.trim());
/** Written with a fraction or an exponent, as data frames write measured numbers. */
const isFraction = (cell: string): boolean =>
  /[.,]|\de|nan|inf/i.test(cell) && parseNumber(cell.replace(',', '.')) !== undefined;

/** Whether cells count 0, 1, 2 … or 1, 2, 3 …, as pandas and R number rows and columns. */
function areIndices(cells: readonly string[]): boolean {
  const first = Number.parseInt(cells[0] ?? '', 10);
  return (
    (first === 0 || first === 1) &&
    cells.every((cell, index) => isWhole(cell) && Number.parseInt(cell, 10) === first + index)
  );
}

/** The titles that programs give to a column of row numbers or names. */
const indexTitle = /^(?:\(?index\)?|idx|unnamed: ?\d+|level_\d+|row(?:[ _.]?(?:names?|number|id))?|tokens?|words?)$/i;

/**
 * The readings of a table without the names and numbers of its rows and columns. `hasHead` says that the form always has a first row of titles.
 * Numbers that may be titles or data give a reading each. `isQuestion` says that the cells are one of several readings.
 */
export function bodiesOf(cells: Cells, { hasHead = false, isQuestion = false } = {}): readonly Body[] {
  const sized = withoutSize(cells);
  const [titleRow = [], ...rest] = sized.cells;
  // console.table() names the column of indices.
  const head = titleRow[0]?.trim() === '(index)' ? ['', ...titleRow.slice(1)] : titleRow;
  const width = rest[0]?.length ?? 0;
  const body = (columns: number, own: readonly NoteName[], rows: Cells = rest): Body => ({
    cells: columns === 0 ? rows : rows.map((line) => line.slice(columns)),
    notes: [...sized.notes, ...own],
    titles: titlesOf(
      columns === 0 ? undefined : namesIn(rows.map((line) => line[columns - 1] ?? '')),
      own.includes('titles') ? namesIn(head.slice(columns - width)) : undefined,
    ),
  });
  const axes = withoutAxes(head, rest);
  if (axes !== null) return [axes];
  const first = rest.map((line) => line[0] ?? '');
  // R and pandas print a title for each column, but none for the column of row names.
  const isShort = rest.length > 0 && head.length === width - 1 && rest.every((line) => line.length === width);
  if (
    isShort &&
    (head.every(isName) || areIndices(head)) &&
    (areIndices(first) || first.every(isName) || head.every(isName))
  ) {
    return [body(1, ['titles', 'sideTitles'])];
  }
  const blanks = head.findIndex((cell) => !isEmpty(cell));
  const titles = head.slice(Math.max(0, blanks));
  if (blanks > 0 && rest.length > 0 && (titles.every(isTitle) || areIndices(titles))) {
    const isIndex = rest.every((line) => line.slice(0, blanks).every((cell) => isWhole(cell) || !isFraction(cell)));
    if (isIndex) return [body(blanks, ['titles', 'sideTitles'])];
  }
  if (
    rest.length > 0 &&
    head.some(isName) &&
    head.every((cell, index) => isName(cell) || (index === 0 && indexTitle.test(cell.trim())))
  ) {
    return titled(head, first, body);
  }
  if (blanks === 1 && areTokens(titles, first, rest)) return [body(1, ['titles', 'sideTitles'])];
  if (rest.length > 0 && blanks === 0 && areTokensOfColumns(head, rest)) return [body(0, ['titles'])];
  if (rest.length > 0 && blanks === 1 && titles.every(isName)) return [body(0, ['titles'])];
  if (hasHead && rest.length > 0) return numbered(head, first, body, sized.cells, { hasHead, isQuestion });
  const all = sized.cells.map((line) => line[0] ?? '');
  if (sized.cells.length > 0 && sized.cells.every((line) => line.length > 1) && all.every(isName)) {
    return [body(1, ['sideTitles'], sized.cells)];
  }
  if (sized.reading !== undefined) {
    return [
      { cells, notes: [], reading: ['allData'] },
      { ...body(0, [], sized.cells), reading: sized.reading },
    ];
  }
  return numbered(head, first, body, sized.cells, { hasHead, isQuestion });
}

/** A token may be a number, such as a year. */
const isToken = (cell: string): boolean => isTitle(cell) || isWhole(cell);

/** Whether they name rows and columns below an empty corner: some are no numbers, or both are the same, or only they are whole. */
function areTokens(titles: readonly string[], first: readonly string[], rest: Cells): boolean {
  const isSame = areSame(titles, first);
  const numbers = rest.map((line) => line.slice(1));
  const areNamed = mayBeTokens(titles) && mayBeTokens(first) && areMeasured(numbers);
  return (
    rest.length > 0 &&
    [...titles, ...first].every(isToken) &&
    (isSame || (titles.some(isTitle) && first.some(isTitle)) || areNamed) &&
    areNumbers(numbers, titles.length)
  );
}

/** Whether they name columns: most are no numbers, and all cells below are. One that is none among numbers is a mistake. */
const areTokensOfColumns = (head: readonly string[], rest: Cells): boolean =>
  head.every(isToken) && 2 * head.filter(isName).length > head.length && areNumbers(rest, head.length);

const areNumbers = (cells: Cells, width: number): boolean =>
  cells.every((line) => line.length === width && line.every((cell) => parseNumber(cell) !== undefined));

const areSame = (titles: readonly string[], others: readonly string[]): boolean =>
  titles.length === others.length && titles.every((title, index) => title.trim() === others[index]?.trim());

/** Rows of weights, of which some are fractions. */
const areWeights = (cells: Cells): boolean =>
  cells.flat().some(isFraction) &&
  cells.every((line) =>
    isOne(line.reduce((total, cell) => total + (parseNumber(cell.replace(',', '.')) ?? Number.NaN), 0)),
  );

/** Numbers among which no whole number is at home. */
const areMeasured = (cells: Cells): boolean => cells.flat().every(isFraction) || areWeights(cells);

/** Several whole numbers, such as years, which are no part of a mask. */
const mayBeTokens = (cells: readonly string[]): boolean =>
  cells.length > 1 && cells.every(isWhole) && !cells.every(isBit);

/** The readings in which whole numbers, such as years, name the rows or columns of the square table that the other numbers are. */
function tokenReadings(cells: Cells, body: MakeBody): readonly Body[] {
  const [head = [], ...rest] = cells;
  const inner = (rows: Cells): Cells => rows.map((line) => line.slice(1));
  const all = cells.map((line) => line[0] ?? '');
  const isSquare = (table: Cells): boolean => table.every((line) => line.length === table.length) && areMeasured(table);
  if (mayBeTokens(head) && isSquare(rest)) return [{ ...body(0, ['titles']), reading: ['rowIsTokens'] }];
  if (mayBeTokens(all) && isSquare(inner(cells)))
    return [{ ...body(1, ['sideTitles'], cells), reading: ['columnIsTokens'] }];
  // Numbers stand in the first row and column of any matrix, so both have to be the same.
  const areBoth = isWhole(head[0] ?? '') && mayBeTokens(all.slice(1)) && areSame(head.slice(1), all.slice(1));
  return areBoth && isSquare(inner(rest)) ? [{ ...body(1, ['titles', 'sideTitles']), reading: ['bothAreTokens'] }] : [];
}

type MakeBody = (columns: number, notes: readonly NoteName[], rows?: Cells) => Body;

/** A table under a row of names. */
function titled(head: readonly string[], first: readonly string[], body: MakeBody): readonly Body[] {
  const hasSide = head.length > 1;
  if (hasSide && first.every(isName)) return [body(1, ['titles', 'sideTitles'])];
  if (hasSide && indexTitle.test((head[0] ?? '').trim()) && first.every(isWhole))
    return [body(1, ['titles', 'sideTitles'])];
  if (!hasSide || first.length < 2 || !areIndices(first)) return [body(0, ['titles'])];
  return [
    { ...body(0, ['titles']), reading: ['columnIsData'] },
    { ...body(1, ['titles', 'sideTitles']), reading: ['columnIsIndex'] },
  ];
}

/** A table of numbers only, whose first row or column may count the others. */
function numbered(
  head: readonly string[],
  first: readonly string[],
  body: MakeBody,
  cells: Cells,
  { hasHead, isQuestion }: { readonly hasHead: boolean; readonly isQuestion: boolean },
): readonly Body[] {
  const rest = cells.slice(1);
  // Data frames write every number of a column of fractions as a fraction. A matrix that is typed seldom is that regular.
  const areFractions = (rows: Cells, from: number): boolean => {
    const isColumn = (column: number): boolean => rows.every((line) => isFraction(line[column] ?? ''));
    const columns = head.slice(from).map((_, index) => isColumn(from + index));
    return rows.length > 1 ? columns.includes(true) : columns.every(Boolean);
  };
  const isTable = rest.length > 0 && head.length > 1;
  const indices = cells.map((line) => line[0] ?? '');
  const found: Body[] = [{ ...body(0, [], cells), reading: ['allData'] }];
  const headCounts = isTable && (areIndices(head) || hasHead);
  if (headCounts && (hasHead || areFractions(rest, 0))) found.push({ ...body(0, ['titles']), reading: ['rowIsIndex'] });
  // A mask or a permutation of ones and zeros has no index.
  const isFrame = !cells.flat().some(isFraction) && !cells.flat().every(isBit);
  const countsFromZero = !isQuestion && isFrame && indices[0]?.trim() === '0';
  const isIndexed = areFractions(cells, 1) || cells.length > 3 || countsFromZero;
  if (isTable && areIndices(indices) && isIndexed) {
    found.push({ ...body(1, ['sideTitles'], cells), reading: ['columnIsIndex'] });
  }
  if (headCounts && rest.length > 1 && areIndices(first) && areFractions(rest, 1)) {
    found.push({ ...body(1, ['titles', 'sideTitles']), reading: ['bothAreIndices'] });
  }
  if (found.length === 1 && !hasHead && !isQuestion) found.push(...tokenReadings(cells, body));
  const [one] = found;
  return found.length === 1 && one !== undefined ? [{ cells: one.cells, notes: one.notes }] : found;
}

/**
 * Word vectors and other files begin with a line of their size, such as “400000 300”. It is left out, or is a reading if it is as long as the other
 * rows.
 */
function withoutSize(cells: Cells): Body {
  const [size = [], ...rest] = cells;
  const width = rest[0]?.length ?? 0;
  const names = rest.length > 0 && rest.every((line) => line.length > 1 && isName(line[0] ?? '')) ? 1 : 0;
  const fits =
    rest.length > 0 &&
    size.length === 2 &&
    size.every((cell) => /^\d{1,7}$/.test(cell.trim())) &&
    Number(size[0]) === rest.length &&
    Number(size[1]) === width - names &&
    rest.every((line) => line.length === width);
  if (!fits) return { cells, notes: [] };
  const isAsLong = width === 2 && names === 0;
  if (isAsLong && (rest.length < 2 || !rest.flat().every(isFraction))) return { cells, notes: [] };
  return { cells: rest, notes: ['size'], ...(isAsLong ? { reading: ['rowIsSize'] } : {}) };
}

/**
 * The table that `tensorAs` writes of three axes and more: “H,weights (T_q × T_k),the,cat”. Each line has the indices of the outer axes and the
 * row's name in front of its numbers. Null for other tables.
 */
function withoutAxes(head: readonly string[], rest: Cells): Body | null {
  const corner = head.findIndex((cell) => / \([^()]+ × [^()]+\)$/.test(cell));
  const [last] = rest.slice(-1);
  if (corner < 1 || last === undefined || !head.slice(0, corner).every(isName)) return null;
  const outer = last.slice(0, corner).map((cell) => Number(cell) + 1);
  const parts = outer.reduce((product, size) => product * size, 1);
  const height = rest.length / parts;
  if (!Number.isInteger(height) || parts > rest.length) return null;
  const isInOrder = rest.every((line, row) => {
    let remaining = Math.floor(row / height);
    return outer
      .map((size, axis) => [size, line[axis]] as const)
      .toReversed()
      .every(([size, cell]) => {
        const index = remaining % size;
        remaining = Math.floor(remaining / size);
        return cell === String(index);
      });
  });
  const cells = rest.map((line) => line.slice(corner + 1));
  const titles = titlesOf(
    namesIn(rest.slice(0, height).map((line) => line[corner] ?? '')),
    namesIn(head.slice(corner + 1)),
  );
  return isInOrder ? { cells, notes: ['titles', 'sideTitles'], outer, titles } : null;
}
