import type { SceneDescription } from '../core/types.ts';
import { AttentionError, message } from '../scene/error.ts';
import { givenLayers } from '../scene/layers.ts';
import type { Scene } from '../scene/types.ts';

/** Multiplications and additions that the page's own thread computes: about 20 ms with everything that is drawn of them. */
const MOST_OPERATIONS = 20e6;
/** For a model whose layers do not read each other: a key press computes those on show, and the others are thumbnails. */
const MOST_OF_MODEL = 100e6;
/** Characters of a sentence that is long, whatever its words are. */
const LONG = 8000;

/**
 * Whether a scene takes longer than a key press may hold up the page. The page computes it in a worker and draws a part of it.
 * A scene with an error is never large, since the core refuses it before it computes anything.
 */
export function needsWorker(scene: Scene, descriptionOf: () => SceneDescription): boolean {
  // Splitting it into words to count them would hold up the page too.
  if ((scene.sentence ?? '').length > LONG) return true;
  return descriptionOf().operations > (givenLayers(scene.embedding).length > 1 ? MOST_OF_MODEL : MOST_OPERATIONS);
}

/** A scene that works, and takes so long that somebody has to ask for it twice. */
export class TooMuchWork extends AttentionError {}

/** Throws TooMuchWork for a scene of more than `most` operations; one with a problem is for the core to refuse. */
export function checkWork({ operations }: SceneDescription, most: number): void {
  if (operations <= most) return;
  throw new TooMuchWork(
    'too-large',
    message`this scene takes ${Math.ceil(operations / 1e6)} million operations; above ${most / 1e6} million it is computed only on request`,
  );
}
