import { limits } from '../scene/limits.ts';
import { keyTokensOf, tokensOf } from '../scene/tokenize.ts';
import type { Scene } from '../scene/types.ts';

/** A painted mask of as many rows and columns as there are tokens; what is new is visible. Typing asks for this too. */
export function followMask(scene: Scene): Scene {
  const { mask } = scene.attention;
  if (mask?.kind !== 'painted') return scene;
  const [queries, keys] = [tokensOf(scene).length, keyTokensOf(scene).length];
  const { visible } = mask;
  // Nobody paints that much; the mask stays as it was painted, and is refused for so many tokens.
  if (Math.max(queries, keys) > limits.painted) return scene;
  if (queries === 0 || keys === 0 || (visible.length === queries && visible[0]?.length === keys)) return scene;
  const followed = Array.from({ length: queries }, (_, i) =>
    Array.from({ length: keys }, (_, j) => visible[i]?.[j] ?? 1),
  );
  return { ...scene, attention: { ...scene.attention, mask: { kind: 'painted', visible: followed } } };
}
