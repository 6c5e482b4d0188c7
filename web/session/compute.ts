import type { SceneCore, SceneDescription } from '../core/types.ts';
import type { Scene } from '../scene/types.ts';
import type { WholeResult } from '../trace/scene-result.ts';
import { resultOf } from '../trace/whole-result.ts';
import { type Problem, problemOf } from './problem.ts';

const descriptions = new WeakMap<Scene, SceneDescription>();

/** What the core says of a scene before it computes it. Scenes of a session never change, so each is described once. */
export function describeScene(core: SceneCore, scene: Scene): SceneDescription {
  const description = descriptions.get(scene) ?? core.describe(scene);
  descriptions.set(scene, description);
  return description;
}

/**
 * Computes a scene unless `isTooLarge` says so of its description; null then. The scene is parsed and handed to the core once
 * for both. Throws AttentionError.
 */
export function computeUnless(
  core: SceneCore,
  scene: Scene,
  isTooLarge: (description: SceneDescription) => boolean,
): WholeResult | null {
  const prepared = core.prepare(scene);
  descriptions.set(scene, prepared.description);
  return isTooLarge(prepared.description) ? null : resultOf(core, scene, prepared.attend());
}

/** The result of a scene, or why it has none. */
export function computeScene(core: SceneCore, scene: Scene): WholeResult | Problem {
  try {
    return resultOf(core, scene, core.attend(scene));
  } catch (thrown) {
    return problemOf(thrown);
  }
}
