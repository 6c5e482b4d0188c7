import type { PreparedScene, SceneCore, SceneDescription } from '../core/types.ts';
import type { Scene } from '../scene/types.ts';

const descriptions = new WeakMap<Scene, SceneDescription>();

/** What the core says of a scene before it computes it. Scenes of a session never change, so each is described once. */
export const describeScene = (core: SceneCore, scene: Scene): SceneDescription =>
  descriptions.get(scene) ?? prepareScene(core, scene).description;

/** Parses a scene and hands it to the core once, to describe it and to compute it. */
export function prepareScene(core: SceneCore, scene: Scene): PreparedScene {
  const prepared = core.prepare(scene);
  descriptions.set(scene, prepared.description);
  return prepared;
}
