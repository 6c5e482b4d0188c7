/** A lesson as a file: reading and checking its text, and writing a lesson. */
import { described, fail, message, quoted } from '../scene/error.ts';
import { parseJson } from '../scene/json.ts';
import type { Fields } from '../scene/schema.ts';
import type { Scene } from '../scene/types.ts';
import * as parts from './description.ts';
import { type Condition, type Having, type LessonFile, lessonFile } from './description.ts';
import { lessonLimits } from './limits.ts';
import type { OpenedLesson } from './opened-lessons.ts';
import type { LessonText, PageText, Source } from './types.ts';

/**
 * The lesson in a file's text. Throws AttentionError with the path of the first error. The meaning of its scenes is
 * not checked. `terms` are the keys of the glossary.
 */
export function readLesson(text: string, terms: readonly string[]): OpenedLesson {
  const value = parseJson(text);
  refuseOther(value);
  const file = lessonFile.parse(value, '');
  checkIds(file);
  if (file.pages[0]?.scene !== undefined)
    fail(
      'scene-form',
      '/pages/0/scene',
      message`scene is given, but the first page always has the scene of the lesson`,
    );
  checkConditions(file);
  checkTerms(file, terms);
  return { ...partsOf(file), language: file.language ?? null };
}

/** Not a lesson, or one of a later version, whose keys this release cannot know. */
function refuseOther(value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    fail('scene-form', '', message`the file holds ${described(value)}; a lesson is an object`);
  const known = Object.keys(lessonFile.fields);
  const version: unknown = Object.hasOwn(value, 'version') ? Reflect.get(value, 'version') : undefined;
  if (Number.isInteger(version) && Number(version) > 1)
    fail('scene-form', '/version', message`version is ${String(version)}; only lessons of version 1 can be read`);
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined)
    fail('scene-form', '', message`a lesson has no key ${quoted(unknown)}; its keys are: ${known.join(', ')}`);
}

/** Links and saved progress name a page or a challenge by its id alone. */
function checkIds({ pages, challenges = [] }: LessonFile): void {
  const places = new Map<string, string>();
  for (const [path, items] of [['/pages', pages] as const, ['/challenges', challenges] as const]) {
    for (const [index, { id }] of items.entries()) {
      const first = places.get(id);
      if (first !== undefined)
        fail('scene-form', `${path}/${index}/id`, message`id is ${quoted(id)}, which is already used at ${first}`);
      places.set(id, `${path}/${index}`);
    }
  }
}

function checkConditions({ pages, challenges = [] }: LessonFile): void {
  const all = [
    ...pages.flatMap(({ until }) => (until === undefined ? [] : [until])),
    ...challenges.flatMap(({ check, forbid = [] }) => [check, ...forbid]),
  ];
  const count = all.reduce((sum, condition) => sum + countOf(condition), 0);
  const limit = lessonLimits.allConditions;
  if (count > limit) fail('too-large', '', message`the lesson has ${count} conditions; the limit is ${limit}`);
}

function countOf(condition: Condition): number {
  const parts =
    'all' in condition ? condition.all : 'any' in condition ? condition.any : 'not' in condition ? [condition.not] : [];
  return parts.reduce((sum, part) => sum + countOf(part), 1);
}

