import type { Journey, ProductChapter } from '../../stage/journey.ts';
import { type Excerpt, excerptOf, type Product, type Vector } from '../../stage/numbers.ts';
import type { Digits } from '../../trace/number-format.ts';
import { wordMark } from './bars-picture.ts';
import { type Box, ease, type Room, Sheet, type StagePicture } from './marks.ts';
import {
  bound,
  cell,
  columnWidth,
  fitted,
  heading,
  headingWidth,
  isNarrow,
  numbersIn,
  numbersOf,
  shortNumber,
} from './parts.ts';

/**
 * A row times a matrix, laid out as a product: the row on the left, the matrix above, and each number of the result
 * where its row and column meet.
 */
export function productPicture(chapter: ProductChapter, journey: Journey, progress: number, room: Room): StagePicture {
  const sheet = new Sheet(journey.source.reader);
  const { products } = chapter;
  const count = products.length;
  const { input } = products[0] ?? {};
  if (input === undefined) return sheet.picture;
  const shared = products.every((product) => product.input.name === input.name && product.input.size === input.size);
  const current = Math.min(count - 1, Math.floor(progress * count));
  const local = (which: number): number => Math.min(1, Math.max(0, progress * count - which));
  const { digits } = journey.source;
  const side = layout(sheet, products, room, digits);
  const one = products[current];
  if (side !== null && shared) corner(sheet, journey, products, local, side, room);
  else if (one !== undefined) {
    const own = isNarrow(room) ? null : layout(sheet, [one], room, digits);
    if (own === null) column(sheet, journey, one, local(current), room);
    else corner(sheet, journey, [one], () => local(current), own, room);
  }
  const [first] = products;
  // The caption ends with this number.
  if (progress >= 1 && first !== undefined)
    sheet.now = first.result.number(excerptOf([first.result], 1).places[0] ?? 0);
  return sheet.picture;
}

/** The width of the name before the row, with its gaps. */
const nameRoom = (sheet: Sheet, { input }: Product, text: number): number =>
  Math.max(1.6 * text, headingWidth(sheet, input.name, NAME * text) + 0.7 * text);

/** The numbers of the row that are shown: the largest, then zeros whose row of the matrix is not all 0. */
const rowsShown = (products: readonly Product[], room: number): Excerpt =>
  excerptOf(
    products.slice(0, 1).map(({ input }) => input),
    room,
    (index) => (products.some(({ filled }) => filled('row', index)) ? 1e-30 : 0),
  );

const columnsShown = ({ result, filled }: Product, room: number): Excerpt =>
  excerptOf([result], room, (index) => (filled('column', index) ? 1e-30 : 0));

interface Layout {
  /** How many numbers of the row fit, and how many columns of each matrix. */
  readonly rows: number;
  readonly columns: number;
  /** The width of a number of the row, and of a cell of a matrix. */
  readonly input: number;
  readonly cell: number;
  readonly down: number;
}

const GAP = 1.8;
const LABELS = 5.6;
/** From the centre of a heading to the cells below it, in ems. */
const ABOVE = 0.85;
/** The size of the numbers, in ems. */
const RESULT = 0.88;
/** The size of the name before the row, in ems. */
const NAME = 1.05;

/** The largest layout that fits. Null if its cells would be too small to read. */
function layout(
  sheet: Sheet,
  products: readonly Product[],
  { width, height, text }: Room,
  digits: Digits,
): Layout | null {
  const [first] = products;
  if (width < 38 * text || first === undefined) return null;
  const input = columnWidth(numbersIn([first.input], digits), RESULT * text, 3.5 * text, digits);
  const least = Math.max(
    ...products.map((product) => columnWidth(numbersOfProduct(product, digits), RESULT * text, 2.2 * text, digits)),
  );
  const down = 2 * text;
  const fit = Math.max(2, Math.floor((height - 6.2 * text) / down));
  const widest = (room: number): number =>
    products.reduce((all, product) => all + columnsShown(product, room).places.length, 0);
  for (let rows = Math.min(fit, 10); rows >= 3; rows--) {
    const shown = rowsShown(products, rows).places.length;
    const rest =
      width - nameRoom(sheet, first, text) - shown * input - LABELS * text - (products.length - 1) * GAP * text;
    const columns = 12;
    const each = rest / widest(columns);
    if (each >= least) return { rows, columns, input, cell: Math.min(each, Math.max(least, 3.6 * text)), down };
    if (rows > 4) continue;
    for (let fewer = 11; fewer >= 4; fewer--) {
      const wide = rest / widest(fewer);
      if (wide >= least) return { rows, columns: fewer, input, cell: wide, down };
    }
  }
  return null;
}

