import { docsWords } from '../i18n/docs.ts';
import { notFound as en } from '../i18n/en/docs.ts';
import { documentOf, escaped, type Files, pageIn } from './markup.ts';

/** The page for unknown addresses. It is shown at any address, so `files` must be absolute. */
export function notFoundPage(files: Files): string {
  const main = docsWords.map(
    ({ notFound: { lang, title, text, playground } }, index) => `<div lang="${lang}">
${index === 0 ? `<h1>${escaped(title)}</h1>` : `<h2>${escaped(title)}</h2>`}
<p>${escaped(text)} <a href="${pageIn(files, lang)}">${escaped(playground)}</a></p>
</div>`,
  );
  return documentOf(
    { words: en, title: en.title, description: en.description, header: '', main: main.join('\n') },
    files,
  );
}
