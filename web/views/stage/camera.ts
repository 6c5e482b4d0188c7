import type { Journey } from '../../stage/journey.ts';
import type { StagePosition } from '../../stage/moment.ts';
import type { Layout, Placed } from './layout.ts';
import { between, ease, type Mark, widthOf } from './marks.ts';

/** Narrower boxes are not cut. px */
const SMALL = 24;
/** Seconds that the camera takes from one part to the next. */
const MOVE = 0.45;

/** The left edge of the window over the parts, in pixels. 0 if everything fits. */
export function cameraAt(journey: Journey, layout: Layout, position: StagePosition): number {
  if (layout.width <= layout.room.width) return 0;
  if (position.isPoster === true) return posterCamera(layout);
  const stops = layout.parts
    .map((placed) => ({
      start: placed.part.chapter + placed.part.from,
      x: targetOf(layout, placed),
      chapter: placed.part.chapter,
    }))
    .toSorted((a, b) => a.start - b.start);
  const moment = position.chapter + position.progress;
  const index = stops.findLastIndex(({ start }) => start < moment);
  const [stop, before] = [stops[Math.max(0, index)], stops[Math.max(0, index - 1)]];
  if (stop === undefined || before === undefined) return 0;
  const seconds = journey.chapters[stop.chapter]?.seconds ?? 1;
  return between(before.x, stop.x, ease(((moment - stop.start) * seconds) / MOVE));
}

function posterCamera(layout: Layout): number {
  const weights =
    layout.parts.findLast(({ part }) => part.kind === 'column' && part.column.isWeights) ?? layout.parts.at(-1);
  return weights === undefined ? 0 : targetOf(layout, weights);
}

/** The camera that has a part in the middle, as far as there is something on both sides. */
function targetOf({ words, room, width, parts }: Layout, placed: Placed): number {
  const window = room.width - words;
  const { part } = placed;
  // The vectors that a score is made from stay in sight.
  const first = part.kind === 'column' && part.isMeeting ? (parts[parts.indexOf(placed) - 1] ?? placed) : placed;
  const { x } = first;
  const own = placed.x + placed.width - x;
  return Math.max(0, Math.min(width - room.width, x + own / 2 - words - window / 2));
}

/** Moves marks by `dx`, fades them, and cuts off what is outside of a window. */
export function withinWindow(
  marks: readonly Mark[],
  dx: number,
  fade: number,
  from: number,
  to: number,
): readonly Mark[] {
  return marks.flatMap((mark): readonly Mark[] => {
    const moved = { ...mark, x: mark.x + dx, opacity: mark.opacity * fade };
    if (moved.kind === 'box') {
      const x = Math.max(from, moved.x);
      const width = Math.min(to, moved.x + moved.width) - x;
      // Half a cell at the edge would be taken for a number.
      return width < Math.min(moved.width, SMALL) - 0.01 ? [] : [{ ...moved, x, width }];
    }
    if (moved.kind === 'flow') {
      const own = { ...moved, toX: moved.toX + dx };
      return own.x < from - 1 || own.toX > to + 1 ? [] : [own];
    }
    const width = widthOf(moved.text + (moved.sub ?? '') + (moved.power ?? ''), moved.size);
    if (moved.until !== undefined && moved.x < from && moved.until + dx >= from + width) return [{ ...moved, x: from }];
    const left = moved.x - (moved.anchor === 'start' ? 0 : moved.anchor === 'end' ? width : width / 2);
    return left < from - 0.4 || left + width > to + 0.4 ? [] : [moved];
  });
}
