import { isLessonId, type LessonId, lessonIds } from '../scene/lesson-scenes.ts';
import { lists } from '../scene/word-lists.ts';
import { type OpenedLesson, openedLesson } from './opened-lessons.ts';
import type { Lesson } from './types.ts';

export { isLessonId, type LessonId, lessonIds } from '../scene/lesson-scenes.ts';

/** The language of the sentence that a lesson is about. Absent if its document chose the words. */
export const sentenceLanguages: Readonly<Partial<Record<LessonId, string>>> = {
  'five-minutes': 'en',
  'five-minutes-es': 'es',
};

/** The lessons that need no document. The others each follow a notebook. */
const own: readonly LessonId[] = [
  'five-minutes',
  'five-minutes-es',
  'meaning-from-company',
  'how-it-learns',
  'masks',
  'decode-with-a-cache',
  'questions',
];

export const followsNotebook = (id: LessonId): boolean => !own.includes(id);

/**
 * The lessons for readers of a language. They type words in it; without a list of those words the sentence is
 * English.
 */
export function lessonIdsIn(language: string): readonly LessonId[] {
  const spoken = language in lists ? language : 'en';
  return lessonIds.filter((id) => (sentenceLanguages[id] ?? spoken) === spoken);
}

/** Each lesson is a module of its own, loaded when it is opened. i18n/lessons/texts.ts loads its text. */
const lessonModules: Readonly<Record<LessonId, () => Promise<Lesson>>> = {
  'five-minutes': async () => (await import('./five-minutes.ts')).fiveMinutes,
  'five-minutes-es': async () => (await import('./five-minutes.ts')).fiveMinutesInSpanish,
  'meaning-from-company': async () => (await import('./meaning-from-company.ts')).meaningFromCompany,
  illustrated: async () => (await import('./illustrated.ts')).illustrated,
  'its-snowing': async () => (await import('./its-snowing.ts')).itsSnowing,
  'scaling-and-masks': async () => (await import('./scaling-and-masks.ts')).scalingAndMasks,
  'keys-and-encoder': async () => (await import('./keys-and-encoder.ts')).keysAndEncoder,
  'music-transformer': async () => (await import('./music-transformer.ts')).musicTransformer,
  'how-it-learns': async () => (await import('./how-it-learns.ts')).howItLearns,
  masks: async () => (await import('./masks.ts')).masks,
  'decode-with-a-cache': async () => (await import('./decode-with-a-cache.ts')).decodeWithACache,
  questions: async () => (await import('./questions.ts')).questions,
};

/**
 * A lesson that ships, or one that was opened from a file. Rejects for an unknown lesson, or if the module cannot
 * be loaded.
 */
export async function loadLesson(name: string): Promise<OpenedLesson['lesson']> {
  const lesson = isLessonId(name) ? await lessonModules[name]() : openedLesson(name)?.lesson;
  if (lesson === undefined) throw new Error(`there is no lesson ${name}`);
  return lesson;
}