/** The numbers in the cells of the matrix and the result, for measuring. */
function* numbersOfProduct({ input, result, entry }: Product, digits: Digits): Iterable<string> {
  yield* numbersIn([result], digits);
  for (let row = 0; row < Math.min(input.size, 16); row++)
    for (let of = 0; of < Math.min(result.size, 16); of++) yield shortNumber(entry(row, of).value, digits);
}

/** The layout of a matrix and its result, in pixels. */
interface MatrixPlace {
  /** The indices of the rows and columns that are shown. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly x: number;
  readonly top: number;
  /** The top of the result. */
  readonly bottom: number;
  readonly across: number;
  readonly down: number;
  readonly text: number;
  readonly digits: Digits;
}

const isUnderWay = (share: number): boolean => share > 0 && share < 1;

/** A matrix and the result below it, revealed column by column. */
function matrixAndResult(sheet: Sheet, product: Product, share: number, place: MatrixPlace): void {
  const { rows, columns, x: start, top, bottom, across, down, text, digits } = place;
  const { matrix, result } = product;
  const now = isUnderWay(share) ? Math.floor(share * columns.length) : -1;
  const entries = columns.map((of) => rows.map((row) => product.entry(row, of)));
  const most = bound(entries.flat()) * 1.6;
  const mostResult = bound(numbersOf(result, columns));
  const { layer, role, name } = result;
  heading(
    sheet,
    `heading ${matrix} ${layer}`,
    { name: matrix, role },
    { x: start + (columns.length * across) / 2, y: top - ABOVE * text, anchor: 'middle' },
    1.05 * text,
  );
  for (const [column, of] of columns.entries()) {
    const look = column === now ? 'lit' : 'cell';
    const x = start + column * across;
    for (const [row, number] of (entries[column] ?? []).entries()) {
      const opacity = now < 0 || column === now ? 1 : 0.4;
      cell(
        sheet,
        `${matrix} ${layer} ${rows[row]} ${of}`,
        { x, y: top + row * down, width: across, height: down, opacity, look },
        { number, role, most, text: shortNumber(number.value, digits) },
        0.8 * text,
      );
    }
    const number = result.number(of);
    const opacity = ease(share * columns.length, column + 0.3, column + 0.9);
    cell(
      sheet,
      `${name} ${layer} ${of}`,
      { x, y: bottom, width: across, height: down, opacity, look },
      { number, role, most: mostResult, text: shortNumber(number.value, digits) },
      RESULT * text,
    );
    if (column === now || (share >= 1 && column === 0)) sheet.now = number;
  }
}

/** The cells of the row, highlighted while they are used. */
function inputRow(
  sheet: Sheet,
  input: Vector,
  places: readonly number[],
  { isLit, text, digits }: { readonly isLit: boolean; readonly text: number; readonly digits: Digits },
  positionOf: (index: number) => Pick<Box, 'x' | 'y' | 'width' | 'height'>,
): void {
  const most = bound(numbersOf(input, places));
  for (const [index, place] of places.entries()) {
    const number = input.number(place);
    cell(
      sheet,
      `${input.name} ${input.layer} ${place}`,
      { ...positionOf(index), look: isLit ? 'lit' : 'cell' },
      { number, role: input.role, most, text: shortNumber(number.value, digits) },
      RESULT * text,
    );
  }
}

