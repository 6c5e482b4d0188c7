import type { LessonText, WholeLesson } from '../export/lessons.ts';
import { lessons } from '../export/lessons.ts';
import type { guides } from '../i18n/en/docs.ts';
import { lessonIdsIn } from '../lessons/catalogue.ts';
import { rows } from './markup.ts';

/** Minutes in a class for a page, the extra minutes for a guess and for a task, and those for a challenge. */
const minutes = { page: 2, guess: 2, task: 3, challenge: 5 };

type Words = typeof guides.plan;

interface Item {
  readonly title: string;
  readonly takes: number;
  readonly what: string;
}

function itemsOf({ pages, challenges }: WholeLesson, text: LessonText, words: Words): readonly Item[] {
  return [
    ...pages.map(({ id, predict, until }) => ({
      title: text.pages[id]?.title ?? id,
      takes: minutes.page + (predict ? minutes.guess : 0) + (until ? minutes.task : 0),
      what: [words.read, ...(predict ? [words.guess] : []), ...(until ? [words.act] : [])].join(', '),
    })),
    ...challenges.map(({ id }) => ({
      title: text.challenges[id]?.title ?? id,
      takes: minutes.challenge,
      what: words.solve,
    })),
  ];
}

const total = (items: readonly Item[]): number => items.reduce((sum, { takes }) => sum + takes, 0);

/** The duration of each lesson in a class, in total and by page, in one language. */
export function plans(lang: string, words: Words): Readonly<Record<'planLengths' | 'plans', string>> {
  const ids: readonly string[] = lessonIdsIn(lang);
  const own = Object.values(lessons).filter(({ id }) => ids.includes(id));
  const all = own.map((lesson) => {
    const text = lesson.texts[lang] ?? lesson.texts.en;
    return { ...lesson, title: text.title, summary: text.summary, items: itemsOf(lesson, text, words) };
  });
  return {
    planLengths: rows(
      [words.lesson, words.about, words.pages, words.challenges, words.minutes],
      all.map(({ title, summary, pages, challenges, items }) => [
        title,
        summary,
        ...[pages.length, challenges.length, total(items)].map(String),
      ]),
    ),
    plans: rows(
      [words.lesson, words.from, words.page, words.what],
      all.flatMap(({ title, items }) =>
        items.map((item, index) => [title, String(total(items.slice(0, index))), item.title, item.what]),
      ),
    ),
  };
}
