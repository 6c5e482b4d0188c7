import { stageWords } from '../../i18n/stage.ts';
import type { Group } from '../../stage/groups.ts';
import { type Journey, type KeyColumn, middleKey } from '../../stage/journey.ts';
import { excerptOf, type Vector } from '../../stage/numbers.ts';
import { type Part, partsOf } from '../../stage/parts.ts';
import { isKeptBack } from '../../trace/number-format.ts';
import type { LeftOut, Room } from './marks.ts';
import { widthOf } from './marks.ts';
import { columnText, headingLength, isNarrow, numbersIn, vectorText, wordAt } from './parts.ts';

/** A part and its place. Widths in pixels. */
export interface Placed<P extends Part = Part> {
  readonly part: P;
  readonly x: number;
  readonly width: number;
  /** The indices of the numbers that are shown, and how much they leave out. */
  readonly places: readonly number[];
  /** The width of a column's or named bar's digits, of the names, and of a cell of a strip. */
  readonly digits: number;
  readonly labels: number;
  readonly cell: number;
}

/** Where everything of a layer stands. It depends on the room, never on the moment. */
export interface Layout {
  readonly layer: number;
  readonly room: Room;
  readonly parts: readonly Placed[];
  /** The keys that have a row. */
  readonly keys: readonly number[];
  /** How many keys have none. A last row says so. */
  readonly hidden: number;
  /** The right edge of the words, the top of the first row and the height of a row. */
  readonly words: number;
  readonly top: number;
  readonly down: number;
  /** The whole width, which a camera moves over if the room is narrower. */
  readonly width: number;
  readonly left: readonly LeftOut[];
  /** The vertical centres of group titles, headings and the asking word's vectors. */
  readonly titles: number;
  readonly headings: number;
  readonly band: number;
}

/** In text sizes. */
const HEADER = { titles: 0.65, headings: 1.85, band: 3.35, height: 4.4 };
const ROW = { least: 1.54, most: 4 };
const GAP = 0.9;

const layouts = new WeakMap<readonly unknown[], Map<string, Layout>>();

/** The layout of a layer. The same journey and room give the same object. */
export function layoutOf(journey: Journey, layer: number, room: Room): Layout {
  const all = layouts.get(journey.chapters) ?? new Map<string, Layout>();
  layouts.set(journey.chapters, all);
  const id = `${journey.language} ${layer} ${room.width} ${room.height} ${room.text}`;
  const known = all.get(id) ?? newLayout(journey, layer, room);
  all.set(id, known);
  return known;
}

function newLayout(journey: Journey, layer: number, room: Room): Layout {
  const { text } = room;
  const top = HEADER.height * text;
  const fit = Math.max(2, Math.floor((room.height - top) / (ROW.least * text)));
  const keys = keysOf(journey, fit);
  const hidden = journey.keyTokens.length - keys.length;
  const rows = keys.length + (hidden > 0 ? 1 : 0);
  const down = Math.min(ROW.most * text, (room.height - top) / rows);
  const words = wordsWidth(journey, keys, room);
  const left: LeftOut[] =
    hidden > 0 ? [{ of: null, shown: keys.length, all: journey.keyTokens.length, onlyZeros: false }] : [];
  const gap = GAP * text;
  const shown = partsOf(journey, layer);
  const measured = (isTight: boolean, hasPowers = false): readonly Size[] =>
    shown.map((part) => sizeOf(part, { journey, keys, room, left, isTight, hasPowers }));
  const whole = (all: readonly Size[]): number => all.reduce((sum, { least: own }) => sum + own + gap, words);
  const withPowers = measured(false, true);
  const loose = whole(withPowers) > room.width ? measured(false) : withPowers;
  const tight = whole(loose) > room.width ? measured(true) : loose;
  // What does not fit even without bars gets a camera, and then has room for them.
  const sizes = whole(tight) > room.width ? loose : tight;
  const least = whole(sizes);
  const spare = Math.max(0, room.width - least);
  const grow = distribute(spare, sizes);
  let x = words + gap;
  const parts = sizes.map((size, index): Placed => {
    const width = size.least + (grow[index] ?? 0);
    const placed = {
      part: size.part,
      x,
      width,
      places: size.places,
      digits: size.digits,
      labels: size.labels,
      cell: cellOf(size, width),
    };
    x += width + gap;
    return placed;
  });
  return {
    ...{ layer, room, parts, keys, hidden, words, top, down, left },
    width: Math.max(x - gap, words),
    titles: HEADER.titles * text,
    headings: HEADER.headings * text,
    band: HEADER.band * text,
  };
}

interface Size {
  readonly part: Part;
  readonly least: number;
  readonly most: number;
  readonly places: readonly number[];
  readonly digits: number;
  readonly labels: number;
}

const cellOf = ({ part, places }: Size, width: number): number =>
  part.kind === 'strips' ? width / Math.max(1, places.length) : width;

