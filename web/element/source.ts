import type { SceneDescription } from '../core/types.ts';
import { elementWords } from '../i18n/element/element.ts';
import type { LanguageCode } from '../i18n/language.ts';
import { lazyModule } from '../i18n/lazy-module.ts';
import { AttentionError, quoted } from '../scene/error.ts';
import { firstScene } from '../scene/home.ts';
import { isLessonId, lessonIds, scenes } from '../scene/lesson-scenes.ts';
import { parseScene, withSentence } from '../scene/parse.ts';
import { hasMore } from '../scene/tokenize.ts';
import type { Scene } from '../scene/types.ts';
import { checkWork } from '../session/workload.ts';
import { leftoverIn } from './leftovers.ts';

const sceneText = lazyModule(() => import('./scene-text.ts'));

/** Thrown by whatever reads the attributes. */
export class Refused extends Error {
  constructor(
    readonly code: 'attribute' | 'fetch',
    message: string,
    readonly path: string,
  ) {
    super(message);
  }
}

/** Where a scene comes from: what the attributes say. */
export interface Source {
  readonly lesson: string | null;
  /** JSON, a link's text with its #, or an address. */
  readonly text: string | null;
  /** In place of the scene's own tokens. */
  readonly sentence: string | null;
  /** As an object. */
  readonly given: Scene | null;
  /** The address that others are relative to. */
  readonly base: string;
}

/** Tokens, and weights of all heads, that are computed and drawn while the page goes on being read. */
export const elementLimits = { tokens: 512, weights: 2 ** 22 };

/**
 * The scene. Throws Refused and AttentionError, what is said in `language`; what is not of the form is not shown. What reads a text
 * is fetched for the first element that has one, and so is what looks up the words of a sentence that is given beside it: where their
 * rows do not come, they have random ones.
 */
export async function sceneFrom(language: LanguageCode, source: Source, signal: AbortSignal): Promise<Scene> {
  const scene = sceneNow(language, source) ?? (await sceneOf(language, source, signal));
  if (source.sentence === null) return scene;
  return import('../scene/words.ts').then(({ lookUpWords }) => lookUpWords(scene, language)).catch(() => scene);
}

async function sceneOf(language: LanguageCode, source: Source, signal: AbortSignal): Promise<Scene> {
  const { sceneFromText } = await sceneText.load();
  return changed(await sceneFromText(language, source.text ?? '', source.base, signal), source);
}

/** The scene, where nothing has to be waited for; else null. Throws as `sceneFrom` does. */
export function sceneNow(language: LanguageCode, source: Source): Scene | null {
  const { lesson, text, sentence, given } = source;
  checkWritten(language, 'scene', text);
  checkWritten(language, 'sentence', sentence);
  if (lesson !== null && (text !== null || given !== null))
    throw new Refused('attribute', elementWords(language).both, 'lesson');
  if (given !== null) return changed(parseScene(given), source);
  if (lesson !== null) {
    if (isLessonId(lesson)) return changed(scenes[lesson], source);
    return refuse(language, 'lesson', lesson, lessonIds);
  }
  return text === null ? changed(firstScene, source) : null;
}

/** Throws Refused for what a framework or a template wrote into an attribute in place of a value. */
function checkWritten(language: LanguageCode, attribute: 'scene' | 'sentence', value: string | null): void {
  const kind = value === null ? null : leftoverIn(value);
  if (value === null || kind === null) return;
  // A sentence may be any word, and any program.
  if (attribute === 'sentence' && (kind === 'code' || value === 'true' || value === 'false')) return;
  throw new Refused('attribute', elementWords(language).leftovers[kind](attribute, quoted(value)), attribute);
}

/** Throws Refused for the first value of an attribute that is none of `all`. */
export function checkValues(
  language: LanguageCode,
  attribute: string,
  values: readonly string[],
  all: readonly string[],
): void {
  const unknown = values.find((value) => !all.includes(value));
  if (unknown !== undefined) refuse(language, attribute, unknown, all);
}

/** Throws Refused for a text that says the opposite of what the attribute means. */
export function checkReadonly(language: LanguageCode, value: string | null): void {
  if (value === null || ['', 'readonly', 'true'].includes(value)) return;
  throw new Refused('attribute', elementWords(language).notReadonly(quoted(value)), 'readonly');
}

const refuse = (language: LanguageCode, attribute: string, value: string, all: readonly string[]): never => {
  throw new Refused('attribute', elementWords(language).unknown(attribute, quoted(value), all), attribute);
};

const changed = (scene: Scene, { sentence }: Source): Scene =>
  sentence === null ? scene : withSentence(scene, sentence);

/** Operations that an element takes on: some half a second. */
const MOST_OPERATIONS = 5e8;

/**
 * Throws AttentionError `too-large` for what would hold a page up: it is the playground's, which computes it elsewhere. Work that
 * the reader has asked for is done here too.
 */
export function checkSize(
  language: LanguageCode,
  scene: Scene,
  descriptionOf: () => SceneDescription,
  isAskedFor: boolean,
): void {
  const { tokens, sentence = '', tokenizer, encoder, attention } = scene;
  const beyond = (most: number, given: readonly string[] | undefined, text: string): boolean =>
    given === undefined ? hasMore(most, text, tokenizer) : given.length > most;
  const most = Math.min(elementLimits.tokens, Math.floor(Math.sqrt(elementLimits.weights / attention.heads)));
  const keys = encoder !== undefined && beyond(most, encoder.tokens, encoder.sentence ?? '');
  if (keys || beyond(most, tokens, sentence))
    throw new AttentionError(
      'too-large',
      elementWords(language).tooMany(most),
      tokens === undefined ? '/sentence' : '/tokens',
    );
  if (!isAskedFor) checkWork(descriptionOf(), MOST_OPERATIONS);
}
