import { stageWords } from '../../i18n/stage.ts';
import { placesThatDiffer } from '../../stage/mistake.ts';
import type { Vector } from '../../stage/numbers.ts';
import type { CorrectPart, VectorPart } from '../../stage/parts.ts';
import { boundOf, type Drawing, levelOf, lit, rowId, rowY, stagger } from './drawing.ts';
import { dimensionName, type Placed } from './layout.ts';
import { ease } from './marks.ts';
import { fitted, heading, strengthOf, vectorText } from './parts.ts';

/** In text sizes. */
const LINE = { least: 1.5, most: 2.1 };
/** The most cells of a strip. */
const CELLS = 48;

/** A vector of the asking word: named bars, or a strip where there is no room for names. */
export function drawVector(drawing: Drawing, placed: Placed<VectorPart>): void {
  const { sheet } = drawing;
  const { vector, isNamed } = placed.part;
  const level = levelOf(drawing, placed.part);
  vectorTitle(drawing, placed, vector, level);
  if (isNamed) drawNamed(drawing, placed, vector, level, '');
  else drawUpright(drawing, placed, vector, level);
  if (level > 0 && placed.part.chapter === drawing.position.chapter)
    sheet.now = vector.number(explained(drawing, placed));
}

/** The place whose arithmetic is shown: what most was collected of, if it is there, else the first. */
function explained({ layout }: Drawing, { part: { vector }, places }: Placed<VectorPart>): number {
  const mix = layout.parts.find(({ part }) => part.kind === 'vector' && part.isMix);
  const [collected] = mix?.places ?? [];
  if (mix?.part.kind !== 'vector' || collected === undefined) return places[0] ?? 0;
  const name = dimensionName(mix.part.vector, collected);
  return places.find((place) => dimensionName(vector, place) === name) ?? places[0] ?? 0;
}

function vectorTitle({ sheet, layout }: Drawing, { x, labels, part }: Placed, vector: Vector, level: number): void {
  const isNamed = labels > 0;
  const id = part.kind === 'correct' ? 'correct' : '';
  heading(
    sheet,
    `heading ${id} ${vector.name} ${vector.layer}`,
    vector,
    { x: isNamed ? x + labels : x, y: layout.headings, opacity: lit(ease(level, 0, 0.2)) },
    layout.room.text,
  );
}

/** Bars with names. They stand in the middle of the rows' height. */
function drawNamed(drawing: Drawing, placed: Placed, vector: Vector, level: number, id: string): void {
  const { sheet, journey, layout } = drawing;
  const { text } = layout.room;
  const { x, width, labels, digits, places } = placed;
  const rest = vector.size - places.length;
  const height = layout.room.height - layout.top;
  const lines = places.length + (rest > 0 ? 1 : 0);
  const down = Math.min(LINE.most * text, Math.max(LINE.least * text, height / Math.max(1, lines)));
  const top = layout.top + Math.max(0, (Math.min(height, layout.keys.length * layout.down) - lines * down) / 2);
  const most = boundOf([vector], places);
  const isSigned = places.some((place) => vector.number(place).value < 0);
  const full = Math.max(text, width - labels - digits - 0.4 * text);
  const zero = x + labels + (isSigned ? full / 2 : 0);
  for (const [row, place] of places.entries()) {
    const number = vector.number(place);
    const own = stagger(level, row, places.length);
    const y = top + (row + 0.5) * down;
    const key = `${id}${vector.name} ${vector.layer} ${place}`;
    const long = strengthOf(number.value, most) * (isSigned ? full / 2 : full) * (own === 0 ? 1 : own);
    sheet.label(`name ${key}`, fitted(dimensionName(vector, place), labels, text), {
      ...{ x: x + labels - 0.4 * text, y, size: text, anchor: 'end', opacity: lit(own) },
      look: row === 0 ? 'bold' : 'plain',
    });
    sheet.box(key, {
      x: number.value < 0 ? zero - long : zero,
      y: y - down * 0.32,
      width: Math.max(1, long),
      height: down * 0.64,
      role: placed.part.kind === 'vector' && placed.part.isMix ? 'v' : vector.role,
      look: Number.isNaN(number.value) ? 'hatched' : 'bar',
      strength: 0.85,
      opacity: lit(own),
      number,
    });
    const written = vectorText(vector, number.value, journey.source.digits);
    // Before it is played, a result could tell what a lesson asks for.
    if (own > 0)
      sheet.label(`${key} text`, written, {
        ...{ x: x + width, y, size: text, anchor: 'end', opacity: own, number },
        role: number.value === 0 ? 'soft' : 'x',
      });
  }
  if (rest > 0) moreOf(drawing, placed, vector, { y: top + (places.length + 0.5) * down, opacity: lit(level) });
}

