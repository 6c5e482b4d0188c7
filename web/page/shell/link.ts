import type { SceneCore } from '../../core/types.ts';
import { controlWords } from '../../i18n/controls.ts';
import { type LanguageCode, sourceLanguage } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { pageWords } from '../../i18n/page.ts';
import { givenLimits } from '../../scene/given-tensors.ts';
import { homeScene } from '../../scene/home.ts';
import {
  decodeLink,
  decodeScene,
  defaultScene,
  encodeLink,
  encodeScene,
  limits,
  normalScene,
} from '../../scene/index.ts';
import { parseJson } from '../../scene/json.ts';
import { packedLength } from '../../scene/layers.ts';
import { parseScene } from '../../scene/parse.ts';
import type { Scene } from '../../scene/types.ts';
import { lookUpWords } from '../../scene/words.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { isSameButView } from '../../session/state.ts';
import type { journeyOf } from '../../stage/journey.ts';
import type { StageSource } from '../../stage/numbers.ts';
import type { HideAnswer, SceneResult } from '../../trace/scene-result.ts';
import type { Opening } from '../model/model-dialog.ts';
import { fetchHome, lessonOf } from './catalogue.ts';
import { isPlace, savedScene } from './fragment.ts';

/** Letters of the scene that a page was saved with: the numbers of the largest model take six each in base64, and the rest is a scene. */
const MOST_SAVED = limits.json + 6 * givenLimits.numbers;

const linkedPage = lazyModule(() => import('../lessons/linked-page.ts'));
const share = lazyModule(() => import('../share/share.ts'));
const model = lazyModule(() => import('../model/model-dialog.ts'));

/** What a fragment asks for. If it cannot be read: the default scene, and the reason in `damage`. */
export interface OpenedLink {
  readonly scene: Scene;
  readonly damage: string | null;
  /** Returns which moments a picture has. Null if the link names no moment. */
  readonly journey: typeof journeyOf | null;
  /** Hides the answer that this page of a lesson asks for. Null if nothing is asked, or if the lesson did not load. */
  readonly hideAnswer: HideAnswer | null;
}

const undamaged = (scene: Scene): OpenedLink => ({ scene, damage: null, journey: null, hideAnswer: null });
const refused = (damage: string): OpenedLink => ({ ...undamaged(defaultScene), damage });
const damaged = (language: LanguageCode, thrown: unknown): OpenedLink => refused(explain(language, problemOf(thrown)));

/**
 * Reads `location.hash`. Resolves later for a packed link, whose unpacker is fetched first, and for a scene that
 * needs other files.
 */
export function readFragment(language: LanguageCode, hash: string): OpenedLink | Promise<OpenedLink> {
  if (isPlace(hash)) return undamaged(defaultScene);
  if (hash.startsWith('#z='))
    return decodeLink(hash).then(
      (scene) => openScene(language, scene),
      (thrown) => damaged(language, thrown),
    );
  try {
    if (hash !== '') return openScene(language, decodeScene(hash));
    const saved = IS_ONE_SCRIPT ? savedScene() : '';
    return saved === ''
      ? openHome(language)
      : openScene(language, normalScene(parseScene(parseJson(saved, MOST_SAVED))));
  } catch (thrown) {
    return damaged(language, thrown);
  }
}

/** A scene as a link to it opens. */
export function openScene(language: LanguageCode, scene: Scene): OpenedLink | Promise<OpenedLink> {
  const { embedding } = scene;
  // A link that was written by hand has no vectors of its words.
  if (embedding.kind === 'wordVectors' && embedding.vectors === undefined)
    return lookUpWords(scene, language).then(
      (found) => openedHere(language, found),
      (thrown) => damaged(language, thrown),
    );
  return openedHere(language, scene);
}

function openedHere(language: LanguageCode, scene: Scene): OpenedLink | Promise<OpenedLink> {
  const lesson = lessonOf(scene);
  return lesson === null && !scene.view?.at ? undamaged(scene) : openedWith(language, scene, lesson);
}

