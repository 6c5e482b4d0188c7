import type { Journey, ProductScene } from '../../stage/journey.ts';
import { type Excerpt, excerptOf, type Product } from '../../stage/numbers.ts';
import { wordMark } from './bars-picture.ts';
import { ease, type Room, Sheet, type StagePicture } from './marks.ts';
import { bound, cell, fitted, heading, isNarrow, numbersOf, shortNumber } from './parts.ts';

/**
 * A row times a matrix, laid out as a product: the row on the left, the matrix above, and each number of the result in the corner
 * where the row and the column meet that made it.
 */
export function productPicture(scene: ProductScene, journey: Journey, progress: number, room: Room): StagePicture {
  const sheet = new Sheet();
  const { products } = scene;
  const count = products.length;
  const { input } = products[0] ?? {};
  if (input === undefined) return sheet.picture;
  const shared = products.every((product) => product.input.name === input.name && product.input.size === input.size);
  const current = Math.min(count - 1, Math.floor(progress * count));
  const local = (which: number): number => Math.min(1, Math.max(0, progress * count - which));
  const side = layout(products, room);
  if (side !== null && shared) {
    corner(sheet, journey, products, local, side, room);
    return sheet.picture;
  }
  const one = products[current];
  if (one === undefined) return sheet.picture;
  const own = isNarrow(room) ? null : layout([one], room);
  if (own === null) column(sheet, journey, one, local(current), room);
  else corner(sheet, journey, [one], () => local(current), own, room);
  return sheet.picture;
}

/** The numbers of the row that are shown: the largest, and before the zeros those whose row of the matrix holds something. */
const rowsShown = (products: readonly Product[], room: number): Excerpt =>
  excerptOf(
    products.slice(0, 1).map(({ input }) => input),
    room,
    (at) => (products.some(({ filled }) => filled('row', at)) ? 1e-30 : 0),
  );

const columnsShown = ({ result, filled }: Product, room: number): Excerpt =>
  excerptOf([result], room, (at) => (filled('column', at) ? 1e-30 : 0));

interface Layout {
  /** How many numbers of the row there is room for, and how many columns of each matrix. */
  readonly rows: number;
  readonly columns: number;
  /** Of a cell of the row, and of a matrix. */
  readonly input: number;
  readonly cell: number;
  readonly down: number;
}

const GAP = 1.8;
const LABELS = 5.6;

/** The largest that fits; null where the cells would be too small to be read. */
function layout(products: readonly Product[], { width, height, text }: Room): Layout | null {
  if (width < 38 * text) return null;
  const down = 2 * text;
  const fit = Math.max(2, Math.floor((height - 6.2 * text) / down));
  const widest = (room: number): number =>
    products.reduce((all, product) => all + columnsShown(product, room).places.length, 0);
  for (let rows = Math.min(fit, 10); rows >= 3; rows--) {
    const input = 3.5 * text;
    const shown = rowsShown(products, rows).places.length;
    const rest = width - 1.6 * text - shown * input - LABELS * text - (products.length - 1) * GAP * text;
    const columns = 12;
    const each = rest / widest(columns);
    if (each >= 2.2 * text) return { rows, columns, input, cell: Math.min(each, 3.6 * text), down };
    if (rows > 4) continue;
    for (let fewer = 11; fewer >= 4; fewer--) {
      const wide = rest / widest(fewer);
      if (wide >= 2.2 * text) return { rows, columns: fewer, input, cell: wide, down };
    }
  }
  return null;
}