/** Divides spare width among the parts, up to the most that each can use. */
function distribute(spare: number, sizes: readonly Size[]): readonly number[] {
  const wanted = sizes.map(({ least, most }) => Math.max(0, most - least));
  const all = wanted.reduce((sum, own) => sum + own, 0);
  return wanted.map((own) => (all === 0 ? 0 : own * Math.min(1, spare / all)));
}

/** Smaller numbers than this part of the largest have no bar. */
const TELLING = 0.03;

/** The indices of a vector that have a named bar, largest first. Without a number other than 0, its first ones. */
export function namedPlaces(vector: Vector, most: number): readonly number[] {
  const { places } = excerptOf([vector], most);
  const size = (place: number): number => {
    const { value } = vector.number(place);
    return Number.isNaN(value) ? Infinity : isKeptBack(value) ? Number.MAX_VALUE : Math.abs(value);
  };
  const largest = places.reduce(
    (top, place) => Math.max(top, isKeptBack(vector.number(place).value) ? 0 : size(place)),
    0,
  );
  const telling = places.filter((place) => size(place) > 0 && !(size(place) < TELLING * largest));
  return telling.length === 0
    ? places.slice(0, Math.min(most, 4))
    : telling.toSorted((a, b) => size(b) - size(a) || a - b);
}

/** A strip's cells are at least so wide, in text sizes, and there are at most so many. */
const CELL = { least: 0.46, most: 1.5, number: 2.9, count: 24 };
/** The least width of strips with two names above them, in text sizes. */
const PAIR = 7.8;
/** Vectors this short have their numbers in the cells. */
const FEW = 4;

/** What a size is worked out from. `left` takes what is not shown. */
interface Sizing {
  readonly journey: Journey;
  readonly keys: readonly number[];
  readonly room: Room;
  readonly left: LeftOut[];
  /** Whether bars are short, to fit the room. */
  readonly isTight: boolean;
  /** Whether exponentials have numbers. */
  readonly hasPowers: boolean;
}

function sizeOf(part: Part, sizing: Sizing): Size {
  const { journey, keys, room, isTight, hasPowers } = sizing;
  const { text } = room;
  const plain = { part, places: [], digits: 0, labels: 0 };
  const head = (name: string): number => headingLength(journey.source.reader, name, text);
  switch (part.kind) {
    case 'strips':
      return stripsSize(part, sizing);
    case 'column': {
      const number = numberWidth(part.column, keys, journey.source.digits, text);
      const { isWeights } = part.column;
      const bar = isTight ? (isWeights ? 3 : 1.2) : isWeights ? 5 : 2.2;
      const least = Math.max(number + bar * text, head(part.column.name));
      return { ...plain, digits: number, least, most: least + (isWeights ? 10 : 4) * text };
    }
    case 'exp': {
      const number = !hasPowers || !part.isPower ? 0 : text + numberWidth(part.of, keys, journey.source.digits, text);
      return {
        ...plain,
        digits: number,
        least: number + (isTight ? 2.6 : number > 0 ? 2.6 : 4) * text,
        most: number + 8 * text,
      };
    }
    case 'flow':
      return { ...plain, least: (isTight ? 2.6 : 4.6) * text, most: 12 * text };
    case 'vector': {
      if (part.isNamed) return namedSize(part, part.vector, sizing);
      const width = Math.max(1.6 * text, head(part.vector.name));
      return { ...plain, least: width, most: width };
    }
    case 'correct': {
      const { correct, byKey } = part.row;
      if (!byKey) return namedSize(part, correct, sizing);
      const written = keys.map((key) => vectorText(correct, correct.number(key).value, journey.source.digits));
      const number = Math.max(...longest(written, text)) + 0.4 * text;
      const title = widthOf(stageWords(journey.language).mistake.correct, text) * 1.1;
      const width = Math.max(number + 1.4 * text, title);
      return { ...plain, digits: number, least: width, most: width };
    }
  }
}

function stripsSize(part: Part & { readonly kind: 'strips' }, { journey, keys, room, left }: Sizing): Size {
  const { text } = room;
  const vectors = vectorsOf(part, keys);
  const [first] = vectors;
  if (first === undefined) return { part, places: [], digits: 0, labels: 0, least: 0, most: 0 };
  const few = first.size <= FEW;
  const all = Array.from({ length: first.size }, (_, index) => index);
  const excerpt = first.size <= CELL.count ? { places: all, onlyZeros: true } : excerptOf(vectors, CELL.count);
  const { places, onlyZeros } = excerpt;
  if (places.length < first.size) leave(left, { of: first.name, shown: places.length, all: first.size, onlyZeros });
  const written = Math.max(CELL.number * text, ...longest(numbersIn(vectors, journey.source.digits), text));
  const { band, rows } = part;
  const isPair = band !== null && rows !== null && band.vector.name !== rows(0).name;
  const title = (name: string): number => headingLength(journey.source.reader, name, text);
  const names = isPair
    ? Math.max(PAIR * text, title(band.vector.name) + title(rows(0).name) + 1.2 * text)
    : Math.max(3.5 * text, title(first.name));
  const least = Math.max(places.length * (few ? written : CELL.least * text), names);
  const most = places.length * (few ? written * 1.3 : CELL.most * text);
  return { part, places, digits: 0, labels: 0, least, most: Math.max(least, most) };
}