/** The first picture must already hide the answer. A moment from a link is checked before it is used. */
async function openedWith(language: LanguageCode, scene: Scene, lesson: string | null): Promise<OpenedLink> {
  const page =
    lesson === null
      ? null
      : await linkedPage
          .load()
          .then(({ openPage }) => openPage(lesson, scene))
          // The lesson's panel says that it could not be loaded.
          .catch(() => null);
  const opened = { ...undamaged(scene), ...page };
  if (!opened.scene.view?.at) return opened;
  try {
    return { ...opened, journey: (await import('../../stage/journey.ts')).journeyOf };
  } catch {
    return refused(pageWords(language).header.noScreen);
  }
}

/** In the language of the page, or in English if its words do not load. */
function openHome(language: LanguageCode): OpenedLink | Promise<OpenedLink> {
  if (language === sourceLanguage) return undamaged(homeScene);
  return fetchHome(language).then(undamaged, () => undamaged(homeScene));
}

/** Without a scene in the address, the page opens one that plays. `v=1` is the default scene. */
const fragment = (link: string): string => `#${link || 'v=1'}`;

/**
 * The fragment for a scene, with its "#". A promise if the link must be packed. Rejects with the length if even a
 * packed link is too long.
 */
export function fragmentOf(scene: Scene): string | Promise<string> {
  try {
    // The numbers of a model would all be written before they are too many, which `encodeLink` sees by their count.
    if (packedLength(scene) < limits.link) return fragment(encodeScene(scene));
  } catch {}
  return encodeLink(scene).then(fragment);
}

/** Copies the page's address with the scene, and returns a message that says whether it worked. */
export async function copyAddress(language: LanguageCode, scene: Scene): Promise<string> {
  const { copied, notCopied } = pageWords(language).header;
  const made = fragmentOf(scene);
  let hash: string;
  try {
    hash = made instanceof Promise ? await made : made;
  } catch (thrown) {
    return explain(language, problemOf(thrown));
  }
  try {
    await navigator.clipboard.writeText(location.href.replace(/#.*/s, '') + hash);
    return copied;
  } catch {
    return notCopied;
  }
}

/**
 * Why a picture cannot be shown as the scene's `view` asks: its head, its token or (with `journey`) its moment does
 * not exist. Null if it can.
 */
export function viewDamage(
  language: LanguageCode,
  result: StageSource & { readonly layers: number; readonly tokens: readonly string[] },
  journey: OpenedLink['journey'],
): string | null {
  const { heads, layers, tokens } = result;
  const damage = placeDamage(language, result.scene, { heads, layers, tokens: tokens.length });
  if (damage !== null || journey === null) return damage;
  const { focus = 0, at: time = 0 } = result.scene.view ?? {};
  const chapters = journey(language, result, focus).chapters.length;
  return time > chapters || time < 0 ? pageWords(language).link.noMoment(time, chapters) : null;
}

/** Why a scene has no such place as its `view` names: a layer, a head or a token. Null if it has. */
export function placeDamage(
  language: LanguageCode,
  { view }: Scene,
  counts: { readonly heads: number; readonly layers: number; readonly tokens: number },
): string | null {
  const words = pageWords(language).link;
  const { head = 0, layer, focus = 0 } = view ?? {};
  if (layer !== undefined && layer >= counts.layers) return controlWords(language).noLayer(layer, counts.layers);
  if (head >= counts.heads) return words.noHead(head, counts.heads);
  return focus >= counts.tokens ? words.noToken(focus, counts.tokens) : null;
}

async function openDialog(language: LanguageCode, open: () => Promise<void>): Promise<string> {
  try {
    await open();
    return '';
  } catch {
    return pageWords(language).header.noDialog;
  }
}

/** Opens the dialog for somebody else's model, which is fetched first. Returns as `shareDialog` does. */
export const modelDialog = (language: LanguageCode, opening: Opening): Promise<string> =>
  openDialog(language, async () => (await model.load()).openModelDialog(opening));

/**
 * Opens the share dialog, which is fetched first, for the scene on screen. `scene` tells whether the picture is of
 * this scene. Returns an error message, or an empty text if the dialog opens.
 */
export const shareDialog = (
  language: LanguageCode,
  result: SceneResult,
  scene: Scene,
  core: SceneCore,
): Promise<string> =>
  openDialog(language, async () =>
    (await share.load()).openShare(result, isSameButView(scene, result.scene) ? scene : result.scene, core),
  );
