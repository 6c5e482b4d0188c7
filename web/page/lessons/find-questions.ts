import type { LessonText } from '../../lessons/types.ts';

/** Without accents, capitals and the marks of a lesson's text. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]|`/g, '$1')
    .toLowerCase();

/** The ids of the questions whose title, text or answer has every word that is searched for, in their own order. */
export function findQuestions({ pages }: LessonText, search: string): readonly string[] {
  const wanted = plain(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  return Object.entries(pages).flatMap(([id, { title, body, predict }]) => {
    const whole = plain([title, body, predict?.ask ?? '', predict?.reveal ?? ''].join(' '));
    return wanted.every((word) => whole.includes(word)) ? [id] : [];
  });
}
