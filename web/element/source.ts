import { isLessonId, lessonIds } from '../lessons/ids.ts';
import { shortened } from '../scene/check.ts';
import { defaultScene } from '../scene/defaults.ts';
import { bringTable, tables } from '../scene/tables.ts';
import type { Scene } from '../scene/types.ts';
import { parseScene } from '../scene/validate.ts';
import { Refused } from './problem.ts';

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

/** The scene, with the tables that it needs. Throws Refused and AttentionError; what is not of the form is not shown. */
export async function sceneFrom(source: Source, signal: AbortSignal): Promise<Scene> {
  const base = await baseOf(source, signal);
  const scene = source.sentence === null ? base : parseScene(withSentence(base, source.sentence));
  await bringWhat(scene);
  return scene;
}

async function baseOf({ lesson, text, given }: Source, signal: AbortSignal): Promise<Scene> {
  if (lesson !== null && (text !== null || given !== null)) {
    throw new Refused('attribute', 'both lesson and scene are given; give one of them', 'lesson');
  }
  if (given !== null) return parseScene(given);
  if (lesson !== null) {
    if (!isLessonId(lesson)) {
      const all = lessonIds.join(', ');
      throw new Refused('attribute', `there is no lesson ${shortened(lesson)}; there are: ${all}`, 'lesson');
    }
    return (await import('../lessons/scenes.ts')).scenes[lesson];
  }
  return text === null ? defaultScene : (await import('./texts.ts')).sceneOf(text.trim(), signal);
}

/** The same with other words: what it says of its own tokens goes. */
export function withSentence(scene: Scene, sentence: string): Scene {
  const { tokens: _, view, ...rest } = scene;
  const { focus: __, ...look } = view ?? {};
  return { ...rest, sentence, ...(view === undefined ? {} : { view: look }) };
}

/** A table that ships is fetched by the first scene that names it. */
export async function bringWhat({ embedding, parameters }: Scene): Promise<void> {
  const named = (embedding.kind === 'table' && embedding.table !== undefined) || parameters.kind === 'handmade';
  if (named && Object.keys(tables).length === 0) bringTable((await import('../scene/meaning.ts')).meaning);
}
