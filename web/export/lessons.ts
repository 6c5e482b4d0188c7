import { textsOf } from '../i18n/lessons/every-text.ts';
import { decodeWithACache } from '../lessons/decode-with-a-cache.ts';
import { fiveMinutes, fiveMinutesInSpanish } from '../lessons/five-minutes.ts';
import { howItLearns } from '../lessons/how-it-learns.ts';
import { illustrated } from '../lessons/illustrated.ts';
import { itsSnowing } from '../lessons/its-snowing.ts';
import { keysAndEncoder } from '../lessons/keys-and-encoder.ts';
import { masks } from '../lessons/masks.ts';
import { meaningFromCompany } from '../lessons/meaning-from-company.ts';
import { musicTransformer } from '../lessons/music-transformer.ts';
import { questions } from '../lessons/questions.ts';
import { scalingAndMasks } from '../lessons/scaling-and-masks.ts';
import type { Lesson, LessonText, Source } from '../lessons/types.ts';
import { type LessonId, lessonIds } from '../scene/lesson-scenes.ts';

// The package exports all lessons at once. The page uses catalogue.ts instead, which loads a lesson when it is opened.

export type * from '../lessons/types.ts';

/** A lesson with its words. `title`, `summary`, `text` and the credit are in English. */
export interface WholeLesson extends Lesson {
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  readonly source: Source & { readonly credit: string };
  /** In reading order. */
  readonly text: readonly Page[];
  /** By language code. */
  readonly texts: Readonly<Record<'en', LessonText> & Record<string, LessonText>>;
}

export interface Page {
  readonly title: string;
  readonly body: string;
}

function whole(lesson: Lesson): WholeLesson {
  // A test finds a language that lacks a lesson's text.
  const texts = textsOf(lesson.id) as WholeLesson['texts'];
  const { title, summary, credit, pages } = texts.en;
  const text = Object.values(pages).map((page) => ({ title: page.title, body: page.body }));
  return { ...lesson, title, summary, source: { ...lesson.source, credit }, text, texts };
}

const all: Readonly<Record<LessonId, Lesson>> = {
  'five-minutes': fiveMinutes,
  'five-minutes-es': fiveMinutesInSpanish,
  'meaning-from-company': meaningFromCompany,
  illustrated,
  'its-snowing': itsSnowing,
  'scaling-and-masks': scalingAndMasks,
  'keys-and-encoder': keysAndEncoder,
  'music-transformer': musicTransformer,
  'how-it-learns': howItLearns,
  masks,
  'decode-with-a-cache': decodeWithACache,
  questions,
};

/** All lessons by id, in reading order. */
export const lessons: Readonly<Record<string, WholeLesson>> = Object.fromEntries(
  lessonIds.map((id) => [id, whole(all[id])]),
);