function corner(
  sheet: Sheet,
  journey: Journey,
  products: readonly Product[],
  local: (which: number) => number,
  { rows, columns, input: wide, cell: across, down }: Layout,
  room: Room,
): void {
  const { text, width } = room;
  const { digits } = journey.source;
  const [first] = products;
  if (first === undefined) return;
  const { input } = first;
  const places = sheet.places(rowsShown(products, rows), input);
  const shownOf = new Map(
    products.map((product) => [product, sheet.places(columnsShown(product, columns), product.result)]),
  );
  const total =
    places.length * wide +
    LABELS * text +
    [...shownOf.values()].reduce((all, shown) => all + shown.length * across, 0) +
    (products.length - 1) * GAP * text;
  const start = Math.max(1.6 * text, (width - total) / 2);
  const top = 2 * text + Math.max(0, (room.height - places.length * down - down - 5.6 * text) / 2);
  const bottom = top + places.length * down + 1.4 * text;
  const matrices = start + places.length * wide + LABELS * text;
  wordMark(sheet, journey, { x: start + (places.length * wide) / 2, y: bottom - 3.4 * text }, room);
  heading(
    sheet,
    `heading ${input.name} ${input.layer}`,
    input,
    { x: start - 0.5 * text, y: bottom + down / 2, anchor: 'end' },
    1.05 * text,
  );
  const mostInput = bound(numbersOf(input, places));
  const lit = products.findIndex((_, which) => local(which) > 0 && local(which) < 1);
  for (const [at, place] of places.entries()) {
    const number = input.number(place);
    const label = fitted(input.label(place), wide - 4, 0.78 * text);
    sheet.label(`feature ${place} ${input.name}`, label, {
      x: start + (at + 0.5) * wide,
      y: bottom - 0.65 * text,
      size: 0.78 * text,
      anchor: 'middle',
      role: 'soft',
    });
    sheet.label(`row ${place} ${input.name}`, fitted(input.label(place), LABELS * text - 8, 0.78 * text), {
      x: matrices - 0.5 * text,
      y: top + (at + 0.5) * down,
      size: 0.78 * text,
      anchor: 'end',
      role: 'soft',
    });
    cell(
      sheet,
      `${input.name} ${input.layer} ${place}`,
      { x: start + at * wide, y: bottom, width: wide, height: down, look: lit < 0 ? 'cell' : 'lit' },
      { number, role: input.role, most: mostInput, text: shortNumber(number.value, digits) },
      0.88 * text,
    );
  }
  let x = matrices;
  for (const [which, product] of products.entries()) {
    const { result } = product;
    const shown = shownOf.get(product) ?? [];
    const share = local(which);
    const now = share > 0 && share < 1 ? Math.floor(share * shown.length) : -1;
    const entries = shown.map((column) => places.map((row) => product.entry(row, column)));
    const most = bound(entries.flat());
    const mostResult = bound(numbersOf(result, shown));
    const middle = x + (shown.length * across) / 2;
    heading(
      sheet,
      `heading ${product.matrix} ${result.layer}`,
      { name: product.matrix, role: result.role },
      { x: middle, y: top - 0.9 * text, anchor: 'middle' },
      1.05 * text,
    );
    for (const [column, of] of shown.entries()) {
      for (const [row, number] of (entries[column] ?? []).entries()) {
        cell(
          sheet,
          `${product.matrix} ${result.layer} ${places[row]} ${of}`,
          {
            x: x + column * across,
            y: top + row * down,
            width: across,
            height: down,
            opacity: now < 0 || column === now ? 1 : 0.4,
            look: column === now ? 'lit' : 'cell',
          },
          { number, role: result.role, most: most * 1.6, text: shortNumber(number.value, digits) },
          0.8 * text,
        );
      }
      const number = result.number(of);
      cell(
        sheet,
        `${result.name} ${result.layer} ${of}`,
        {
          x: x + column * across,
          y: bottom,
          width: across,
          height: down,
          opacity: ease(share * shown.length, column + 0.3, column + 0.9),
          look: column === now ? 'lit' : 'cell',
        },
        { number, role: result.role, most: mostResult, text: shortNumber(number.value, digits) },
        0.88 * text,
      );
      if (column === now || (share >= 1 && column === 0)) sheet.now = number;
    }
    heading(
      sheet,
      `heading ${result.name} ${result.layer}`,
      result,
      { x: middle, y: bottom + down + 0.9 * text, anchor: 'middle', opacity: ease(share, 0, 0.2) },
      1.15 * text,
    );
    x += shown.length * across + GAP * text;
  }
}

