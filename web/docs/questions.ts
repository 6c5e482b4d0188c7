import { lessons } from '../export/lessons.ts';
import { escaped, type Files, pageIn } from './markup.ts';

/** The marks of a lesson's text as markup. A term of the glossary is only its text here. */
const markupOf = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => {
      const plain = paragraph.replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, '$1');
      return `<p>${escaped(plain).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`;
    })
    .join('\n');

/** Every question with its answer and its sources, and a link to its page in the playground. */
export function questionList(lang: string, words: { readonly open: string }, files: Files): string {
  const { questions } = lessons;
  if (questions === undefined) throw new Error('The questions are missing.');
  const { pages } = questions.texts[lang] ?? questions.texts.en;
  return questions.pages
    .map(({ id, sources = [] }) => {
      const { title = id, body = '', predict } = pages[id] ?? {};
      const links = [
        `<a href="${pageIn(files, lang)}#lesson=questions&#38;page=${id}">${escaped(words.open)}</a>`,
        ...sources.map((source) => `<a href="${escaped(source.url)}">${escaped(source.title)}</a>`),
      ];
      return `<h2 id="${id}">${escaped(title)}</h2>
${markupOf(predict === undefined ? body : predict.reveal)}
<p>${links.join(' · ')}</p>`;
    })
    .join('\n');
}
