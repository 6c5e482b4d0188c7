/** Where a word stands, in CSS pixels from the corner of the picture. */
export interface WordBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A cubic Bézier curve: x and y of its start, of its two handles, and of its end. */
export type Curve = readonly [number, number, number, number, number, number, number, number];

/** The `d` of an SVG path. */
export const pathOf = ([x, y, ...rest]: Curve): string => `M${x} ${y}C${rest.join(' ')}`;

/** An arc from the asking word to another word. */
export interface Arc {
  readonly key: number;
  readonly curve: Curve;
  /** Stroke width in CSS pixels. */
  readonly width: number;
}

/** The height above a line of words that arcs may use: of a sentence on one line, and of one on several. */
export const ROOM = { single: 76, several: 34 };

/** The stroke width of a weight of 1, in CSS pixels. */
const WIDEST = 16;
/** No arc is thinner: a weight of nearly 0 is a weight, too. */
const THINNEST = 0.75;
/** Between a word and its arc. */
const GAP = 3;

/**
 * One arc for each key but the query itself. Over a line of words it is as high as `room` allows; to a word on another line it leads
 * through the gap between the lines. Weights that are not numbers have no arc.
 */
export function arcsOf(boxes: readonly WordBox[], query: number, weights: ArrayLike<number>, room: number): Arc[] {
  const from = boxes[query];
  if (from === undefined) return [];
  return boxes.flatMap((to, key): Arc[] => {
    const weight = weights[key] ?? Number.NaN;
    if (key === query || Number.isNaN(weight)) return [];
    const width = Math.max(THINNEST, weight * WIDEST);
    return [{ key, curve: curveBetween(from, to, room, width), width }];
  });
}

function curveBetween(from: WordBox, to: WordBox, room: number, width: number): Curve {
  const [x, toX] = [from.left + from.width / 2, to.left + to.width / 2];
  if (to.top === from.top) {
    const [y, bend] = [from.top - GAP, (toX - x) * 0.1];
    // A cubic curve reaches three quarters of the height of its two handles.
    const handle = y - Math.min(room, 14 + Math.abs(toX - x) * 0.25) / 0.75;
    return [x, y, x + bend, handle, toX - bend, handle, toX, y];
  }
  const isAbove = to.top < from.top;
  // The round end of a wide arc would cover the percentage below a word.
  const below = (box: WordBox): number => box.top + box.height + width / 3;
  const y = isAbove ? from.top - GAP : below(from);
  const toY = isAbove ? below(to) : to.top - GAP;
  const middle = (y + toY) / 2;
  return [x, y, x, middle, toX, middle, toX, toY];
}
