import type { Journey } from '../../stage/journey.ts';
import { positionOf, type StagePosition } from '../../stage/moment.ts';
import type { StageNumber } from '../../stage/numbers.ts';
import { isKeptBack } from '../../trace/number-format.ts';
import { cameraAt, withinWindow } from './camera.ts';
import { drawParts, drawWords } from './composition.ts';
import { type Drawing, hasUnknown, strongest } from './drawing.ts';
import { type Layout, layoutOf } from './layout.ts';
import { ease, type Mark, type Room, Sheet, type StagePicture } from './marks.ts';

/** Seconds that a layer takes to slide in. */
const SLIDE = 0.7;

/** The picture at a position in a journey: the whole layer, with what has been played lit. */
export function stagePicture(journey: Journey, position: StagePosition, room: Room): StagePicture {
  const chapter = journey.chapters[position.chapter];
  if (chapter === undefined) return { marks: [], now: null, left: [] };
  const layout = layoutOf(journey, chapter.layer, room);
  const isFirst = chapter.layer > 0 && journey.chapters[position.chapter - 1]?.layer !== chapter.layer;
  const slide = isFirst && chapter.seconds > 0 ? Math.min(0.4, SLIDE / chapter.seconds) : 0;
  const slid = slide === 0 ? 1 : ease(position.progress, 0, slide);
  // The parts play when the layer has arrived.
  const progress = slide === 0 ? position.progress : Math.max(0, (position.progress - slide) / (1 - slide));
  const sheet = new Sheet(journey.source.reader, room.text);
  const drawing: Drawing = { sheet, journey, layout, position: { ...position, progress } };
  drawWords(drawing);
  const words = sheet.marks.splice(0);
  drawParts(drawing);
  const camera = cameraAt(journey, layout, drawing.position);
  const marks =
    slid < 1
      ? sliding(journey, position, layout, sheet.marks, slid, camera)
      : windowed(layout, sheet.marks, -camera, 1);
  return { marks: [...words, ...marks], now: posterNumber(drawing) ?? sheet.now, left: layout.left };
}

/** Before the film, the number to explain is the largest weight. Null if a number of its column is not known, and during the film. */
function posterNumber({ layout, position }: Drawing): StageNumber | null {
  const part = layout.parts.findLast((one) => one.part.kind === 'column' && one.part.column.isWeights)?.part;
  if (position.isPoster !== true || part?.kind !== 'column' || hasUnknown(part.column, layout.keys)) return null;
  return part.column.number(strongest(part.column, layout.keys));
}

const windowed = (layout: Layout, marks: readonly Mark[], dx: number, fade: number): readonly Mark[] =>
  layout.width <= layout.room.width && dx === 0 && fade === 1
    ? marks
    : withinWindow(marks, dx, fade, layout.words + 0.3 * layout.room.text, layout.room.width);

/** The result of the last layer moves to where the next one begins, and everything with it. */
function sliding(
  journey: Journey,
  { chapter }: StagePosition,
  layout: Layout,
  arriving: readonly Mark[],
  slid: number,
  camera: number,
): readonly Mark[] {
  const position = { chapter: chapter - 1, progress: 1 };
  const before = layoutOf(journey, layout.layer - 1, layout.room);
  const sheet = new Sheet(journey.source.reader, layout.room.text);
  const drawing = { sheet, journey, layout: before, position };
  drawParts(drawing);
  const away = (before.parts.at(-1)?.x ?? layout.room.width) - (layout.parts[0]?.x ?? 0);
  const left = cameraAt(journey, before, position);
  return [
    ...windowed(before, sheet.marks, -slid * away - left, 1 - slid),
    ...windowed(layout, arriving, (1 - slid) * away - camera, slid),
  ];
}

/** The picture before the journey starts: the last layer, complete, or up to a weight that the reader has to guess. */
export function posterOf({ chapters, keyTokens }: Journey): StagePosition {
  const last = Math.max(0, chapters.length - 1);
  const weights = chapters.findLastIndex(({ kind }) => kind === 'weights');
  const chapter = chapters[weights];
  const isAsked =
    chapter?.kind === 'weights' && keyTokens.some((_, key) => isKeptBack(chapter.weights.number(key).value));
  return { chapter: isAsked ? weights : last, progress: 1, isPoster: true };
}

export const pictureAt = (journey: Journey, moment: number, room: Room): StagePicture =>
  stagePicture(journey, moment === 0 ? posterOf(journey) : positionOf(moment, journey.chapters.length), room);

/** Text grows with the board, so that a projector is readable from the back row. `least` is the smallest size. */
export const roomOf = (width: number, height: number, least = 13): Room => ({
  width,
  height,
  text: Math.max(least, Math.min(22, height / 25, width / 92)),
});
