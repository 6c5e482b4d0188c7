import type { WholeLesson } from '../lessons/index.ts';
import { lessons } from '../lessons/index.ts';
import { rows } from './markup.ts';

/** Minutes in a class: a page read and looked at, what a guess before it and a task after it take more, and a challenge. */
const minutes = { page: 2, guess: 2, task: 3, challenge: 5 };

interface Item {
  readonly title: string;
  readonly takes: number;
  readonly what: string;
}

function itemsOf({ pages, challenges, texts }: WholeLesson): readonly Item[] {
  const text = texts.en;
  return [
    ...pages.map(({ id, predict, until }) => ({
      title: text.pages[id]?.title ?? id,
      takes: minutes.page + (predict ? minutes.guess : 0) + (until ? minutes.task : 0),
      what: ['read', ...(predict ? ['guess, then show'] : []), ...(until ? ['do'] : [])].join(', '),
    })),
    ...challenges.map(({ id }) => ({
      title: text.challenges[id]?.title ?? id,
      takes: minutes.challenge,
      what: 'solve, in pairs',
    })),
  ];
}

const total = (items: readonly Item[]): number => items.reduce((sum, { takes }) => sum + takes, 0);

/** How long each lesson takes in a class, as a whole and page by page, from what its pages ask for. */
export function plans(): Readonly<Record<'planLengths' | 'plans', string>> {
  const all = Object.values(lessons).map((lesson) => ({ ...lesson, items: itemsOf(lesson) }));
  return {
    planLengths: rows(
      ['Lesson', 'What it is about', 'Pages', 'Challenges', 'Minutes'],
      all.map(({ title, summary, pages, challenges, items }) => [
        title,
        summary,
        ...[pages.length, challenges.length, total(items)].map(String),
      ]),
    ),
    plans: rows(
      ['Lesson', 'From minute', 'Page', 'What the class does'],
      all.flatMap(({ title, items }) =>
        items.map((item, at) => [title, String(total(items.slice(0, at))), item.title, item.what]),
      ),
    ),
  };
}