/** On a narrow screen the row stands upright beside the matrix, and the result falls out below. */
function column(sheet: Sheet, journey: Journey, product: Product, share: number, room: Room): void {
  const { text, width, height } = room;
  const { digits } = journey.source;
  const { input, result } = product;
  const least = 1.7 * text;
  const rows = Math.max(2, Math.floor((height - 7.2 * text - least) / least));
  const places = sheet.places(rowsShown([product], rows), input);
  const down = Math.max(least, Math.min(3 * text, (height - 7.2 * text) / (places.length + 1)));
  const labels = 4.6 * text;
  const wide = 2.9 * text;
  const start = labels + wide + 0.9 * text;
  const shown = sheet.places(columnsShown(product, Math.max(1, Math.floor((width - start) / (2.35 * text)))), result);
  const across = Math.min(4.4 * text, (width - start) / shown.length);
  const top = 4.3 * text;
  wordMark(sheet, journey, { x: width / 2, y: 1.3 * text }, room);
  heading(
    sheet,
    `heading ${input.name} ${input.layer}`,
    input,
    { x: labels + wide / 2, y: top - 0.8 * text, anchor: 'middle' },
    text,
  );
  heading(
    sheet,
    `heading ${product.matrix} ${result.layer}`,
    { name: product.matrix, role: result.role },
    { x: start + (shown.length * across) / 2, y: top - 0.8 * text, anchor: 'middle' },
    1.05 * text,
  );
  const now = share > 0 && share < 1 ? Math.floor(share * shown.length) : -1;
  const entries = shown.map((of) => places.map((row) => product.entry(row, of)));
  const most = bound(entries.flat());
  const mostInput = bound(numbersOf(input, places));
  const mostResult = bound(numbersOf(result, shown));
  for (const [row, place] of places.entries()) {
    const y = top + row * down;
    sheet.label(`feature ${place} ${input.name}`, fitted(input.label(place), labels - 6, 0.82 * text), {
      x: labels - 0.4 * text,
      y: y + down / 2,
      size: 0.82 * text,
      anchor: 'end',
      role: 'soft',
    });
    const number = input.number(place);
    cell(
      sheet,
      `${input.name} ${input.layer} ${place}`,
      { x: labels, y, width: wide, height: down, look: now < 0 ? 'cell' : 'lit' },
      { number, role: input.role, most: mostInput, text: shortNumber(number.value, digits) },
      0.85 * text,
    );
    for (const [column, of] of shown.entries()) {
      const entry = entries[column]?.[row] ?? number;
      cell(
        sheet,
        `${product.matrix} ${result.layer} ${place} ${of}`,
        {
          x: start + column * across,
          y,
          width: across,
          height: down,
          opacity: now < 0 || column === now ? 1 : 0.4,
          look: column === now ? 'lit' : 'cell',
        },
        { number: entry, role: result.role, most: most * 1.6, text: shortNumber(entry.value, digits) },
        0.8 * text,
      );
    }
  }
  const bottom = top + places.length * down + 0.6 * text;
  heading(
    sheet,
    `heading ${result.name} ${result.layer}`,
    result,
    { x: start - 0.6 * text, y: bottom + down / 2, anchor: 'end' },
    1.1 * text,
  );
  for (const [column, of] of shown.entries()) {
    const number = result.number(of);
    cell(
      sheet,
      `${result.name} ${result.layer} ${of}`,
      {
        x: start + column * across,
        y: bottom,
        width: across,
        height: down,
        opacity: ease(share * shown.length, column + 0.3, column + 0.9),
        look: column === now ? 'lit' : 'cell',
      },
      { number, role: result.role, most: mostResult, text: shortNumber(number.value, digits) },
      0.85 * text,
    );
    if (column === now || (share >= 1 && column === 0)) sheet.now = number;
  }
}
