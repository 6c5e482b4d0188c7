import type { Journey } from '../../stage/journey.ts';
import { positionOf, type StagePosition } from '../../stage/moment.ts';
import { barsPicture } from './bars-picture.ts';
import { comparePicture } from './compare-picture.ts';
import type { Room, StagePicture } from './marks.ts';
import { mistakePicture } from './mistake-picture.ts';
import { mixPicture } from './mix-picture.ts';
import { productPicture } from './product-picture.ts';
import { weightsPicture } from './weights-picture.ts';

const nothing: StagePicture = { marks: [], now: null, left: [] };

/** The picture at a position in a journey. */
export function stagePicture(journey: Journey, { chapter: index, progress }: StagePosition, room: Room): StagePicture {
  const chapter = journey.chapters[index];
  switch (chapter?.kind) {
    case 'bars':
      return barsPicture(chapter, journey, progress, room);
    case 'product':
      return productPicture(chapter, journey, progress, room);
    case 'compare':
      return comparePicture(chapter, journey, progress, room);
    case 'weights':
      return weightsPicture(chapter, journey, progress, room);
    case 'mix':
      return mixPicture(chapter, journey, progress, room);
    case 'mistake':
      return mistakePicture(chapter, journey, progress, room);
    default:
      return nothing;
  }
}

/** The picture before the journey starts: its last weights, else its first chapter. */
export function posterOf({ chapters }: Journey): StagePosition {
  const last = chapters.findLastIndex((chapter) => chapter.kind === 'weights');
  return last < 0 ? { chapter: 0, progress: 1 } : { chapter: last, progress: 1 };
}

export const pictureAt = (journey: Journey, moment: number, room: Room): StagePicture =>
  stagePicture(journey, moment === 0 ? posterOf(journey) : positionOf(moment, journey.chapters.length), room);

/** Text grows with the board, so that a projector is readable from the back row. */
export const roomOf = (width: number, height: number): Room => ({
  width,
  height,
  text: Math.max(13, Math.min(22, height / 25, width / 70)),
});
