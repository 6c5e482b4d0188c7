import type { LessonId } from './scenes.ts';
import type { Lesson } from './types.ts';

export { isLessonId, type LessonId, lessonIds } from './scenes.ts';

/** Each lesson is a module of its own, loaded when it is opened; its text is loaded by i18n/lessons/texts.ts. */
const lessonModules: Readonly<Record<LessonId, () => Promise<Lesson>>> = {
  'five-minutes': async () => (await import('./five-minutes.ts')).fiveMinutes,
  illustrated: async () => (await import('./illustrated.ts')).illustrated,
  'its-snowing': async () => (await import('./its-snowing.ts')).itsSnowing,
  'scaling-and-masks': async () => (await import('./scaling-and-masks.ts')).scalingAndMasks,
  'keys-and-encoder': async () => (await import('./keys-and-encoder.ts')).keysAndEncoder,
  'music-transformer': async () => (await import('./music-transformer.ts')).musicTransformer,
};

/** Rejects when the module cannot be fetched, as every dynamic import does. */
export const loadLesson = (id: LessonId): Promise<Lesson> => lessonModules[id]();
