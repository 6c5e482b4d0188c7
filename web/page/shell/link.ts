import type { SceneCore } from '../../core/types.ts';
import { controlWords } from '../../i18n/controls.ts';
import { withMessages } from '../../i18n/messages.ts';
import { pageWords } from '../../i18n/page.ts';
import type { ComputedScene } from '../../model/computed-scene.ts';
import { explain, problemOf } from '../../model/problem.ts';
import { homeScene } from '../../scene/home.ts';
import {
  decodeLink,
  decodeScene,
  defaultScene,
  encodeLink,
  encodeScene,
  normalScene,
  parseSceneText,
} from '../../scene/index.ts';
import type { Scene } from '../../scene/types.ts';
import { journeyOf } from '../../stage/journey.ts';
import type { StageSource } from '../../stage/numbers.ts';

/** What a fragment asks for. Where it cannot be read, the default scene and why (`damage`). */
export interface Arrival {
  readonly scene: Scene;
  readonly damage: string | null;
}

/** A place on the page (the skip link's target, a section opened in a new tab) is no scene, and no damage. */
export const isPlace = (hash: string): boolean => hash.startsWith('#step-') || hash === '#main';

const damaged = (thrown: unknown): Arrival => ({ scene: defaultScene, damage: explain(problemOf(thrown)) });

/** Reads `location.hash`; what is packed comes later, for what unpacks it is fetched first. */
export function readFragment(hash: string): Arrival | Promise<Arrival> {
  if (isPlace(hash)) return { scene: defaultScene, damage: null };
  if (hash.startsWith('#z=')) return decodeLink(hash).then((scene) => ({ scene, damage: null }), damaged);
  try {
    if (hash !== '') return { scene: decodeScene(hash), damage: null };
    const saved = savedScene();
    return { scene: saved === '' ? homeScene : normalScene(parseSceneText(saved)), damage: null };
  } catch (thrown) {
    return damaged(thrown);
  }
}

/** Where the address names no scene, the page opens one that plays; `v=1` names the default scene. */
const fragment = (link: string): string => `#${link || 'v=1'}`;

/**
 * The fragment for a scene, with its "#". One that must be packed comes later, or is refused with its length, where even that
 * is too long.
 */
export function fragmentOf(scene: Scene): string | Promise<string> {
  try {
    return fragment(encodeScene(scene));
  } catch {
    return encodeLink(scene).then(fragment);
  }
}

/** Copies the page's address with the scene, and says what came of it. */
export async function copyAddress(scene: Scene): Promise<string> {
  const { copied, notCopied } = pageWords.header;
  const made = fragmentOf(scene);
  let hash: string;
  try {
    hash = made instanceof Promise ? await made : made;
  } catch (thrown) {
    return explain(problemOf(thrown));
  }
  try {
    await navigator.clipboard.writeText(location.href.replace(/#.*/s, '') + hash);
    return copied;
  } catch {
    return notCopied;
  }
}

/** Why a picture cannot be shown as its scene's `view` asks: a head or a token that is not there; null where it can. */
export function viewDamage(
  picture: StageSource & { readonly layers: number; readonly tokens: readonly string[] },
): string | null {
  const { head = 0, layer = 0, focus = 0, at = 0 } = picture.scene.view ?? {};
  if (layer >= picture.layers) return controlWords.noLayer(layer, picture.layers);
  if (head >= picture.heads) return pageWords.link.noHead(head, picture.heads);
  if (focus >= picture.tokens.length) return pageWords.link.noToken(focus, picture.tokens.length);
  const scenes = at === 0 ? 0 : journeyOf(picture, focus).scenes.length;
  return at > scenes || at < 0 ? pageWords.link.noMoment(at, scenes) : null;
}

/**
 * The JSON of the scene that the page was saved with, which opens where the address names none: self-attention.html has
 * `<script type="application/json" id="scene">` for it. Empty on a page without one.
 */
const savedScene = (): string => document.querySelector('script#scene')?.textContent?.trim() ?? '';

/** Opens the dialog to share what is on show, which is fetched for it. Returns what there is to say: empty where it opens. */
export async function shareDialog(picture: ComputedScene, core: SceneCore): Promise<string> {
  try {
    const { openShare } = await withMessages(import('../share/share.ts'));
    openShare(picture, core);
    return '';
  } catch {
    return pageWords.header.noShare;
  }
}
