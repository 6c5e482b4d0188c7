import type { SceneDescription } from '../core/types.ts';
import { AttentionError, message } from '../scene/error.ts';

/** A scene that works, and takes so long that somebody has to ask for it twice. */
export class TooMuchWork extends AttentionError {}

/** Throws TooMuchWork for a scene of more than `most` operations; one with a problem is for the core to refuse. */
export function checkWork({ operations }: SceneDescription, most: number): void {
  if (operations <= most) return;
  const [own, limit] = [Math.ceil(operations / 1e6), most / 1e6].map(String);
  throw new TooMuchWork(
    'too-large',
    message`this scene takes ${own ?? ''} million operations; more than ${limit ?? ''} million are only computed when asked for`,
  );
}
