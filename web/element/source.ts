import { words } from '../i18n/words.ts';
import { isLessonId, lessonIds, scenes } from '../lessons/scenes.ts';
import { defaultScene } from '../scene/defaults.ts';
import { AttentionError, quoted } from '../scene/error.ts';
import { hasMore } from '../scene/tokenize.ts';
import type { Scene } from '../scene/types.ts';

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
}

/** Tokens, and weights of all heads, that are computed and drawn while the page goes on being read. */
const MOST_TOKENS = 512;
const MOST_WEIGHTS = 2 ** 22;

let textModule: typeof import('./scene-text.ts') | null = null;

/** The scene. Throws Refused and AttentionError; what is not of the form is not shown. */
export async function sceneFrom(source: Source, signal: AbortSignal): Promise<Scene> {
  const { text, sentence, given } = source;
  if (text !== null || given !== null || sentence !== null) textModule ??= await import('./scene-text.ts');
  const base = baseNow(source) ?? (await textModule?.sceneOf(text ?? '', signal)) ?? defaultScene;
  return withSentence(base, source);
}

/** The scene, where nothing has to be waited for; else null. Throws as `sceneFrom` does. */
export function sceneNow(source: Source): Scene | null {
  const base = baseNow(source);
  if (base === null || (source.sentence !== null && textModule === null)) return null;
  return withSentence(base, source);
}

function baseNow({ lesson, text, given }: Source): Scene | null {
  if (lesson !== null && (text !== null || given !== null))
    throw new Refused('attribute', words.element.both, 'lesson');
  if (given !== null) return textModule?.parseScene(given) ?? null;
  if (lesson !== null) {
    if (isLessonId(lesson)) return scenes[lesson];
    throw new Refused('attribute', words.element.unknown('lesson', quoted(lesson), lessonIds), 'lesson');
  }
  return text === null ? defaultScene : null;
}

/** With the words of the attribute: what the scene says of its own tokens goes. */
function withSentence(scene: Scene, { sentence }: Source): Scene {
  if (sentence === null) return scene;
  const { tokens: _, view, ...rest } = scene;
  const { focus: __, ...look } = view ?? {};
  const other: Scene = { ...rest, sentence, ...(view === undefined ? {} : { view: look }) };
  return textModule?.parseScene(other) ?? other;
}

/** Throws AttentionError `too-large` for what would hold a page up: it is the playground's, which computes it elsewhere. */
export function checkSize({ tokens, sentence = '', tokenizer, encoder, attention }: Scene): void {
  const beyond = (most: number, given: readonly string[] | undefined, text: string): boolean =>
    given === undefined ? hasMore(most, text, tokenizer) : given.length > most;
  const most = Math.min(MOST_TOKENS, Math.floor(Math.sqrt(MOST_WEIGHTS / attention.heads)));
  const keys = encoder !== undefined && beyond(most, encoder.tokens, encoder.sentence ?? '');
  if (!keys && !beyond(most, tokens, sentence)) return;
  throw new AttentionError('too-large', words.element.tooMany(most), tokens === undefined ? '/sentence' : '/tokens');
}
