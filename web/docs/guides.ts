import { Marked } from 'marked';
import { docsWords } from '../i18n/docs.ts';
import { languageOf } from '../i18n/language.ts';
import { lessonIds } from '../lessons/catalogue.ts';
import { documentOf, escaped, type Files, pageIn } from './markup.ts';
import { plans } from './plans.ts';
import { limitTexts, tables } from './tables.ts';
/**
 * The guides, written once when the site is built: Markdown in, whole documents out. No DOM, no script but the element's own,
 * no style attribute: the site's policy allows none.
 */

/** What src/toolchain/site/guides.mjs reads. `limits` is the text of src/limits.hpp. */
export interface Sources {
  /** Name (`embed`) and Markdown. */
  readonly pages: readonly (readonly [string, string])[];
  readonly limits: string;
  readonly version: string;
  /** Of the classic script, as `integrity` has it. */
  readonly integrity: string;
  /** Of the files that are one script or one page: bytes as brotli, by their names. */
  readonly sizes: Readonly<Record<string, number>>;
  /** What the sites of the tests are made with, by package. */
  readonly hosts: Readonly<Record<string, string>>;
}

/** [file name, document] of every guide. Throws where one asks for a table, a limit or a version that there is not. */
export const guidePages = (sources: Sources, files: Files): readonly (readonly [string, string])[] =>
  sources.pages.map(([name, text]) => [`${name}.html`, page(name, text, sources, files)]);

/** What a guide is called in English, and its language: `teaching.es` is the Spanish one of `teaching`. */
function namesOf(guide: string): { readonly own: string; readonly lang: string } {
  const [own = guide, lang = 'en'] = guide.split('.');
  return { own, lang };
}

/** The file of a guide in every language that has it, by language. */
export function languagesOf({ pages }: Pick<Sources, 'pages'>, guide: string): Readonly<Record<string, string>> {
  const all = pages.map(([name]) => ({ ...namesOf(name), file: `${name}.html` }));
  const same = all.filter(({ own }) => own === namesOf(guide).own);
  return Object.fromEntries(same.map(({ lang, file }) => [lang, file]));
}

function page(name: string, text: string, sources: Sources, files: Files): string {
  const { own, lang } = namesOf(name);
  const said = docsWords.find(({ benchmarks }) => benchmarks.lang === lang);
  if (said === undefined) throw new Error(`The guide ${name} is in a language that the page does not speak.`);
  const [, title = '', first = ''] = /^# (.+)\n\n([^\n]+)/m.exec(text) ?? [];
  const description = first.replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1');
  const all = languagesOf(sources, 'index');
  const index = own === 'index' ? '' : ` <a href="${all[lang] ?? all['en']}">${escaped(said.guides.index)}</a>`;
  const others = Object.entries(languagesOf(sources, name)).flatMap(([other, file]) =>
    other === lang
      ? []
      : [` <a href="${file}" lang="${other}" hreflang="${other}">${languageOf(other)?.name ?? other}</a>`],
  );
  const home = `<a href="${pageIn(files, lang)}">${escaped(said.benchmarks.back)}</a>`;
  const header = `<p class="ways">${home}${index}${others.join('')}</p>`;
  const words = { lang, skip: said.guides.skip };
  const main = body(text, sources, { ...tables(said.guides), ...plans(lang, said.guides.plan) });
  return documentOf({ words, title, description, header, main }, files);
}

type Tables = Readonly<Record<string, string>>;

function body(text: string, { limits, version, integrity, sizes, hosts }: Sources, ofGuides: Tables): string {
  const markupOf = new Map(Object.entries(ofGuides));
  const texts = new Map([
    ...limitTexts(limits),
    ['version', version],
    ['integrity', integrity],
    ['lesson names', lessonIds.map((id) => `\`${id}\``).join(', ')],
    ...Object.entries(sizes).map(([name, bytes]) => [`size ${name}`, `${Math.round(bytes / 1000)} kB`] as const),
    ...Object.entries(hosts).map(([name, tested]) => [`version of ${name}`, tested] as const),
  ]);
  const found = (what: ReadonlyMap<string, string>, name: string): string => {
    const value = what.get(name);
    if (value === undefined) throw new Error(`A guide asks for {{${name}}}, which there is not.`);
    return value;
  };
  const whole = text.replace(/\{\{(version|integrity|\w+ [^}]+)\}\}/g, (_, name: string) => found(texts, name));
  const markup = marked().parse(whole, { async: false });
  return named(markup.replace(/<p>\{\{(\w+)\}\}<\/p>/g, (_, name: string) => found(markupOf, name)));
}

/** A heading can be linked to, a block of code says which file it is, and a table's header which cells it is of. */
function marked(): Marked {
  const ids = new Set<string>();
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const plain = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
        let id = plain.replace(/^-|-$/g, '');
        while (ids.has(id)) id += '-more';
        ids.add(id);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      tablecell({ tokens, header }) {
        const content = this.parser.parseInline(tokens);
        return header ? `<th scope="col">${content}</th>` : `<td>${content}</td>`;
      },
      code({ text, lang = '' }) {
        const [, file] = /file=(\S+)/.exec(lang) ?? [];
        // What stands before is where the tests keep it; what follows is where an author would.
        const shown = file?.replace(/^tests\/hosts\/[^/]+\//, '');
        const caption = shown === undefined ? '' : `<figcaption><code>${escaped(shown)}</code></figcaption>`;
        return `<figure class="code">${caption}<pre><code>${escaped(text)}</code></pre></figure>\n`;
      },
    },
  });
}

/** What may be wider than a phone scrolls by itself, by the keyboard too, and is called what stands above it. */
function named(markup: string): string {
  let heading = '';
  const count = new Map<string, number>();
  return markup.replace(
    /<h[1-6] id="[^"]*">(.*?)<\/h[1-6]>|<table>[\s\S]*?<\/table>|<pre>/g,
    (found, title: string | undefined) => {
      if (title !== undefined) {
        heading = title.replace(/<[^>]*>/g, '');
        return found;
      }
      const nth = (count.get(heading) ?? 0) + 1;
      count.set(heading, nth);
      const name = `aria-label="${heading}${nth > 1 ? `, ${nth}` : ''}"`;
      return found === '<pre>'
        ? `<pre role="region" tabindex="0" ${name}>`
        : `<div class="wide" role="region" tabindex="0" ${name}>${found}</div>`;
    },
  );
}
