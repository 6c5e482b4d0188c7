import type { SceneCore } from '../../core/types.ts';
import { controlWords } from '../../i18n/controls.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { currentLanguage, sourceLanguage } from '../../i18n/messages.ts';
import { pageWords } from '../../i18n/page.ts';
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
import { explain, problemOf } from '../../session/problem.ts';
import { isSameButView } from '../../session/state.ts';
import type { journeyOf } from '../../stage/journey.ts';
import type { StageSource } from '../../stage/numbers.ts';
import type { HideAnswer, SceneResult } from '../../trace/scene-result.ts';
import { fetchHome, lessonOf } from './catalogue.ts';
import { isPlace, savedScene } from './fragment.ts';

const lessonPages = lazyModule(() => import('../lessons/lesson-pages.ts'));
const share = lazyModule(() => import('../share/share.ts'));

/** What a fragment asks for. Where it cannot be read, the default scene and why (`damage`). */
export interface OpenedLink {
  readonly scene: Scene;
  readonly damage: string | null;
  /** Says which moments a picture has; null where the link names none. */
  readonly journey: typeof journeyOf | null;
  /** Hides the answer that its page of a lesson asks for. Null where nothing is asked, or the lesson could not be loaded. */
  readonly hideAnswer: HideAnswer | null;
}

const undamaged = (scene: Scene): OpenedLink => ({ scene, damage: null, journey: null, hideAnswer: null });
const refused = (damage: string): OpenedLink => ({ ...undamaged(defaultScene), damage });
const damaged = (thrown: unknown): OpenedLink => refused(explain(problemOf(thrown)));

/** Reads `location.hash`; what is packed comes later, for what unpacks it is fetched first; so does one that needs more to be shown. */
export function readFragment(hash: string): OpenedLink | Promise<OpenedLink> {
  if (isPlace(hash)) return undamaged(defaultScene);
  if (hash.startsWith('#z=')) return decodeLink(hash).then(opened, damaged);
  try {
    if (hash !== '') return opened(decodeScene(hash));
    const saved = savedScene();
    return saved === '' ? openHome() : opened(normalScene(parseSceneText(saved)));
  } catch (thrown) {
    return damaged(thrown);
  }
}

function opened(scene: Scene): OpenedLink | Promise<OpenedLink> {
  const lesson = lessonOf(scene);
  return lesson === null && !scene.view?.at ? undamaged(scene) : openedWith(scene, lesson);
}

/** What a lesson asks for is kept back from the first picture on; a moment is taken from no link unseen. */
async function openedWith(scene: Scene, lesson: string | null): Promise<OpenedLink> {
  const { at: time = 0, page } = scene.view ?? {};
  const hideOf = (id: string) => lessonPages.load().then(({ hideAnswerOf }) => hideAnswerOf(id, page));
  const [hide, journey] = await Promise.allSettled([
    lesson === null ? null : hideOf(lesson),
    time === 0 ? null : import('../../stage/journey.ts'),
  ]);
  if (journey.status === 'rejected') return refused(pageWords.header.noScreen);
  return {
    ...undamaged(scene),
    journey: journey.value?.journeyOf ?? null,
    hideAnswer: hide.status === 'rejected' ? null : hide.value,
  };
}

/** In the language of the page; in English where the words of that do not come. */
function openHome(): OpenedLink | Promise<OpenedLink> {
  if (currentLanguage() === sourceLanguage) return undamaged(homeScene);
  return fetchHome().then(undamaged, () => undamaged(homeScene));
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

/**
 * Why a picture cannot be shown as its scene's `view` asks: a head, a token or (where `journey` is given) a moment that is not
 * there; null where it can.
 */
export function viewDamage(
  result: StageSource & { readonly layers: number; readonly tokens: readonly string[] },
  journey: OpenedLink['journey'],
): string | null {
  const { head = 0, layer = 0, focus = 0, at: time = 0 } = result.scene.view ?? {};
  if (layer >= result.layers) return controlWords.noLayer(layer, result.layers);
  if (head >= result.heads) return pageWords.link.noHead(head, result.heads);
  if (focus >= result.tokens.length) return pageWords.link.noToken(focus, result.tokens.length);
  if (journey === null) return null;
  const chapters = journey(result, focus).chapters.length;
  return time > chapters || time < 0 ? pageWords.link.noMoment(time, chapters) : null;
}

/**
 * Opens the dialog to share what is on show, which is fetched for it, as it is looked at: `scene` says so where it is the picture's.
 * Returns what there is to say: empty where it opens.
 */
export async function shareDialog(result: SceneResult, scene: Scene, core: SceneCore): Promise<string> {
  try {
    const { openShare } = await share.load();
    openShare(result, isSameButView(scene, result.scene) ? scene : result.scene, core);
    return '';
  } catch {
    return pageWords.header.noShare;
  }
}
