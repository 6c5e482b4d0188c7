import type { Journey } from '../../stage/journey.ts';
import { type Place, placeOf } from '../../stage/moment.ts';
import { barsPicture } from './bars-picture.ts';
import { comparePicture } from './compare-picture.ts';
import type { Room, StagePicture } from './marks.ts';
import { mistakePicture } from './mistake-picture.ts';
import { mixPicture } from './mix-picture.ts';
import { productPicture } from './product-picture.ts';
import { sharePicture } from './share-picture.ts';

const nothing: StagePicture = { marks: [], now: null, left: [] };

/** The picture of a moment: what a scene shows, as far as it has come. */
export function stagePicture(journey: Journey, { scene: at, progress }: Place, room: Room): StagePicture {
  const scene = journey.scenes[at];
  switch (scene?.kind) {
    case 'bars':
      return barsPicture(scene, journey, progress, room);
    case 'product':
      return productPicture(scene, journey, progress, room);
    case 'compare':
      return comparePicture(scene, journey, progress, room);
    case 'share':
      return sharePicture(scene, journey, progress, room);
    case 'mix':
      return mixPicture(scene, journey, progress, room);
    case 'mistake':
      return mistakePicture(scene, journey, progress, room);
    default:
      return nothing;
  }
}

/** Where a journey leads, for whoever has not set out yet: the last shares that are given, else its first scene. */
export function posterOf({ scenes }: Journey): Place {
  const last = scenes.findLastIndex((scene) => scene.kind === 'share');
  return last < 0 ? { scene: 0, progress: 1 } : { scene: last, progress: 1 };
}

export const pictureAt = (journey: Journey, moment: number, room: Room): StagePicture =>
  stagePicture(journey, moment === 0 ? posterOf(journey) : placeOf(moment, journey.scenes.length), room);

/** The size of text follows the board: on a projector digits are read from the last row. */
export const roomOf = (width: number, height: number): Room => ({
  width,
  height,
  text: Math.max(13, Math.min(22, height / 25, width / 70)),
});
