import type { SceneDescription } from '../core/types.ts';
import { AttentionError, message } from '../scene/error.ts';

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
