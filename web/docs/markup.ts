/** Escapes text for HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The files that a document links to. */
export interface Files {
  readonly page: string;
  readonly style: string;
  readonly icon: string;
}

interface GuideDocument {
  readonly words: { readonly lang: string; readonly skip: string };
  readonly title: string;
  readonly description: string;
  /** Markup. */
  readonly header: string;
  readonly main: string;
}

/** The address of the playground in a language. */
export const pageIn = ({ page }: Files, lang: string): string => (lang === 'en' ? page : `${page}?lang=${lang}`);

/** A whole document. */
export function documentOf({ words, title, description, header, main }: GuideDocument, files: Files): string {
  return `<!doctype html>
<html lang="${words.lang}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <title>${escaped(title)}</title>
    <meta name="description" content="${escaped(description)}" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${files.icon}" type="image/svg+xml" />
    <link rel="stylesheet" href="${files.style}" />
  </head>
  <body class="guide">
    <a class="skip" href="#main">${escaped(words.skip)}</a>
    <header>${header}</header>
    <main id="main">
${main}
    </main>
  </body>
</html>
`;
}

const headerOf = (names: readonly string[]): string =>
  `<thead><tr>${names.map((text) => `<th scope="col">${escaped(text)}</th>`).join('')}</tr></thead>`;

/** A table with a header and a header column. */
export function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const body = rows.map(([first = '', ...rest]) => {
    const cells = rest.map((text) => `<td>${escaped(text)}</td>`).join('');
    return `<tr><th scope="row">${escaped(first)}</th>${cells}</tr>`;
  });
  return `<table><caption>${escaped(caption)}</caption>${headerOf(head)}<tbody>${body.join('')}</tbody></table>`;
}

/** A table without a caption. Backquotes in its text mark code. */
export function rows(head: readonly string[], cells: readonly (readonly string[])[]): string {
  const marked = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');
  const body = cells.map((row) => `<tr>${row.map((text) => `<td>${marked(text)}</td>`).join('')}</tr>`);
  return `<table>${headerOf(head)}<tbody>${body.join('')}</tbody></table>`;
}