/** The row on the left, each matrix above its part of the result. */
function corner(
  sheet: Sheet,
  journey: Journey,
  products: readonly Product[],
  local: (index: number) => number,
  { rows, columns, input: wide, cell: across, down }: Layout,
  room: Room,
): void {
  const { text, width } = room;
  const { digits } = journey.source;
  const [first] = products;
  if (first === undefined) return;
  const { input } = first;
  const places = sheet.places(rowsShown(products, rows), input);
  const shown = products.map((product) => sheet.places(columnsShown(product, columns), product.result));
  const row = places.length * wide + LABELS * text;
  const total = shown.reduce((all, { length }) => all + length * across, row + (products.length - 1) * GAP * text);
  const start = Math.max(nameRoom(sheet, first, text), (width - total) / 2);
  const top = 2 * text + Math.max(0, (room.height - places.length * down - down - 5.6 * text) / 2);
  const bottom = top + places.length * down + 1.4 * text;
  wordMark(sheet, journey, input, { x: start + (places.length * wide) / 2, y: bottom - 3.4 * text }, room);
  const before = { x: start - 0.5 * text, y: bottom + down / 2, anchor: 'end' } as const;
  heading(sheet, `heading ${input.name} ${input.layer}`, input, before, NAME * text);
  let x = start + row;
  cornerNames(sheet, input, places, { start, matrices: x, top, bottom, wide, down, text });
  const isLit = products.some((_, index) => isUnderWay(local(index)));
  inputRow(sheet, input, places, { isLit, text, digits }, (index) => ({
    x: start + index * wide,
    y: bottom,
    width: wide,
    height: down,
  }));
  for (const [index, product] of products.entries()) {
    const own = shown[index] ?? [];
    const progress = local(index);
    matrixAndResult(sheet, product, progress, {
      rows: places,
      columns: own,
      x,
      top,
      bottom,
      across,
      down,
      text,
      digits,
    });
    const middle = x + (own.length * across) / 2;
    const below = {
      x: middle,
      y: bottom + down + 0.9 * text,
      anchor: 'middle',
      opacity: ease(progress, 0, 0.2),
    } as const;
    const { result } = product;
    heading(sheet, `heading ${result.name} ${result.layer}`, result, below, 1.15 * text);
    x += own.length * across + GAP * text;
  }
}

/** Labels above the numbers of the row and beside the rows of the matrix. */
function cornerNames(
  sheet: Sheet,
  input: Vector,
  places: readonly number[],
  at: {
    readonly start: number;
    readonly matrices: number;
    readonly top: number;
    readonly bottom: number;
    readonly wide: number;
    readonly down: number;
    readonly text: number;
  },
): void {
  const { start, matrices, top, bottom, wide, down, text } = at;
  const size = 0.78 * text;
  for (const [index, place] of places.entries()) {
    const label = input.label(place);
    const above = { x: start + (index + 0.5) * wide, y: bottom - 0.65 * text, anchor: 'middle' } as const;
    sheet.label(`feature ${place} ${input.name}`, fitted(label, wide - 4, size), { ...above, size, role: 'soft' });
    const beside = { x: matrices - 0.5 * text, y: top + (index + 0.5) * down, anchor: 'end' } as const;
    sheet.label(`row ${place} ${input.name}`, fitted(label, LABELS * text - 8, size), {
      ...beside,
      size,
      role: 'soft',
    });
  }
}

/** On a narrow screen the row stands upright beside the matrix, with the result below. */
function column(sheet: Sheet, journey: Journey, product: Product, share: number, room: Room): void {
  const { text, width, height } = room;
  const { digits } = journey.source;
  const { input, result } = product;
  const least = 1.7 * text;
  const rows = Math.max(2, Math.floor((height - 7.2 * text - least) / least));
  const places = sheet.places(rowsShown([product], rows), input);
  const down = Math.max(least, Math.min(3 * text, (height - 7.2 * text) / (places.length + 1)));
  const labels = 4.6 * text;
  const wide = columnWidth(numbersIn([input], digits), RESULT * text, 2.9 * text, digits);
  const start = labels + wide + 0.9 * text;
  const need = columnWidth(numbersOfProduct(product, digits), RESULT * text, 2.35 * text, digits);
  const shown = sheet.places(columnsShown(product, Math.max(1, Math.floor((width - start) / need))), result);
  const across = Math.min(Math.max(need, 4.4 * text), (width - start) / shown.length);
  const top = 4.3 * text;
  const bottom = top + places.length * down + 0.6 * text;
  wordMark(sheet, journey, input, { x: width / 2, y: 1.3 * text }, room);
  heading(
    sheet,
    `heading ${input.name} ${input.layer}`,
    input,
    { x: labels + wide / 2, y: top - ABOVE * text, anchor: 'middle' },
    text,
  );
  for (const [index, place] of places.entries()) {
    sheet.label(`feature ${place} ${input.name}`, fitted(input.label(place), labels - 6, 0.82 * text), {
      x: labels - 0.4 * text,
      y: top + (index + 0.5) * down,
      size: 0.82 * text,
      anchor: 'end',
      role: 'soft',
    });
  }
  inputRow(sheet, input, places, { isLit: isUnderWay(share), text, digits }, (index) => ({
    x: labels,
    y: top + index * down,
    width: wide,
    height: down,
  }));
  const place = { rows: places, columns: shown, x: start, top, bottom, across, down, text, digits };
  matrixAndResult(sheet, product, share, place);
  heading(
    sheet,
    `heading ${result.name} ${result.layer}`,
    result,
    { x: start - 0.6 * text, y: bottom + down / 2, anchor: 'end' },
    1.1 * text,
  );
}
