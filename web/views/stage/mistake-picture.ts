import { stageWords } from '../../i18n/stage.ts';
import type { Journey, MistakeChapter } from '../../stage/journey.ts';
import { placesThatDiffer } from '../../stage/mistake.ts';
import { excerptOf } from '../../stage/numbers.ts';
import { keyRows } from './key-rows.ts';
import { type Room, Sheet, type StagePicture, turn } from './marks.ts';
import {
  bound,
  cell,
  columnWidth,
  fitted,
  heading,
  isBelowZero,
  isNarrow,
  numberBar,
  numbersOf,
  vectorText,
  wordKey,
} from './parts.ts';

/** The first half of the chapter shows the row without the mistake, the second half the row with it. */
const HALF = 0.45;

/**
 * The row without the mistake and with it, number by number. A sign between them says equal, different, or ≈
 * (written alike but different). Different numbers have a frame.
 */
export function mistakePicture(chapter: MistakeChapter, journey: Journey, progress: number, room: Room): StagePicture {
  const words = stageWords(journey.language);
  const sheet = new Sheet(journey.source.reader);
  const { text, width } = room;
  const { digits } = journey.source;
  const narrow = isNarrow(room);
  const header = 3.9 * text;
  const { right, wrong } = chapter;
  const rows = rowsOf(sheet, chapter, journey, header, room);
  const { places, left, down } = rows;
  const differ = new Set(placesThatDiffer(right, wrong));
  const signs = 2.4 * text;
  const across = (width - left - 0.8 * text - signs) / 2;
  const all = [right, wrong].flatMap((vector) => [...numbersOf(vector, places)]);
  const writtenIn = [right, wrong].flatMap((of) =>
    places.map((index) => vectorText(of, of.number(index).value, digits)),
  );
  const numbers = Math.min(across, columnWidth(writtenIn, 0.95 * text, narrow ? 5 * text : 5.2 * text, digits));
  const most = bound(all);
  const signed = all.some(({ value }) => isBelowZero(value));
  const bars = across - numbers - 1.2 * text;
  for (const [side, vector] of [right, wrong].entries()) {
    const x = left + 0.8 * text + side * (across + signs);
    const begins = side * HALF;
    const come = (place: number): number =>
      turn((progress - begins) / (side === 0 ? HALF : 1 - HALF), place, places.length);
    const id = `${side === 0 ? 'right' : 'wrong'} ${vector.name} ${vector.layer}`;
    const opacity = side === 0 ? 1 : Math.max(0.35, come(0));
    const middle = { x: x + numbers / 2, opacity };
    const name = side === 0 ? words.mistake.right : words.mistake.wrong;
    sheet.label(`${id} side`, fitted(name, across + (side === 0 ? signs : 0), text), {
      x,
      y: 0.8 * text,
      size: text,
      look: 'bold',
      opacity,
    });
    heading(sheet, `heading ${id}`, vector, { ...middle, y: header - 0.75 * text, anchor: 'middle' }, text);
    for (const [place, index] of places.entries()) {
      const number = vector.number(index);
      const grown = come(place);
      const y = header + place * down;
      const key = `${id} ${rows.key(index)}`;
      cell(
        sheet,
        key,
        { x, y, width: numbers, height: down, opacity: grown, look: differ.has(index) ? 'lit' : 'cell' },
        { number, role: vector.role, most, text: vectorText(vector, number.value, digits) },
        0.95 * text,
      );
      if (bars > 4 * text) {
        const area = { x: x + numbers + 0.6 * text, y, width: bars, height: down };
        numberBar(sheet, `bar ${key}`, number, area, { most, signed, width: 22 * text, grown, role: vector.role });
      }
      if (grown > 0 && grown < 1) sheet.now = number;
      if (side === 0) continue;
      const alike = vectorText(right, right.number(index).value, digits) === vectorText(wrong, number.value, digits);
      sheet.label(`sign ${id} ${rows.key(index)}`, !differ.has(index) ? '=' : alike ? '≈' : '≠', {
        ...{ x: x - signs / 2, y: y + down / 2, size: 1.2 * text, anchor: 'middle', opacity: grown },
        ...(differ.has(index) ? { look: 'bold' } : { role: 'soft' }),
      });
    }
  }
  const [first] = places.filter((index) => differ.has(index));
  if (progress >= 1) sheet.now = wrong.number(first ?? places[0] ?? 0);
  return sheet.picture;
}

/** The label before both numbers. */
interface Rows {
  readonly places: readonly number[];
  /** The right edge of the labels, in pixels. */
  readonly left: number;
  readonly down: number;
  /** The same row has the same key in every picture. */
  key(index: number): string;
}

function rowsOf(sheet: Sheet, chapter: MistakeChapter, journey: Journey, header: number, room: Room): Rows {
  const { right, wrong } = chapter;
  if (chapter.byKey) {
    const { keys, left, down } = keyRows(sheet, journey, { header, room, hidden: null });
    return { places: keys, left, down, key: (index) => wordKey(journey.keyTokens, index) };
  }
  const { text, width, height } = room;
  const differ = new Set(placesThatDiffer(right, wrong));
  const most = Math.max(1, Math.floor((height - header) / (1.45 * text)));
  const places = sheet.places(
    excerptOf([right, wrong], most, (index) => (differ.has(index) ? 1 : 0)),
    wrong,
  );
  const down = Math.min(2.3 * text, (height - header) / places.length);
  const left = Math.min(isNarrow(room) ? width * 0.24 : 8 * text, width * 0.3);
  for (const [place, index] of places.entries())
    sheet.label(`feature ${index} ${wrong.name}`, fitted(wrong.label(index), left - 0.4 * text, text), {
      x: left,
      y: header + (place + 0.5) * down,
      size: text,
      anchor: 'end',
    });
  return { places, left, down, key: String };
}
