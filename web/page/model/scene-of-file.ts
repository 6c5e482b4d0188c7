import type { SceneCore } from '../../core/types.ts';
import { importWords } from '../../i18n/import.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { layerCount, packedLength } from '../../scene/layers.ts';
import { limits } from '../../scene/limits.ts';
import { resolveTokens } from '../../scene/tokenize.ts';
import type { Scene } from '../../scene/types.ts';
import { nameFile } from '../../session/model-file.ts';
import { type OpenedLink, openScene, placeDamage } from '../shell/link.ts';

export interface SceneOfFile extends Pick<OpenedLink, 'scene' | 'hideAnswer'> {
  /** What was opened. */
  readonly message: string;
}

/** The scene that a file is, as a link to it opens. Rejects with the reason if it cannot be shown. */
export async function sceneOfFile(
  language: LanguageCode,
  { core, file, given }: { readonly core: SceneCore; readonly file: string; readonly given: Scene },
): Promise<SceneOfFile> {
  const { scene, hideAnswer, damage } = await openScene(language, given);
  const { problem } = core.describe(scene);
  if (problem !== null) throw problem;
  const { heads } = scene.attention;
  const why =
    damage ?? placeDamage(language, scene, { heads, layers: layerCount(scene), tokens: resolveTokens(scene).length });
  if (why !== null) throw new Error(why);
  nameFile(scene.embedding, file);
  const words = importWords(language).model;
  const opened = words.openedScene(file);
  return { scene, hideAnswer, message: packedLength(scene) > limits.link ? `${opened} ${words.noLink}` : opened };
}