/** Every term in the text needs an entry in the glossary. */
function checkTerms({ title, summary = '', pages, challenges = [] }: LessonFile, terms: readonly string[]): void {
  const check = (said: object, path: string): void => {
    for (const [key, text] of Object.entries(said)) {
      if (key === 'predict') check(Object(text), `${path}/${key}`);
      if (typeof text !== 'string') continue;
      for (const [, term = ''] of text.matchAll(/\[\[([^\]|]*)/g)) {
        if (terms.includes(term)) continue;
        fail('scene-form', `${path}/${key}`, message`the glossary has no ${quoted(term)}; it has: ${terms.join(', ')}`);
      }
    }
  };
  check({ title, summary }, '');
  for (const [index, page] of pages.entries()) check(page, `/pages/${index}`);
  for (const [index, challenge] of challenges.entries()) check(challenge, `/challenges/${index}`);
}

/** The prefix that separates opened lessons from those that ship. */
const namePrefix = 'file:';

/** Separates actions and words, as in the lessons that ship. */
function partsOf(file: LessonFile): Pick<OpenedLesson, 'lesson' | 'text'> {
  const { title, summary = '', challenges = [] } = file;
  const { credit = '', ...source } = file.source ?? {};
  const id = `${namePrefix}${file.id}`;
  const own = <Part extends { readonly scene?: Scene } | { readonly start?: Scene }>(part: Part): Part =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]) =>
        key === 'scene' || key === 'start' ? [key, { ...value, view: { ...value.view, lesson: id } }] : [key, value],
      ),
    ) as Part;
  const lesson = {
    ...own({ id, scene: file.scene }),
    ...(file.source === undefined ? {} : { source: source as Source }),
    pages: file.pages.map(({ predict, ...page }, index) => ({
      id: page.id,
      ...own(picked(index === 0 ? { ...page, scene: file.scene } : page, parts.page)),
      ...(predict === undefined ? {} : { predict: picked(predict, parts.prediction) }),
    })),
    challenges: challenges.map((challenge) => ({ id: challenge.id, ...own(picked(challenge, parts.challenge)) })),
  };
  const pages = file.pages.map(({ predict, ...page }): [string, PageText] => [
    page.id,
    {
      ...picked(page, parts.pageText),
      ...(predict === undefined ? {} : { predict: picked(predict, parts.predictionText) }),
    },
  ]);
  const text: LessonText = {
    title,
    summary,
    credit,
    pages: Object.fromEntries(pages),
    challenges: Object.fromEntries(challenges.map((own) => [own.id, picked(own, parts.challengeText)])),
  };
  return { lesson, text };
}

/** Picks the keys that the fields describe. */
const picked = <From extends Fields>(of: Having<From>, fields: From): Having<From> =>
  Object.fromEntries(Object.entries(of).filter(([key]) => Object.hasOwn(fields, key))) as Having<From>;

/** A lesson that ships as a file, for teachers to start from. */
export function writeLesson(lesson: OpenedLesson['lesson'], text: LessonText, language: string): LessonFile {
  const { title, summary, credit } = text;
  const pages = lesson.pages.map((page, index) => {
    const { predict: words, ...said } = text.pages[page.id] ?? { title: '', body: '' };
    const { scene, predict, ...rest } = page;
    return {
      ...rest,
      ...said,
      ...(scene === undefined || index === 0 ? {} : { scene: alone(scene) }),
      ...(predict === undefined || words === undefined ? {} : { predict: { ...predict, ...words } }),
    };
  });
  const challenges = lesson.challenges.map(({ start, ...challenge }) => ({
    ...challenge,
    ...(start === undefined ? {} : { start: alone(start) }),
    ...(text.challenges[challenge.id] ?? { title: '', ask: '', hint: '', done: '' }),
  }));
  const file: LessonFile = {
    version: 1,
    id: lesson.id,
    language,
    title,
    summary,
    ...(lesson.source === undefined ? {} : { source: { ...lesson.source, credit } }),
    scene: alone(lesson.scene),
    pages,
    ...(challenges.length === 0 ? {} : { challenges }),
  };
  // In the order of the description, and valid when read again.
  return lessonFile.parse(file, '');
}

/** The same scene without its lesson. */
function alone({ view, ...scene }: Scene): Scene {
  const { lesson: _, page: __, ...rest } = view ?? {};
  return { ...scene, view: rest };
}

/** As JSON, with each row of numbers on one line. */
export const lessonText = (file: LessonFile): string =>
  `${JSON.stringify(file, null, 2).replace(/\[\n[\s\d.,eE+-]+\]/g, (row) => row.replace(/\s+/g, ' '))}\n`;
