import type { Core } from '../core/index.ts';
import type { Scene } from '../scene/types.ts';
import { type Problem, problemOf } from './errors.ts';
import { Picture } from './picture.ts';
import { without } from './without.ts';

/** What the core makes of a scene: its picture, and beside a mistake the same without it. */
export interface Work {
  readonly picture: Picture;
  /** Null where the scene makes no mistake. */
  readonly right: Picture | null;
}

/** The scene's picture, or why there is none. */
export function attended(core: Core, scene: Scene): Work | Problem {
  let right: Picture | null = null;
  try {
    if (scene.mistake) {
      const correct = without(scene, 'mistake');
      right = new Picture(correct, core.attend(correct));
    }
    return { picture: new Picture(scene, core.attend(scene)), right };
  } catch (thrown) {
    right?.dispose();
    return problemOf(thrown);
  }
}

/** Frees what the core holds of it. */
export function dispose(work: Work | null): void {
  work?.picture.dispose();
  work?.right?.dispose();
}
