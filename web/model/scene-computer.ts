import type { Core, Trace } from '../core/types.ts';
import type { Scene } from '../scene/types.ts';
import { Picture } from './computed-scene.ts';
import { without } from './control-for.ts';
import { type Problem, problemOf } from './problem.ts';

/** What the core makes of a scene: its picture, and beside a mistake the same without it. */
export interface Work {
  readonly picture: Picture;
  /** Null where the scene makes no mistake. */
  readonly right: Picture | null;
}

/**
 * The scene's picture, or why there is none. The traces of the work that is there become those of the scene, so that only
 * what changed is computed; where there is no picture they are what they were.
 */
export function attended(core: Core, scene: Scene, last: Work | null): Work | Problem {
  const before = last?.picture.lens === null ? last : null;
  const correct = scene.mistake ? without(scene, 'mistake') : null;
  let trace: Trace | null = null;
  try {
    trace = traced(core, scene, before?.picture);
    const right = correct && new Picture(correct, traced(core, correct, before?.right));
    return { picture: new Picture(scene, trace), right };
  } catch (thrown) {
    // The first of the two works: it goes back to where it was.
    if (trace !== null && trace === before?.picture.trace) trace.update(before.picture.scene);
    else trace?.dispose();
    return problemOf(thrown);
  }
}

function traced(core: Core, scene: Scene, before: Picture | null | undefined): Trace {
  if (!before) return core.attend(scene);
  before.trace.update(scene);
  return before.trace;
}

/** Frees what the core holds of it. */
export function dispose(work: Work | null): void {
  work?.picture.dispose();
  work?.right?.dispose();
}