function leave(left: LeftOut[], one: LeftOut): void {
  if (!left.some(({ of }) => of === one.of)) left.push(one);
}

/** The most bars of a vector. */
const MOST_BARS = 12;

function namedSize(part: Part, vector: Vector, { journey: { source }, room, isTight: isFull }: Sizing): Size {
  // On a phone, two of them stand side by side.
  const isTight = isFull || isNarrow(room);
  const { text } = room;
  const fit = Math.floor((room.height - HEADER.height * text) / (ROW.least * text)) - 1;
  const places = namedPlaces(vector, Math.max(1, Math.min(fit, MOST_BARS)));
  const names = places.map((place) => dimensionName(vector, place));
  const labels = Math.min(7 * text, Math.max(...longest(names, 1.05 * text)) + 0.5 * text);
  const written = places.map((place) => vectorText(vector, vector.number(place).value, source.digits));
  const digits = Math.max(...longest(written, text)) + 0.4 * text;
  const least = Math.max(labels + digits + (isTight ? 1.4 : 2.6) * text, (isTight ? 7 : 9) * text);
  return { part, places, digits, labels, least, most: least + 7 * text };
}

const longest = (texts: Iterable<string>, size: number): number[] => [
  0,
  ...Array.from(texts, (one) => widthOf(one, size)),
];

function numberWidth(
  column: KeyColumn,
  keys: readonly number[],
  digits: Journey['source']['digits'],
  text: number,
): number {
  const written = keys.map((key) => columnText(column, column.number(key).value, digits));
  return Math.max(...longest(written, column.isWeights ? 1.1 * text : text)) + 0.4 * text;
}

/** The vectors that a part of strips shows. */
export function vectorsOf(part: Part & { readonly kind: 'strips' }, keys: readonly number[]): readonly Vector[] {
  const { band, rows } = part;
  return [...(band === null ? [] : [band.vector]), ...(rows === null ? [] : keys.map(rows))];
}

const SUBSCRIPT_ZERO = 0x2080;

/** The name of a dimension: a feature, or the tensor with an index, never a bare number. */
export function dimensionName(vector: Vector, index: number): string {
  const label = vector.label(index);
  if (label !== String(index)) return label;
  const digits = Array.from(label, (digit) => String.fromCodePoint(SUBSCRIPT_ZERO + Number(digit))).join('');
  return `${vector.name.replace(/[_\d].*$/, '')}${digits}`;
}

/** More keys are not searched for the strongest. */
const SEARCHED = 512;
/** How many keys of each layer's weights have a row in any case. */
const STRONGEST = 3;

/** The keys that have a row, as many as fit: the strongest of each layer, and those around the asking word. */
function keysOf(journey: Journey, fit: number): readonly number[] {
  const count = journey.keyTokens.length;
  const all = Array.from({ length: count }, (_, key) => key);
  if (count <= fit) return all;
  const middle = middleKey(journey);
  const from = Math.max(0, Math.min(count - SEARCHED, middle - SEARCHED / 2));
  const near = all.slice(from, from + SEARCHED);
  const chosen = new Set([middle]);
  const columns = journey.chapters.flatMap((chapter) => (chapter.kind === 'weights' ? [chapter.weights] : []));
  for (const column of columns.toReversed()) {
    const strong = near.toSorted((a, b) => worth(column, b) - worth(column, a)).slice(0, STRONGEST);
    for (const key of strong) if (worth(column, key) > 0 && chosen.size < fit / 2) chosen.add(key);
  }
  for (const key of near.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))) {
    if (chosen.size >= fit - 1) break;
    chosen.add(key);
  }
  return [...chosen].toSorted((a, b) => a - b);
}

function worth(column: KeyColumn, key: number): number {
  const { value } = column.number(key);
  return Number.isFinite(value) ? value : 0;
}

function wordsWidth({ keyTokens, tokens, query, layers }: Journey, keys: readonly number[], room: Room): number {
  const { text } = room;
  const most = isNarrow(room) ? Math.min(5.6 * text, room.width * 0.24) : 8.5 * text;
  const written = [...keys.map((key) => wordAt(keyTokens, key)), wordAt(tokens, query)];
  return Math.min(most, Math.max((layers > 1 ? 4.6 : 3) * text, ...longest(written, 1.08 * text)) + 0.4 * text);
}

/** Where each group of parts begins and ends. */
export function groupSpans({ parts }: Layout): readonly { group: Group; x: number; width: number }[] {
  const spans: { group: Group; x: number; width: number }[] = [];
  for (const { part, x, width } of parts) {
    // The values stand where they are collected.
    const group = part.kind === 'strips' && spans.at(-1)?.group === 'weigh' ? 'collect' : part.group;
    const last = spans.at(-1);
    if (last?.group === group) last.width = x + width - last.x;
    else spans.push({ group, x, width });
  }
  return spans;
}
