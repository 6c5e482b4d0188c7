import { longerMask } from '../import/model/shorter-mask.ts';
import { areKept, leaveOutSpecial, withFocus } from '../import/model/special-tokens.ts';
import { givenLayers } from '../scene/layers.ts';
import type { Scene } from '../scene/types.ts';
import { fileOf, nameFile } from './model-file.ts';

/** A model's sentence with its special tokens, by the tensors that it has without them. */
const wholeScenes = new WeakMap<object, Scene>();

const keyOf = ({ embedding }: Scene): object | null => {
  const [tensor] = Object.values(givenLayers(embedding)[0] ?? {}).filter((value) => typeof value === 'object');
  return tensor ?? null;
};

/** The scene that this one was made from by `withoutSpecial`. Null if it was not, or in an earlier visit. */
export const wholeScene = (scene: Scene): Scene | null => wholeScenes.get(keyOf(scene) ?? {}) ?? null;

/** The scene without its special tokens, which `wholeScene` gives back. Only for a scene that `hasSpecial`. */
export function withoutSpecial(scene: Scene): Scene {
  const next = leaveOutSpecial(scene);
  const file = fileOf(scene);
  if (file !== null) nameFile(next.embedding, file);
  const key = keyOf(next);
  if (key !== null) wholeScenes.set(key, scene);
  return next;
}

/** The scene with the special tokens of `whole` again, and everything else as it is now. */
export function withSpecial(scene: Scene, whole: Scene): Scene {
  const queries = areKept(whole.tokens);
  const keys = whole.encoder === undefined ? queries : areKept(whole.encoder.tokens);
  const places = [...queries.keys()].filter((index) => queries[index]);
  const { attention } = scene;
  const { mask } = attention;
  const before = whole.attention.mask ?? { kind: 'none' };
  return {
    ...withFocus(scene, (focus) => places[focus] ?? null),
    ...(whole.tokens !== undefined && { tokens: whole.tokens }),
    ...(whole.encoder !== undefined && { encoder: whole.encoder }),
    embedding: whole.embedding,
    ...(mask !== undefined && { attention: { ...attention, mask: longerMask(mask, before, queries, keys) } }),
  };
}
