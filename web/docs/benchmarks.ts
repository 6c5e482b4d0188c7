/**
 * The guide to what was measured, written once when the site is built: a plot of each section, and the numbers of it as a table.
 * No DOM, no script, no style attribute: the page's policy allows none.
 */
import { docsWords } from '../i18n/docs.ts';
import type { Measured, Results } from './figures.ts';
import * as figures from './figures.ts';
import { documentOf, escaped, type Files, pageIn, table } from './markup.ts';
import type { Drawn } from './plot.ts';

/** The languages of the guide, and what each one's file is called. */
export const guides = docsWords.map(({ benchmarks: words, name: language }, at) => ({
  words,
  name: at === 0 ? 'benchmarks.html' : `benchmarks.${words.lang}.html`,
  language,
}));

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
  const main = sectionsOf(results, words).map(sectionMarkup).join('\n');
  return documentOf({ words, title, description, header, main }, files);
}

/** Every plot of what was measured. */
export const plots = (results: Partial<Results>, words: figures.Words): readonly Drawn[] =>
  sectionsOf(results, words).flatMap(({ parts }) => parts.filter((part) => 'svg' in part));

interface Section {
  readonly title: string;
  readonly about: string;
  readonly parts: readonly (Drawn | Numbers)[];
}

/** A table that is unfolded. */
interface Numbers {
  readonly title: string;
  readonly summary: string;
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const hosts = ['chromium', 'node'] as const;

/** What was measured, section by section. */
function sectionsOf(results: Partial<Results>, words: figures.Words): readonly Section[] {
  const write = figures.formatters(words.lang);
  const { number, milliseconds, kilobytes } = write;
  const numbers = (title: string, head: Numbers['head'], rows: Numbers['rows']): Numbers => ({
    ...{ title, summary: words.numbers, caption: title, head, rows },
  });
  const sections: Section[] = [];

  const layers = hosts.flatMap((host) => {
    const measured = results.attention?.[host];
    if (measured === undefined) return [];
    const title = words.attention.speed(words.hosts[host]);
    return [
      figures.speed(measured, words, host, write),
      figures.rate(measured, words, host, write),
      numbers(title, ...layerTable(measured, words, write)),
    ];
  });
  if (layers.length > 0) {
    sections.push({ title: words.attention.title, about: words.attention.about, parts: layers });
  }

  const steps = hosts.flatMap((host) => {
    const measured = results.training?.[host];
    if (measured === undefined) return [];
    const title = words.training.step(words.hosts[host]);
    return [figures.training(measured, words, host, write), numbers(title, ...trainingTable(measured, words, write))];
  });
  const trained = preferred(results.training);
  if (trained !== undefined) {
    const { title, about } = words.training;
    sections.push({ title, about: about(trained.model, trained.parameters), parts: steps });
  }

  if (results.keys !== undefined) {
    const { title, about, median, high } = words.keys;
    const rows = results.keys.map((key) => [
      String(key.T),
      ...[key.median, key.high].map((time) => (time === null ? words.notThere : milliseconds(time))),
    ]);
    const plot = figures.keys(results.keys, words, write);
    sections.push({ title, about, parts: [plot, numbers(title, ['T', median, high], rows)] });
  }

  const edits = preferred(results.edits);
  if (edits) {
    const { title, about, cheaper } = words.edits;
    const head = ['T', ...figures.editKinds.map((which) => words.edits[which](edits.exponents[which].toFixed(2)))];
    const rows = edits.points.map(({ T, whole, edit, look, append }) => [
      String(T),
      milliseconds(whole.median),
      ...[edit, look, append].map(
        ({ median }) => `${milliseconds(median)} (${number(whole.median / median)} ${cheaper})`,
      ),
    ]);
    sections.push({ title, about, parts: [figures.edits(edits, words, write), numbers(title, head, rows)] });
  }

  const heap = preferred(results.heap);
  if (heap !== undefined) {
    const { title, about, lazy, whole } = words.heap;
    const shown = (value: number | null): string =>
      value === null ? words.notThere : `${number(value / 2 ** 20)} MiB`;
    const rows = heap.points.map((point) => [String(point.T), shown(point.bytes), shown(point.whole)]);
    const parts = [figures.heap(heap, words, write), numbers(title, ['T', lazy, whole], rows)];
    sections.push({ title, about: about(heap.window), parts });
  }

  if (results.load !== undefined) {
    const { title, about } = words.load;
    sections.push({ title, about: about(results.load.visits), parts: [figures.load(results.load, words, write)] });
  }

  if (results.bytes !== undefined) {
    const { title, about } = words.bytes;
    const { first, later } = results.bytes;
    const total = figures.byteKinds.reduce((sum, kind) => sum + first[kind], 0);
    const parts = [figures.bytes(results.bytes, words, write)];
    sections.push({ title, about: about(kilobytes(total), kilobytes(later)), parts });
  }
  return sections;
}

/** Chromium's, or Node's where that alone was measured. */
const preferred = <Value>(by: figures.ByHost<Value> | undefined): Value | undefined => by?.chromium ?? by?.node;

function sectionMarkup({ title, about, parts }: Section): string {
  const markup = parts.map((part) => {
    if ('svg' in part) return `<figure>${scrolling(part.svg, part.title)}</figure>`;
    const { summary, caption, head, rows } = part;
    const content = scrolling(table(caption, head, rows), `${part.title}: ${summary}`);
    return `<details><summary>${escaped(summary)}</summary>${content}</details>`;
  });
  return `      <section><h2>${escaped(title)}</h2><p>${escaped(about)}</p>${markup.join('')}</section>`;
}

// Wider than a phone: the picture scrolls, the page does not.
const scrolling = (markup: string, name: string): string =>
  `<div class="wide" role="region" tabindex="0" aria-label="${escaped(name)}">${markup}</div>`;

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
      return `${milliseconds(entry.median)} (${aheadOf(one, entry, words, { number, percent })})`;
    }),
  ]);
  return [[words.attention.size, ...names.map((name) => words.names[name] ?? name)], rows];
}

/** How many times as fast as the best of the others, and how near to the peak. */
function aheadOf(
  measured: Parameters<typeof figures.bestOther>[0],
  entry: figures.Entry,
  words: figures.Words,
  { number, percent }: Pick<figures.Formatters, 'number' | 'percent'>,
): string {
  const share = figures.partOfPeak(measured, entry);
  const near = share === undefined ? '' : `, ${percent(share)} ${words.attention.ofPeak}`;
  const best = figures.bestOther(measured);
  // Where nobody else was measured, it is ahead of nobody.
  return Number.isFinite(best) ? `${number(best / entry.median)}×${near}` : near.slice(2);
}

/** A row a contender. */
function trainingTable(
  measured: figures.Training,
  words: figures.Words,
  { milliseconds, number, percent }: figures.Formatters,
): readonly [readonly string[], readonly (readonly string[])[]] {
  const rows = measured.entries.map((entry) => [
    words.names[entry.name] ?? entry.name,
    milliseconds(entry.median),
    `${number(measured.operations / entry.median / 1e6)} GFLOP/s`,
    aheadOf(measured, entry, words, { number, percent }),
  ]);
  const { by, median, work, ahead } = words.training;
  return [[by, median, work, ahead], rows];
}