/** Says how many numbers have no bar. */
function moreOf(
  { sheet, journey, layout }: Drawing,
  { x, width, places }: Placed,
  vector: Vector,
  { y, opacity }: { y: number; opacity: number },
): void {
  const words = stageWords(journey.language);
  const shown = new Set(places);
  let isZero = true;
  for (let index = 0; index < vector.size && isZero; index++)
    isZero = shown.has(index) || vector.number(index).value === 0;
  const rest = vector.size - places.length;
  const text = isZero ? words.moreZeros(rest) : words.moreNumbers(rest);
  sheet.label(`more ${vector.name} ${vector.layer}`, text, {
    x: x + width,
    anchor: 'end',
    y,
    size: layout.room.text,
    role: 'soft',
    opacity,
  });
}

/** A strip that stands upright, one cell a dimension. */
function drawUpright({ sheet, layout }: Drawing, { x }: Placed, vector: Vector, level: number): void {
  const count = Math.min(CELLS, vector.size);
  const places = Array.from({ length: count }, (_, index) => index);
  const height = layout.keys.length * layout.down;
  const down = Math.min(layout.down, height / Math.max(1, count));
  const top = layout.top + (height - down * count) / 2;
  const most = boundOf([vector], places);
  for (const place of places) {
    const number = vector.number(place);
    const own = stagger(level, place, count);
    sheet.box(`${vector.name} ${vector.layer} ${place}`, {
      x,
      y: top + place * down,
      width: 1.6 * layout.room.text,
      height: Math.max(1, down - 1),
      role: vector.role,
      look: Number.isNaN(number.value) ? 'hatched' : number.value < 0 ? 'lit' : 'bar',
      strength: number.value === 0 ? 0.07 : 0.12 + 0.83 * strengthOf(number.value, most),
      opacity: lit(own),
      number,
    });
  }
}

/** The row without the mistake. A sign says which numbers the mistake changes. */
export function drawCorrect(drawing: Drawing, placed: Placed<CorrectPart>): void {
  const { sheet, journey, layout } = drawing;
  const { row } = placed.part;
  const { text } = layout.room;
  const { x, digits } = placed;
  const level = levelOf(drawing, placed.part);
  const words = stageWords(journey.language).mistake;
  sheet.label(`heading correct ${row.layer}`, words.correct, {
    x,
    y: layout.headings,
    size: text,
    look: 'bold',
    opacity: lit(level),
  });
  if (!row.byKey) {
    drawNamed(drawing, placed, row.correct, level, 'correct ');
    return;
  }
  const differ = new Set(placesThatDiffer(row.correct, row.wrong));
  for (const [place, key] of layout.keys.entries()) {
    const number = row.correct.number(key);
    const own = stagger(level, place, layout.keys.length);
    const id = `${row.correct.name} ${row.layer} ${rowId(drawing, key)}`;
    const [correct, wrong] = [row.correct, row.wrong].map((vector) =>
      vectorText(vector, vector.number(key).value, journey.source.digits),
    );
    const mark = { y: rowY(layout, place), size: text, opacity: lit(own) } as const;
    sheet.label(`sign ${id}`, !differ.has(key) ? '=' : correct === wrong ? '≈' : '≠', {
      ...{ ...mark, x: x + 0.5 * text, anchor: 'middle' },
      ...(differ.has(key) ? { look: 'bold' } : { role: 'soft' }),
    });
    sheet.label(`correct ${id}`, correct ?? '', { ...mark, x: x + 1.4 * text + digits, anchor: 'end', number });
    if (own > 0 && own < 1) sheet.now = number;
  }
  const [first] = layout.keys.filter((key) => differ.has(key));
  if (level >= 1 && placed.part.chapter === drawing.position.chapter)
    sheet.now = row.wrong.number(first ?? layout.keys[0] ?? 0);
}
