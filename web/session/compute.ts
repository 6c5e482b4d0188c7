import type { SceneCore, SceneDescription, Trace } from '../core/types.ts';
import type { Scene } from '../scene/types.ts';
import { without } from '../scene/without.ts';
import { ComputedScene } from '../trace/scene-result.ts';
import { type Problem, problemOf } from './problem.ts';

/**
 * The scene's picture, or why there is none. The traces of the work that is there become those of the scene, so that only
 * what changed is computed; where there is no picture they are what they were.
 */
export function computeScene(core: SceneCore, scene: Scene, last: ComputedScene | null): ComputedScene | Problem {
  const before = last?.lens === null ? last : null;
  let trace: Trace | null = null;
  try {
    trace = traceOf(core, scene, before);
    return new ComputedScene(scene, trace, 0, correctOf(core, scene, before));
  } catch (thrown) {
    // The first of the two works: it goes back to where it was.
    if (trace !== null && trace === before?.trace) trace.update(before.scene);
    else trace?.dispose();
    return problemOf(thrown);
  }
}

/** The same scene without its mistake, computed; null where it makes none. */
export function correctOf(core: SceneCore, scene: Scene, before: ComputedScene | null): ComputedScene | null {
  if (!scene.mistake) return null;
  const correct = without(scene, 'mistake');
  return new ComputedScene(correct, traceOf(core, correct, before?.right));
}

const descriptions = new WeakMap<Scene, SceneDescription>();

/** What the core says of a scene before it computes anything: asked once, for a scene is never written to. */
export function describeScene(core: SceneCore, scene: Scene): SceneDescription {
  const description = descriptions.get(scene) ?? core.describe(scene);
  descriptions.set(scene, description);
  return description;
}

/** The trace of a scene: the one that was there brought up to date, so that only what changed is computed, else a new one. */
export function traceOf(core: SceneCore, scene: Scene, before: ComputedScene | null | undefined): Trace {
  if (!before) return core.attend(scene);
  before.trace.update(scene);
  return before.trace;
}

/** Frees what the core holds of a picture and another that takes its place does not go on with. */
export function disposeBut(kept: ComputedScene | null, picture: ComputedScene | null): void {
  if (picture?.trace !== kept?.trace) picture?.dispose();
  if (picture?.right?.trace !== kept?.right?.trace) picture?.right?.dispose();
}
