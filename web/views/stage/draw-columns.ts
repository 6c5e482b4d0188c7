import type { StageNumber } from '../../stage/numbers.ts';
import type { ColumnPart, ExpPart, FlowPart, StripsPart } from '../../stage/parts.ts';
import {
  boundOf,
  type Drawing,
  drawStrip,
  hasUnknown,
  levelOf,
  lit,
  rowId,
  rowY,
  stagger,
  strongest,
  topKey,
} from './drawing.ts';
import type { Placed } from './layout.ts';
import { between, ease } from './marks.ts';
import { columnText, heading } from './parts.ts';

/** Where the bars of a column stand. */
interface Bars {
  readonly x: number;
  readonly width: number;
  /** The numbers at both ends. */
  readonly low: number;
  readonly high: number;
}

type BarPart = ColumnPart | ExpPart;

function barsOf({ layout }: Drawing, { part, x, width, digits }: Placed<BarPart>): Bars {
  const { text } = layout.room;
  const numbers = digits === 0 ? 0 : digits + 0.4 * text;
  const place = { x: x + numbers, width: Math.max(0, width - numbers) };
  if (part.kind === 'exp')
    return { ...place, low: 0, high: highest(layout.keys.map((key) => part.weights.number(key))) || 1 };
  if (part.column.isWeights) return { ...place, low: 0, high: 1 };
  const own = layout.keys.map((key) => part.column.number(key));
  const [low, high] = [-highest(own.map(({ value, cell }) => ({ value: -value, cell }))), highest(own)];
  return { ...place, low, high: high - low > 0 ? high : 1 };
}

/** The largest finite number, at least 0. */
const highest = (numbers: readonly StageNumber[]): number =>
  numbers.reduce((most, { value }) => (Number.isFinite(value) ? Math.max(most, value) : most), 0);

/** The left edge and the width of a number's bar. */
function barAt({ x, width, low, high }: Bars, value: number): { readonly x: number; readonly width: number } {
  const scale = width / (high - low);
  const own = Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : 0;
  return { x: x + (Math.min(0, own) - low) * scale, width: Math.abs(own) * scale };
}

/** A number of every key: digits and a bar from 0. */
export function drawColumn(
  drawing: Drawing,
  placed: Placed<ColumnPart>,
  before: Placed<BarPart> | null,
  pair: Placed<StripsPart> | null,
): void {
  const { sheet, journey, layout } = drawing;
  const { part, x, digits } = placed;
  const { column } = part;
  const { text } = layout.room;
  const level = levelOf(drawing, part);
  title(drawing, placed, level);
  const bars = barsOf(drawing, placed);
  const top = topKey(column, layout.keys);
  for (const [row, key] of layout.keys.entries()) {
    const number = column.number(key);
    const own = part.isMeeting
      ? ease(level * layout.keys.length, row + 0.3, row + 0.9)
      : stagger(level, row, layout.keys.length);
    const id = `${column.name} ${column.layer} ${rowId(drawing, key)}`;
    drawBar(drawing, placed, bars, row, key, { id, own, before });
    const isTop = key === top && column.isWeights;
    sheet.label(`${id} text`, columnText(column, number.value, journey.source.digits), {
      x: x + digits,
      y: rowY(layout, row),
      size: isTop ? 1.1 * text : text,
      anchor: 'end',
      role: number.value === 0 ? 'soft' : column.isWeights ? 'w' : 'x',
      look: isTop ? 'bold' : 'plain',
      opacity: lit(own),
      number,
    });
    if (own > 0 && own < 1) sheet.now = number;
  }
  if (level >= 1 && part.chapter === drawing.position.chapter)
    sheet.now = column.number(strongest(column, layout.keys));
  if (part.isMeeting && pair !== null && level > 0 && level < 1) drawMeeting(drawing, pair, level);
}

function drawBar(
  { sheet, layout }: Drawing,
  { part }: Placed<BarPart>,
  bars: Bars,
  row: number,
  key: number,
  { id, own, before }: { readonly id: string; readonly own: number; readonly before: Placed<BarPart> | null },
): void {
  const number = part.kind === 'exp' ? part.weights.number(key) : part.column.number(key);
  const height = layout.down * 0.6;
  const y = rowY(layout, row) - height / 2;
  const isHidden = (part.kind === 'exp' ? part.of.number(key).value : number.value) === -Infinity;
  const pressed = part.kind === 'exp' ? part.of.number(key) : number;
  const isWeights = part.kind === 'column' && part.column.isWeights;
  if (isWeights)
    sheet.box(`${id} track`, {
      x: bars.x,
      y,
      width: bars.width,
      height,
      role: 'w',
      look: 'bar',
      strength: 0.07,
      opacity: lit(own),
    });
  if (isHidden) {
    sheet.box(id, {
      x: bars.x,
      y,
      width: bars.width,
      height,
      role: 'w',
      look: 'hatched',
      opacity: lit(own),
      number: pressed,
    });
    return;
  }
  const bar = barAt(bars, number.value);
  const role = isWeights || part.kind === 'exp' ? 'w' : 'k';
  const look = { y, height, role, look: 'bar', strength: 0.85, number: pressed } as const;
  if (bars.low < 0)
    sheet.box(`axis ${id}`, {
      x: barAt(bars, 0).x,
      y: y - 1,
      width: 1,
      height: height + 2,
      role: 'line',
      look: 'bar',
      strength: 1,
      opacity: lit(own),
    });
  sheet.box(id, { ...look, ...bar, opacity: lit(own) });
  if (own <= 0 || own >= 1 || before === null) return;
  const origin = before.part.kind === 'exp' ? before.part.weights.number(key) : before.part.column.number(key);
  const from = barAt(barsOf({ layout } as Drawing, before), origin.value);
  sheet.box(`going ${id}`, {
    ...look,
    x: between(from.x, bar.x, own),
    width: between(from.width, bar.width, own),
    opacity: 1,
    number: undefined,
  });
}

