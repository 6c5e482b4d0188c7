import type { LessonText } from '../../lessons/types.ts';

/** Without accents, capitals and the marks of a lesson's text. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]|`/g, '$1')
    .toLowerCase();

/** Each is found where another of its line is. */
const synonyms: readonly (readonly string[])[] = [
  ['√', 'sqrt', 'square root', 'root', 'raiz'],
  ['dₖ', 'd_k', 'dk'],
  ['∞', 'inf', 'infinity', 'infinito'],
  ['cache', 'kv'],
  ['w_q', 'wq'],
  ['w_k', 'wk'],
  ['w_v', 'wv'],
];

const withSynonyms = (text: string): string =>
  [text, ...synonyms.filter((line) => line.some((word) => text.includes(word))).flat()].join(' ');

/** The ids of the questions whose title, text or answer has every word that is searched for, in their own order. */
export function findQuestions({ pages }: LessonText, search: string): readonly string[] {
  // “sqrt(d_k)” is two words.
  const wanted = plain(search)
    .split(/[\s()]+/)
    .filter((word) => word !== '');
  return Object.entries(pages).flatMap(([id, { title, body, predict }]) => {
    const whole = withSynonyms(plain([title, body, predict?.ask ?? '', predict?.reveal ?? ''].join(' ')));
    return wanted.every((word) => whole.includes(word)) ? [id] : [];
  });
}
