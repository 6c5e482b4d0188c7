import { illustrated } from './illustrated.ts';
import { itsSnowing } from './its-snowing.ts';
import { keysAndEncoder } from './keys-and-encoder.ts';
import { musicTransformer } from './music-transformer.ts';
import { scalingAndMasks } from './scaling-and-masks.ts';
import { type LessonId, lessonIds } from './scenes.ts';
import { text as illustratedEn } from './text/en/illustrated.ts';
import { text as itsSnowingEn } from './text/en/its-snowing.ts';
import { text as keysAndEncoderEn } from './text/en/keys-and-encoder.ts';
import { text as musicTransformerEn } from './text/en/music-transformer.ts';
import { text as scalingAndMasksEn } from './text/en/scaling-and-masks.ts';
import { text as illustratedEs } from './text/es/illustrated.ts';
import { text as itsSnowingEs } from './text/es/its-snowing.ts';
import { text as keysAndEncoderEs } from './text/es/keys-and-encoder.ts';
import { text as musicTransformerEs } from './text/es/music-transformer.ts';
import { text as scalingAndMasksEs } from './text/es/scaling-and-masks.ts';
import type { Lesson, LessonLanguage, LessonText, Source } from './types.ts';

// What the package exports: all lessons at once. The page uses catalogue.ts instead, which loads a lesson when it is opened.

export type * from './types.ts';

/** A lesson with its words; `title`, `summary`, `text` and the credit are the English ones. */
export interface WholeLesson extends Lesson {
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  readonly source: Source & { readonly credit: string };
  /** Read one after the other. */
  readonly text: readonly Page[];
  readonly texts: Readonly<Record<LessonLanguage, LessonText>>;
}

export interface Page {
  readonly title: string;
  readonly body: string;
}

function whole(lesson: Lesson, en: LessonText, es: LessonText): WholeLesson {
  const { title, summary, credit } = en;
  const text = Object.values(en.pages).map((page) => ({ title: page.title, body: page.body }));
  return { ...lesson, title, summary, source: { ...lesson.source, credit }, text, texts: { en, es } };
}

const all: Readonly<Record<LessonId, WholeLesson>> = {
  illustrated: whole(illustrated, illustratedEn, illustratedEs),
  'its-snowing': whole(itsSnowing, itsSnowingEn, itsSnowingEs),
  'scaling-and-masks': whole(scalingAndMasks, scalingAndMasksEn, scalingAndMasksEs),
  'keys-and-encoder': whole(keysAndEncoder, keysAndEncoderEn, keysAndEncoderEs),
  'music-transformer': whole(musicTransformer, musicTransformerEn, musicTransformerEs),
};

/** Every lesson by its id, in the order they are read. */
export const lessons: Readonly<Record<string, WholeLesson>> = Object.fromEntries(lessonIds.map((id) => [id, all[id]]));
