import { excerptOf } from '../../stage/numbers.ts';
import type { StripsPart } from '../../stage/parts.ts';
import { boundOf, type Drawing, drawStrip, levelOf, lit, rowId, rowY, stagger } from './drawing.ts';
import { type Placed, vectorsOf } from './layout.ts';
import { between, ease } from './marks.ts';
import { heading, headingWidth } from './parts.ts';

/** How long a row is on its way from the strip that it is made from, as a part of its time. */
const WAY = 0.6;

/** Vectors of the keys, one a row, under the asking word's. Each comes from the strip before it. */
export function drawStrips(
  drawing: Drawing,
  placed: Placed<StripsPart>,
  input: Placed<StripsPart> | null,
  strength: (key: number) => number,
): void {
  const { sheet, layout } = drawing;
  const { part, x, cell } = placed;
  const { text } = layout.room;
  headings(drawing, placed);
  const most = boundOf(vectorsOf(part, layout.keys), placed.places);
  const fromX = input?.x ?? x;
  const fromCell = input === null ? cell : input.cell * (input.places.length / Math.max(1, placed.places.length));
  if (part.band !== null) {
    const { vector } = part.band;
    const level = levelOf(drawing, part.band);
    const id = `band ${vector.name} ${vector.layer}`;
    const strip = { x, y: layout.band, cell, height: 1.35 * text, most: boundOf([vector], placed.places) };
    drawStrip(drawing, id, vector, placed, { ...strip, opacity: lit(ease(level, WAY, 1)) });
    if (level > 0 && level < 1) {
      const way = ease(level, 0, 0.9);
      const y = input === null && part.rows !== null ? between(ownRow(drawing), layout.band, way) : layout.band;
      drawStrip(drawing, `going ${id}`, vector, placed, {
        ...strip,
        ...{ x: between(fromX, x, way), y, cell: between(fromCell, cell, way), opacity: 1, isMoving: true },
      });
    }
    if (level > 0 && drawing.position.chapter === part.band.chapter) sheet.now = vector.number(largest(vector));
  }
  const { rows } = part;
  if (rows === null) return;
  const level = levelOf(drawing, part);
  for (const [row, key] of layout.keys.entries()) {
    const vector = rows(key);
    const own = stagger(level, row, layout.keys.length);
    const id = `${vector.name} ${vector.layer} ${rowId(drawing, key)}`;
    const strip = { x, y: rowY(layout, row), cell, height: layout.down * 0.76, most };
    drawStrip(drawing, id, vector, placed, { ...strip, opacity: lit(ease(own, WAY, 1)) * strength(key) });
    if (own <= 0 || own >= 1 || input === null) continue;
    const way = ease(own, 0, 0.9);
    drawStrip(drawing, `going ${id}`, vector, placed, {
      ...strip,
      ...{ x: between(fromX, x, way), cell: between(fromCell, cell, way), opacity: 0.9, isMoving: true },
    });
    if (part.band === null || part.band.vector.role === 'x') sheet.now = vector.number(largest(vector));
  }
}

/** The row of the asking word. Above the first one if it has none. */
function ownRow({ layout, journey }: Drawing): number {
  const row = layout.keys.indexOf(journey.query);
  return row < 0 ? layout.band : rowY(layout, row);
}

const largest = (vector: Parameters<typeof excerptOf>[0][number]): number => excerptOf([vector], 1).places[0] ?? 0;

/** The names of both vectors above the strips. */
function headings(drawing: Drawing, { part, x }: Placed<StripsPart>): void {
  const { sheet, layout } = drawing;
  const { text } = layout.room;
  const { band, rows } = part;
  const own = rows?.(layout.keys[0] ?? 0);
  const isBoth = band !== null && own !== undefined && band.vector.name !== own.name;
  if (band !== null)
    heading(
      sheet,
      `heading ${band.vector.name} ${band.vector.layer}`,
      band.vector,
      { x, y: layout.headings, opacity: lit(levelOf(drawing, band)) },
      text,
    );
  if (own === undefined || (band !== null && !isBoth)) return;
  const first = band === null ? 0 : headingWidth(sheet, band.vector.name, text);
  const place = isBoth ? x + first + 1.1 * text : x;
  if (isBoth)
    sheet.label(`heading over ${own.name} ${own.layer}`, '·', {
      x: x + first + 0.45 * text,
      y: layout.headings,
      size: text,
      role: 'soft',
      opacity: lit(levelOf(drawing, part)),
    });
  heading(
    sheet,
    `heading ${own.name} ${own.layer}`,
    own,
    { x: place, y: layout.headings, opacity: lit(levelOf(drawing, part)) },
    text,
  );
}
