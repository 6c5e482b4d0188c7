import { galleryWords } from '../../i18n/gallery.ts';
import { isLessonId, type LessonId, scenes } from '../../lessons/scenes.ts';
import { defaultScene, resolveTable, type Scene, tables } from '../../scene/index.ts';

/** The lesson that a scene belongs to. */
export const lessonOf = ({ view }: Scene): LessonId | null => (isLessonId(view?.lesson) ? view.lesson : null);

/** Where "start again" leads from a scene, on a page that `arrived` with another. A lesson that was left does not return. */
export function startOf(scene: Scene, arrived: Scene): Scene {
  const lesson = lessonOf(scene);
  if (lesson !== null) return scenes[lesson];
  return lessonOf(arrived) === null ? arrived : defaultScene;
}

const { meaning } = tables;

/** What people read of a head made by hand. */
export function headTitle(head: string): string {
  const known: Readonly<Record<string, string>> = galleryWords.heads;
  return (Object.hasOwn(known, head) ? known[head] : undefined) ?? meaning?.heads[head]?.title ?? head;
}

/** One title a head, where the heads have any. */
export function headTitles(scene: Scene): readonly string[] {
  const { parameters } = scene;
  return parameters.kind === 'handmade' ? parameters.heads.map(headTitle) : [];
}

export interface Lacking {
  /** Distinct words that the embedding's table has no row for. */
  readonly words: readonly string[];
  /** Where they stand, from 0. */
  readonly positions: readonly number[];
}

/** What has to be known of a picture to say it. */
interface Shown {
  readonly scene: Scene;
  readonly tokens: readonly string[];
  readonly vocabulary: readonly string[];
}

const nothing: Lacking = { words: [], positions: [] };
const known = new WeakMap<Shown, Lacking>();

/** The words that have a random vector because the table lacks them. */
export function lackedBy(picture: Shown): Lacking {
  const { embedding } = picture.scene;
  if (embedding.kind !== 'table') return nothing;
  const before = known.get(picture);
  if (before !== undefined) return before;
  const words = resolveTable(embedding, picture.vocabulary).missing;
  const lacking = new Set(words);
  const positions = picture.tokens.flatMap((token, position) => (lacking.has(token) ? [position] : []));
  const lacked: Lacking = words.length === 0 ? nothing : { words, positions };
  known.set(picture, lacked);
  return lacked;
}
