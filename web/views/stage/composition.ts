import { stageWords } from '../../i18n/stage.ts';
import type { ColumnPart, ExpPart, StripsPart } from '../../stage/parts.ts';
import { drawColumn, drawExp, drawFlow } from './draw-columns.ts';
import { drawStrips } from './draw-strips.ts';
import { drawCorrect, drawVector } from './draw-vectors.ts';
import { type Drawing, levelOf, rowId, rowY, strongest, topKey } from './drawing.ts';
import { groupSpans, type Placed } from './layout.ts';
import { ease } from './marks.ts';
import { fitted, wordAt, wordKey } from './parts.ts';

const isStrips = (placed: Placed): placed is Placed<StripsPart> => placed.part.kind === 'strips';
const hasBars = (placed: Placed): placed is Placed<ColumnPart | ExpPart> =>
  placed.part.kind === 'column' || placed.part.kind === 'exp';

/** Everything of a layer but its words: what the camera moves over. */
export function drawParts(drawing: Drawing): void {
  const { layout } = drawing;
  groupTitles(drawing);
  for (const [index, placed] of layout.parts.entries()) {
    const before = layout.parts.slice(0, index);
    drawPart(drawing, placed, before);
  }
}

function drawPart(drawing: Drawing, placed: Placed, before: readonly Placed[]): void {
  const { part } = placed;
  if (part.kind === 'strips') {
    const own = { ...placed, part };
    drawStrips(drawing, own, inputOf(own, before), strengthByWeight(drawing, part));
  } else if (part.kind === 'column') {
    const pair = before.filter(isStrips).findLast(({ part: { band, rows } }) => band !== null && rows !== null);
    drawColumn(drawing, { ...placed, part }, before.findLast(hasBars) ?? null, pair ?? null);
  } else if (part.kind === 'exp') drawExp(drawing, { ...placed, part }, before.findLast(hasBars) ?? null);
  else if (part.kind === 'flow') drawFlow(drawing, { ...placed, part });
  else if (part.kind === 'vector') drawVector(drawing, { ...placed, part });
  else drawCorrect(drawing, { ...placed, part });
}

/** The strips that others are made from: the last ones of an earlier role. */
function inputOf({ part }: Placed<StripsPart>, before: readonly Placed[]): Placed<StripsPart> | null {
  const role = part.rows?.(0).role ?? part.band?.vector.role;
  return (
    before
      .filter(isStrips)
      .findLast((one) => one.part.band?.vector.role === 'x' || (role !== 'v' && one.part.chapter < part.chapter)) ??
    null
  );
}

/** A value is as strong as its weight, once the values are added up. */
function strengthByWeight(drawing: Drawing, part: StripsPart): (key: number) => number {
  const flow = drawing.layout.parts.find(({ part: one }) => one.kind === 'flow')?.part;
  if (flow?.kind !== 'flow' || part.rows?.(0).role !== 'v') return () => 1;
  const level = ease(levelOf(drawing, flow), 0, 0.4);
  const most = flow.weights.number(strongest(flow.weights, drawing.layout.keys)).value;
  return (key) => {
    const weight = flow.weights.number(key).value / most;
    return Number.isFinite(weight) ? 1 - level * 0.65 * (1 - weight) : 1;
  };
}

/** The plain titles above the parts. The one that plays is bold. */
function groupTitles(drawing: Drawing): void {
  const { sheet, journey, layout, position } = drawing;
  const { text } = layout.room;
  const { groups } = stageWords(journey.language);
  const now = layout.parts.find(({ part }) => part.chapter === position.chapter)?.part.group;
  for (const { group, x, width } of groupSpans(layout)) {
    const isNow = group === now && position.isPoster !== true;
    sheet.label(`group ${group} ${layout.layer}`, fitted(groups[group], width + 0.8 * text, text), {
      ...{ x, y: layout.titles, size: text, until: x + width },
      role: isNow ? 'w' : 'soft',
      look: isNow ? 'bold' : 'plain',
    });
    sheet.box(`group line ${group} ${layout.layer}`, {
      ...{ x, y: layout.titles + 0.62 * text, width, height: isNow ? 2 : 1 },
      ...{ role: isNow ? 'w' : 'line', look: 'bar', strength: 1 },
    });
  }
}

/** The words, the layers, and the row of the word that gets most. They stay where they are. */
export function drawWords(drawing: Drawing): void {
  const { sheet, journey, layout } = drawing;
  const { text } = layout.room;
  const { tokens, keyTokens, query, crossed, language } = journey;
  if (journey.layers > 1) layerMap(drawing);
  const weights = layout.parts.findLast(({ part }) => part.kind === 'column' && part.column.isWeights)?.part;
  const level = weights === undefined ? 0 : ease(levelOf(drawing, weights), 0.6, 1);
  const top = weights?.kind === 'column' && level > 0 ? topKey(weights.column, layout.keys) : -1;
  const size = 1.08 * text;
  const asks = { x: layout.words, y: layout.band, size, anchor: 'end', role: 'q', look: 'bold' } as const;
  sheet.label(`word ${wordKey(tokens, query)}`, fitted(wordAt(tokens, query), layout.words, size), asks);
  const hidden = layout.parts.findLast(({ part }) => part.kind === 'column' && !part.column.isWeights)?.part;
  for (const [row, key] of layout.keys.entries()) {
    const isOwn = key === query && !crossed;
    const isHidden = hidden?.kind === 'column' && hidden.column.number(key).value === -Infinity;
    if (key === top)
      sheet.box('top row', {
        ...{
          x: 0,
          y: layout.top + row * layout.down,
          width: Math.min(layout.width, layout.room.width),
          height: layout.down,
        },
        ...{ role: 'w', look: 'bar', strength: 0.09, opacity: level },
      });
    sheet.label(`key ${rowId(drawing, key)}`, fitted(wordAt(keyTokens, key), layout.words - 0.3 * text, text), {
      ...{ x: layout.words, y: rowY(layout, row), size: text, anchor: 'end' },
      role: isHidden ? 'soft' : isOwn ? 'q' : 'k',
      look: key === top || isOwn ? 'bold' : 'plain',
    });
  }
  if (layout.hidden === 0) return;
  const more = stageWords(language).moreWords(layout.hidden);
  sheet.label('more words', more, { x: 0, y: rowY(layout, layout.keys.length), size: text, role: 'soft' });
}

/** Where we are: a box for each layer. */
function layerMap({ sheet, journey, layout }: Drawing): void {
  const { text } = layout.room;
  const words = stageWords(journey.language);
  const label = fitted(words.layer(layout.layer + 1), layout.words, 1.05 * text);
  sheet.label('layer', label, { x: 0, y: layout.titles, size: text, role: 'w', look: 'bold' });
  const width = Math.min(1.6 * text, layout.words / journey.layers - 3);
  for (let layer = 0; layer < journey.layers; layer++)
    sheet.box(`layer ${layer}`, {
      ...{ x: layer * (width + 3), y: layout.headings - 0.35 * text, width, height: 0.6 * text },
      ...{ role: 'w', look: 'bar', strength: layer === layout.layer ? 0.95 : 0.2 },
    });
}
