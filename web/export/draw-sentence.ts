import { formatPercent } from '../trace/number-format.ts';
import { isRightToLeft, visibleToken } from '../trace/token-text.ts';
import { arcsOf, ROOM, type WordBox } from '../views/sentence/arcs.ts';
import type { Palette } from '../views/shared/colour.ts';
import type { Sheet } from './drawing.ts';
import { textWidth } from './text-size.ts';

/** A sentence and the weights of one of its words. */
export interface SentenceRow {
  readonly words: readonly string[];
  /** The index of the asking word. */
  readonly query: number;
  /** A weight for each word. Undefined for a word that is no key. */
  readonly weights: readonly (number | undefined)[];
  /** The index of the word that stands out, or -1. */
  readonly strongest: number;
}

/** A sentence with its arcs, laid out. px */
export interface SentenceLayout {
  readonly height: number;
  /** The words that are drawn: all, or those around the asking word. */
  readonly from: number;
  readonly to: number;
  draw(sheet: Sheet, x: number, y: number, palette: Palette): void;
}

/** The layout is made at this font size, which is that of the Watch screen, and scaled. px */
const SIZE = 34;
const LINE = 42;
const PERCENT = { size: 15, most: 22, line: 30 };
/** Above a line: of a sentence on one line, and of one on several. */
const ABOVE = { single: 88, several: 46 };
const SPACE = 9;

const word = { size: SIZE, serif: true };

/** The font sizes, the largest that fits first. The smallest shows the words around the asking word if not all fit. px */
const SIZES = [64, 56, 48, 42, 38, 34];

/** Lays out a sentence in large type, in lines of at most `width` px, and not higher than `height`. */
export function layOutSentence(row: SentenceRow, width: number, height: number): SentenceLayout {
  const all = { from: 0, to: row.words.length };
  const whole = SIZES.map((size) => linesOf(row, all, width, size)).filter((layout) => layout.height <= height);
  // Arcs are easier to read over one line, even if it is smaller.
  const layout = whole.find(({ lines, size }) => lines === 1 && size > SIZE) ?? whole[0];
  if (layout !== undefined) return layout;
  const least = SIZES.at(-1) ?? SIZE;
  // One word more on each side as long as they fit.
  let best = linesOf(row, { from: row.query, to: row.query + 1 }, width, least);
  for (;;) {
    const from = Math.max(0, best.from - 1);
    const to = Math.min(row.words.length, best.to + 1);
    const next = linesOf(row, { from, to }, width, least);
    if (next.height > height || (from === best.from && to === best.to)) return best;
    best = next;
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function linesOf({ words, query, weights, strongest }: SentenceRow, { from, to }: Range, width: number, size: number) {
  const scale = size / SIZE;
  const room = width / scale;
  const texts = words.slice(from, to).map(visibleToken);
  const percents = weights.slice(from, to).map((weight) => (weight === undefined ? '' : formatPercent(weight)));
  const most = strongest - from;
  const percentStyle = (index: number) =>
    index === most ? { size: PERCENT.most, bold: true } : { size: PERCENT.size };
  const widths = texts.map((text, index) =>
    Math.min(room, Math.max(textWidth(text, word), textWidth(percents[index] ?? '', percentStyle(index)))),
  );
  const starts: { readonly left: number; readonly line: number }[] = [];
  let [left, line] = [0, 0];
  for (const own of widths) {
    if (left > 0 && left + own > room) [left, line] = [0, line + 1];
    starts.push({ left, line });
    left += own + SPACE;
  }
  const above = line === 0 ? ABOVE.single : ABOVE.several;
  const pitch = above + LINE + PERCENT.line;
  const isMirrored = texts.some(isRightToLeft);
  const boxes = starts.map((start, index): WordBox => {
    const own = widths[index] ?? 0;
    const x = isMirrored ? room - start.left - own : start.left;
    return { left: x, top: start.line * pitch + above, width: own, height: LINE + PERCENT.line };
  });
  const shownWeights = weights.slice(from, to).map((weight) => weight ?? Number.NaN);
  const arcs = arcsOf(boxes, query - from, shownWeights, line === 0 ? ROOM.single : ROOM.several);
  return {
    ...{ from, to, size, lines: line + 1, height: (line + 1) * pitch * scale },
    draw(sheet: Sheet, x: number, y: number, { ink, soft, roles }: Palette): void {
      sheet.moveTo(x, y);
      for (const { key, curve, width: stroke } of arcs) {
        const [startX, startY, ...rest] = curve.map((value) => value * scale);
        const style = { stroke: roles.w, width: stroke * scale, opacity: key === most ? 0.85 : 0.4 };
        sheet.path(
          [
            ['M', startX ?? 0, startY ?? 0],
            ['C', ...rest],
          ],
          style,
        );
      }
      for (const [index, box] of boxes.entries()) {
        const middle = (box.left + box.width / 2) * scale;
        const baseline = (box.top + LINE * 0.77) * scale;
        const isQuery = index === query - from;
        const own = { x: middle, anchor: 'middle' as const };
        const drawn = sheet.text(texts[index] ?? '', {
          ...own,
          ...{ y: baseline, size, serif: true, fill: isQuery ? roles.q : ink, maxWidth: width },
        });
        if (isQuery)
          sheet.path(
            [
              ['M', middle - drawn / 2, baseline + size * 0.18],
              ['L', middle + drawn / 2, baseline + size * 0.18],
            ],
            { stroke: roles.q, width: 2 * scale },
          );
        const { size: small, bold = false } = percentStyle(index);
        const text = percents[index] ?? '';
        const style = { size: Math.round(small * scale), bold, fill: index === most ? roles.w : soft };
        if (text !== '') sheet.text(text, { ...own, ...style, y: (box.top + LINE + PERCENT.line * 0.7) * scale });
      }
    },
  };
}
