/**
 * Generates the guides when the site is built, from Markdown to whole documents. They have no script and no style attribute, because the
 * site's policy forbids them.
 */
import { Marked } from 'marked';
import { docsWords } from '../i18n/docs.ts';
import { languageOf } from '../i18n/language.ts';
import { lessonIds } from '../lessons/catalogue.ts';
import { documentOf, escaped, type Files, pageIn } from './markup.ts';
import { plans } from './plans.ts';
import { questionList } from './questions.ts';
import { limitTexts, tables } from './tables.ts';

/** The input, read by src/toolchain/site/guides.mjs. `limits` is the text of src/limits.hpp. */
export interface GuideSources {
  /** Name (such as `embed`) and Markdown of each guide. */
  readonly pages: readonly (readonly [string, string])[];
  readonly limits: string;
  readonly version: string;
  /** The integrity hash of the classic script. */
  readonly integrity: string;
  /** Brotli sizes of the single-file builds, by file name. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Package versions that the tested sites use. */
  readonly hosts: Readonly<Record<string, string>>;
  /** How many Spanish words have a vector, and how many translations they have. */
  readonly spanish: Readonly<Record<string, number>>;
}

/** [file name, document] of every guide. Throws if one uses an unknown table, limit or version. */
export const guidePages = (sources: GuideSources, files: Files): readonly (readonly [string, string])[] =>
  sources.pages.map(([name, text]) => [`${name}.html`, page(name, text, sources, files)]);

/** The English name of a guide, and its language: `teaching.es` is `teaching` in Spanish. */
function namesOf(guide: string): { readonly own: string; readonly lang: string } {
  const [own = guide, lang = 'en'] = guide.split('.');
  return { own, lang };
}

/** The file of a guide in each language that has it. */
export function languagesOf({ pages }: Pick<GuideSources, 'pages'>, guide: string): Readonly<Record<string, string>> {
  const all = pages.map(([name]) => ({ ...namesOf(name), file: `${name}.html` }));
  const same = all.filter(({ own }) => own === namesOf(guide).own);
  return Object.fromEntries(same.map(({ lang, file }) => [lang, file]));
}

function page(name: string, text: string, sources: GuideSources, files: Files): string {
  const { own, lang } = namesOf(name);
  const said = docsWords.find(({ benchmarks }) => benchmarks.lang === lang);
  if (said === undefined) throw new Error(`The guide ${name} is in a language that the page does not have.`);
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
  const main = body(text, lang, sources, {
    ...tables(said.guides),
    ...plans(lang, said.guides.plan),
    questions: questionList(lang, said.guides.questions, files),
  });
  return documentOf({ words, title, description, header, main }, files);
}

type Tables = Readonly<Record<string, string>>;

function body(text: string, lang: string, sources: GuideSources, ofGuides: Tables): string {
  const { limits, version, integrity, sizes, hosts, spanish } = sources;
  const markupOf = new Map(Object.entries(ofGuides));
  const texts = new Map([
    ...limitTexts(limits),
    ['version', version],
    ['integrity', integrity],
    ['lesson names', lessonIds.map((id) => `\`${id}\``).join(', ')],
    ...Object.entries(sizes).map(([name, bytes]) => [`size ${name}`, `${Math.round(bytes / 1000)} kB`] as const),
    // Spanish has a space in large numbers.
    ...Object.entries(spanish).map(
      ([name, count]) => [`spanish ${name}`, new Intl.NumberFormat(lang).format(count).replace('.', '\u00a0')] as const,
    ),
    ...Object.entries(hosts).map(([name, tested]) => [`version of ${name}`, tested] as const),
  ]);
  const found = (what: ReadonlyMap<string, string>, name: string): string => {
    const value = what.get(name);
    if (value === undefined) throw new Error(`A guide uses {{${name}}}, which does not exist.`);
    return value;
  };
  const whole = text.replace(/\{\{(version|integrity|\w+ [^}]+)\}\}/g, (_, name: string) => found(texts, name));
  const markup = marked().parse(whole, { async: false });
  return withRegions(markup.replace(/<p>\{\{(\w+)\}\}<\/p>/g, (_, name: string) => found(markupOf, name)));
}

/** Gives headings an id, code blocks a caption with their file, and table headers a scope. */
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
        // Remove the folder in which the tests keep the file. Authors have only the rest of the path.
        const shown = file?.replace(/^tests\/hosts\/[^/]+\//, '');
        const caption = shown === undefined ? '' : `<figcaption><code>${escaped(shown)}</code></figcaption>`;
        return `<figure class="code">${caption}<pre><code>${escaped(text)}</code></pre></figure>\n`;
      },
    },
  });
}

/** Puts wide content into regions that scroll, can be focused, and are labelled by the heading above them. */
function withRegions(markup: string): string {
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
