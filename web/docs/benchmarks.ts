/**
 * The guide to what was measured, written once when the site is built: a plot of each section, and the numbers of it as a table.
 * No DOM, no script, no style attribute: the page's policy allows none.
 */
import { benchmarks as en } from '../i18n/en/docs.ts';
import { benchmarks as es } from '../i18n/es/docs.ts';
import type { Measured, Results } from './figures.ts';
import * as figures from './figures.ts';
import { documentOf, escaped, type Files, pageIn, table } from './markup.ts';

/** The languages of the guide, and what each one's file is called. */
export const guides = [
  { words: en, name: 'benchmarks.html', language: 'English' },
  { words: es, name: 'benchmarks.es.html', language: 'Español' },
] as const;

/** The whole document. */
export function benchmarksPage(results: Results, words: figures.Words, files: Files): string {
  const { machine, versions } = results;
  const list = Object.entries(versions).map(([name, version]) =>
    // An engine's version says its name.
    name === 'node' || name === 'chromium' ? version : `${name} ${version}`,
  );
  const others = guides.filter((guide) => guide.words.lang !== words.lang);
  const links = others.map(
    ({ words: { lang }, name, language }) => ` <a href="${name}" lang="${lang}" hreflang="${lang}">${language}</a>`,
  );
  const header = `
      <p class="ways"><a href="${pageIn(files, words.lang)}">${escaped(words.back)}</a>${links.join('')}</p>
      <h1>${escaped(words.title)}</h1>
      <p>${escaped(words.intro)}</p>
      <p>${escaped(words.measured(results.date, machine.processor, machine.cores))} ${escaped(words.versions(list.join(', ')))}</p>
      <p>${escaped(words.again)} <code>npm run bench:peers</code>, <code>npm run bench</code>.</p>
    `;
  const { title, description } = words;
  return documentOf({ words, title, description, header, main: sections(results, words).join('\n') }, files);
}

function sections(results: Results, words: figures.Words): readonly string[] {
  const write = figures.formatters(words.lang);
  const { number, milliseconds, kilobytes } = write;
  const parts: string[] = [];
  const pictures = figures.plots(results, words, write);
  const plot = (name: string, title: string): string => figure(pictures.get(name) ?? '', title);

  const { chromium, node } = results.attention;
  const layers = [['chromium', chromium] as const, ['node', node] as const].flatMap(([host, measured]) =>
    measured === undefined
      ? []
      : [
          plot(`speed-${host}`, words.attention.speed(words.hosts[host])),
          plot(`rate-${host}`, words.attention.rate(words.hosts[host])),
          numbers(words, words.attention.speed(words.hosts[host]), ...layerTable(measured, words, write)),
        ],
  );
  parts.push(section(words.attention.title, words.attention.about, layers));

  parts.push(
    section(words.keys.title, words.keys.about, [
      plot('keys', words.keys.title),
      numbers(
        words,
        words.keys.title,
        ['T', words.keys.median, words.keys.high],
        results.keys.map(({ T, median, high }) => [
          String(T),
          ...[median, high].map((time) => (time === null ? words.notThere : milliseconds(time))),
        ]),
      ),
    ]),
  );

  const edits = figures.preferredHost(results.edits);
  if (edits !== undefined && edits !== null) {
    const { cheaper } = words.edits;
    parts.push(
      section(words.edits.title, words.edits.about, [
        plot('edits', words.edits.title),
        numbers(
          words,
          words.edits.title,
          ['T', ...figures.editKinds.map((which) => words.edits[which](edits.exponents[which].toFixed(2)))],
          edits.points.map(({ T, whole, edit, look, append }) => [
            String(T),
            milliseconds(whole.median),
            ...[edit, look, append].map(
              ({ median }) => `${milliseconds(median)} (${number(whole.median / median)} ${cheaper})`,
            ),
          ]),
        ),
      ]),
    );
  }

  const heap = figures.preferredHost(results.heap);
  if (heap !== undefined) {
    const shown = (value: number | null): string =>
      value === null ? words.notThere : `${number(value / 2 ** 20)} MiB`;
    parts.push(
      section(words.heap.title, words.heap.about(heap.window), [
        plot('heap', words.heap.title),
        numbers(
          words,
          words.heap.title,
          ['T', words.heap.lazy, words.heap.whole],
          heap.points.map(({ T, bytes, whole }) => [String(T), shown(bytes), shown(whole)]),
        ),
      ]),
    );
  }

  parts.push(section(words.load.title, words.load.about(results.load.visits), [plot('load', words.load.title)]));
  const later = results.bytes.files.filter(({ first }) => !first);
  parts.push(
    section(words.bytes.title, words.bytes.about(kilobytes(results.bytes.first)), [
      plot('bytes', words.bytes.title),
      details(
        words.bytes.later,
        words.bytes.title,
        table(
          words.bytes.later,
          [words.bytes.file, 'brotli'],
          later.map(({ name, brotli }) => [figures.plainName(name), kilobytes(brotli)]),
        ),
      ),
    ]),
  );
  return parts;
}

const section = (title: string, about: string, parts: readonly string[]): string =>
  `      <section><h2>${escaped(title)}</h2><p>${escaped(about)}</p>${parts.join('')}</section>`;

// Wider than a phone: the picture scrolls, the page does not.
const figure = (markup: string, name: string): string => `<figure>${scrolling(markup, name)}</figure>`;
const scrolling = (markup: string, name: string): string =>
  `<div class="wide" role="region" tabindex="0" aria-label="${escaped(name)}">${markup}</div>`;

const details = (summary: string, title: string, markup: string): string =>
  `<details><summary>${escaped(summary)}</summary>${scrolling(markup, `${title}: ${summary}`)}</details>`;

/** The numbers of a plot, under its title. */
const numbers = (
  words: figures.Words,
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string => details(words.numbers, title, table(title, head, rows));

/** A column a contender: how long it takes, how far it is ahead of the others, how near to the peak. */
function layerTable(
  measured: readonly Measured[],
  words: figures.Words,
  { milliseconds, number, percent }: figures.Formatters,
): readonly [readonly string[], readonly (readonly string[])[]] {
  const names = [...new Set(measured.flatMap(({ entries }) => entries.map(({ name }) => name)))];
  const rows = measured.map((one) => [
    `${one.T}, ${one.dModel}, ${one.heads}${one.causal ? `, ${words.attention.causal}` : ''}`,
    ...names.map((name) => {
      const entry = one.entries.find((candidate) => candidate.name === name);
      if (entry === undefined) return '';
      const faster = `${number(bestOther(one) / entry.median)}×`;
      const peak = entry.kind === 'core' && entry.flavour !== undefined ? one.peaks[entry.flavour] : undefined;
      const share =
        peak === undefined
          ? ''
          : `, ${percent((one.operations * 1000) / entry.median / peak)} ${words.attention.ofPeak}`;
      return `${milliseconds(entry.median)} (${faster}${share})`;
    }),
  ]);
  return [[words.attention.size, ...names.map((name) => words.names[name] ?? name)], rows];
}

const { bestOther } = figures;