function title(drawing: Drawing, { part, x, width }: Placed<BarPart>, level: number): void {
  const { sheet, layout } = drawing;
  const { text } = layout.room;
  const opacity = lit(ease(level, 0, 0.2));
  const place = { x: x + width, y: layout.headings, anchor: 'end', opacity } as const;
  if (part.kind === 'exp') {
    const id = `heading exp ${part.weights.layer}`;
    sheet.label(id, 'exp', { ...place, size: text, role: 'w', look: 'name' });
  } else heading(sheet, `heading ${part.column.name} ${part.column.layer}`, part.column, place, text);
}

/** The asking word's vector slides down over the keys. */
function drawMeeting(drawing: Drawing, pair: Placed<StripsPart>, level: number): void {
  const { sheet, layout } = drawing;
  const { band, rows } = pair.part;
  if (band === null || rows === null) return;
  const at = Math.min(layout.keys.length - 1, Math.floor(level * layout.keys.length));
  const within = level * layout.keys.length - at;
  const from = at === 0 ? layout.band : rowY(layout, at - 1);
  const y = between(from, rowY(layout, at), ease(within, 0, 0.35));
  const height = layout.down * 0.38;
  drawStrip(drawing, `meeting ${band.vector.name}`, band.vector, pair, {
    x: pair.x,
    y: y - layout.down * 0.2,
    cell: pair.cell,
    height,
    most: boundOf([band.vector], pair.places),
    opacity: 1,
    isMoving: true,
  });
  sheet.box(`meeting frame ${band.vector.layer}`, {
    x: pair.x - 2,
    y: y - layout.down * 0.46,
    width: pair.width + 2,
    height: layout.down * 0.92,
    role: 'q',
    look: 'frame',
  });
}

/** e to the power of each score. */
export function drawExp(drawing: Drawing, placed: Placed<ExpPart>, before: Placed<BarPart> | null): void {
  const { sheet, journey, layout } = drawing;
  const { text } = layout.room;
  const { part } = placed;
  const level = levelOf(drawing, part);
  title(drawing, placed, level);
  // Without the largest number the scale of the bars is unknown.
  if (hasUnknown(part.weights, layout.keys)) return;
  const bars = barsOf(drawing, placed);
  for (const [row, key] of layout.keys.entries()) {
    const own = stagger(level, row, layout.keys.length);
    const id = `exp ${part.weights.layer} ${rowId(drawing, key)}`;
    drawBar(drawing, placed, bars, row, key, { id, own, before });
    const score = part.of.number(key);
    if (placed.digits > 0 && score.value !== -Infinity)
      sheet.label(`${id} power`, 'e', {
        power: columnText(part.of, score.value, journey.source.digits),
        ...{ x: placed.x + placed.digits, y: rowY(layout, row), size: text, anchor: 'end' },
        ...{ role: score.value === 0 ? 'soft' : 'w', opacity: lit(own), number: score },
      });
    if (own > 0 && own < 1) sheet.now = part.weights.number(key);
  }
}

/** In rows: how broad the band of a weight of 1 is. */
const BROADEST = 1.9;

/** A band from each value to the result, as broad as its weight. Together they are as broad as 1. */
export function drawFlow(drawing: Drawing, { part, x, width }: Placed<FlowPart>): void {
  const { sheet, layout } = drawing;
  if (hasUnknown(part.weights, layout.keys)) return;
  const level = levelOf(drawing, part);
  // A broad band around a narrow bend would cross itself.
  const broadest = Math.min(BROADEST * layout.down, 0.55 * width);
  const middle = layout.top + (layout.keys.length * layout.down) / 2;
  const weights = layout.keys.map((key) => Math.max(0, part.weights.number(key).value) || 0);
  let reached = middle - (weights.reduce((sum, own) => sum + own, 0) * broadest) / 2;
  for (const [row, key] of layout.keys.entries()) {
    const thick = (weights[row] ?? 0) * broadest;
    const end = reached + thick / 2;
    reached += thick;
    if (thick <= 0) continue;
    const bottom = layout.top + layout.keys.length * layout.down;
    const y = Math.min(bottom - thick / 2, Math.max(layout.top + thick / 2, rowY(layout, row)));
    const grown = level <= 0 ? 1 : ease(level);
    sheet.flow(`flow ${part.weights.layer} ${rowId(drawing, key)}`, {
      ...{ x, y, toX: between(x, x + width, grown), toY: between(y, end, grown) },
      ...{ width: Math.max(0.8, thick), role: 'v', opacity: level <= 0 ? 0.1 : 0.5 },
    });
  }
}
