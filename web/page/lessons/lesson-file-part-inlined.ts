import type { SceneCore } from '../../core/types.ts';
import type { Scene, View } from '../../scene/types.ts';

/** Takes the place of lesson-file-part.ts where a script holds everything: what reads a lesson would make it too large. */
export function lessonFilePart(
  _core: SceneCore,
  _current: string | null,
  _names: View['names'],
  _awaited: Scene | null = null,
): undefined {}
