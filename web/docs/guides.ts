import { Marked } from 'marked';
import { guides as en } from '../i18n/en/docs.ts';
import { guides as es } from '../i18n/es/docs.ts';
import { documentOf, escaped, type Files, pageIn } from './markup.ts';
import {
  errorsTable,
  limitsTable,
  type Manifest,
  problemsTable,
  roomTable,
  tableOf,
  tolerancesTable,
} from './tables.ts';
/**
 * The guides, written once when the site is built: Markdown in, whole documents out. No DOM, no script but the element's own,
 * no style attribute: the site's policy allows none.
 */

/** What src/toolchain/guides.mjs reads. `limits` is the text of src/limits.hpp, `source` of web/element/source.ts. */
export interface Sources {
  /** Name (`embed`, `embed.es`) and Markdown. */
  readonly pages: readonly (readonly [string, string])[];
  readonly limits: string;
  readonly source: string;
  readonly manifest?: Manifest;
  readonly version: string;
  /** What the sites of the tests are made with, by package. */
  readonly hosts: Readonly<Record<string, string>>;
}

const languages = [
  { words: en, suffix: '', language: 'English' },
  { words: es, suffix: '.es', language: 'Español' },
] as const;

/** [file name, document] of every guide. Throws where one asks for a table that there is not. */
export function guidePages(sources: Sources, files: Files): readonly (readonly [string, string])[] {
  const names = new Set(sources.pages.map(([name]) => name));
  return sources.pages.map(([name, text]) => [`${name}.html`, page(name, text, names, sources, files)]);
}

function page(name: string, text: string, names: ReadonlySet<string>, sources: Sources, files: Files): string {
  const own = name.endsWith('.es') ? languages[1] : languages[0];
  const { words } = own;
  const plain = name.replace(/\.es$/, '');
  const others = languages.filter((other) => other !== own && names.has(plain + other.suffix));
  const index = `index${names.has(`index${own.suffix}`) ? own.suffix : ''}.html`;
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  const [, first = ''] = /^# .+\n\n([^\n]+)/m.exec(text) ?? [];
  const links = [
    `<a href="${pageIn(files, words.lang)}">${escaped(words.back)}</a>`,
    ...(plain === 'index' ? [] : [`<a href="${index}">${escaped(words.index)}</a>`]),
    ...others.map(
      ({ words: { lang }, suffix, language }) =>
        `<a href="${plain}${suffix}.html" lang="${lang}" hreflang="${lang}">${language}</a>`,
    ),
  ];
  const description = first.replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1');
  const header = `<p class="ways">${links.join(' ')}</p>`;
  return documentOf({ words, title, description, header, main: body(text, words, sources) }, files);
}

function body(text: string, words: typeof en, { limits, source, manifest, version, hosts }: Sources): string {
  const tables: Readonly<Record<string, () => string>> = {
    errors: () => errorsTable(words),
    limits: () => limitsTable(words, limits),
    problems: () => problemsTable(words),
    room: () => roomTable(words, source),
    tolerances: () => tolerancesTable(words),
    attributes: () => tableOf('attributes', words, manifest),
    members: () => tableOf('members', words, manifest),
    events: () => tableOf('events', words, manifest),
    parts: () => tableOf('parts', words, manifest),
    properties: () => tableOf('properties', words, manifest),
  };
  const whole = text.replaceAll('{{version}}', version).replace(/\{\{version of ([^}]+)\}\}/g, (_, name: string) => {
    const tested = hosts[name];
    if (tested === undefined) throw new Error(`tests/hosts/package.json has no ${name}`);
    return tested;
  });
  const markup = marked().parse(whole, { async: false });
  return named(
    markup.replace(/<p>\{\{(\w+)\}\}<\/p>/g, (_, name: string) => {
      const table = tables[name];
      if (table === undefined) throw new Error(`There is no table called ${name}.`);
      return table();
    }),
  );
}

/** A heading can be linked to; a block of code says which file it is. */
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
