import { words } from '../i18n/words.ts';
import { decodeScene, encodeScene, normalScene, parseSceneText } from '../scene/index.ts';
import type { Scene } from '../scene/types.ts';
import { catalogue } from './catalogue.ts';
import { problemOf } from './errors.ts';
import { savedScene } from './saved-scene.ts';

/** What a fragment asks for. Where it cannot be read, the default scene and why (`damage`). */
export interface Arrival {
  readonly scene: Scene;
  readonly damage: string | null;
}

/** A place on the page (the skip link's target, a section opened in a new tab) is no scene, and no damage. */
export const isPlace = (hash: string): boolean => hash.startsWith('#step-') || hash === '#main';

/** Reads `location.hash`. */
export function readFragment(hash: string): Arrival {
  if (isPlace(hash)) return { scene: catalogue.start, damage: null };
  try {
    const saved = hash === '' ? savedScene() : '';
    const scene = saved === '' ? decodeScene(hash.replace(/^#/, '')) : normalScene(parseSceneText(saved));
    return { scene, damage: null };
  } catch (thrown) {
    return { scene: catalogue.start, damage: problemOf(thrown).message };
  }
}

/** The fragment for a scene, with its "#"; empty for the scene that opens without one; null where a scene is too large for a link. */
export function fragmentOf(scene: Scene): string | null {
  try {
    const text = encodeScene(scene);
    return text === '' && savedScene() === '' ? '' : `#${text || 'v=1'}`;
  } catch {
    return null;
  }
}

/** Copies the address, which holds the scene, and says what came of it. */
export async function copyAddress(scene: Scene): Promise<string> {
  const { noLink, copied, notCopied } = words.header;
  if (fragmentOf(scene) === null) return noLink;
  try {
    await navigator.clipboard.writeText(location.href);
    return copied;
  } catch {
    return notCopied;
  }
}

/** Why a picture cannot be shown as its scene's `view` asks: a head or a token that is not there; null where it can. */
export function viewDamage(picture: {
  readonly scene: Scene;
  readonly heads: number;
  readonly layers: number;
  readonly tokens: readonly string[];
}): string | null {
  const { head = 0, layer = 0, focus = 0 } = picture.scene.view ?? {};
  if (layer >= picture.layers) return words.family.noLayer(layer, picture.layers);
  if (head >= picture.heads) return words.link.noHead(head, picture.heads);
  return focus >= picture.tokens.length ? words.link.noToken(focus, picture.tokens.length) : null;
}
