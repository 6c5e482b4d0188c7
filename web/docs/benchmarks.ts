/**
 * The benchmark page, generated when the site is built: each section has plots and a table of their numbers. It has no script and no
 * style attribute, because the site's policy forbids them.
 */
import { docsWords } from '../i18n/docs.ts';
import type { Contest, Measured, Results } from './figures.ts';
import * as figures from './figures.ts';
import { documentOf, escaped, type Files, pageIn, table } from './markup.ts';
import type { Drawn } from './plot.ts';

/** The page in each language, with its file name. */
export const guides = docsWords.map(({ benchmarks: words, name: language }, index) => ({
  words,
  name: index === 0 ? 'benchmarks.html' : `benchmarks.${words.lang}.html`,
  language,
}));

/** The whole document. */
export function benchmarksPage(results: Results, words: figures.Words, files: Files): string {
  const { machine, versions } = results;
  const list = Object.entries(versions).map(([name, version]) =>
    // The versions of engines include their names.
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

interface Section {
  readonly title: string;
  readonly about: string;
  readonly parts: readonly (Drawn | Numbers)[];
}

/** A table that opens on a click. */
interface Numbers {
  readonly title: string;
  readonly summary: string;
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const hosts = ['chromium', 'node'] as const;

/** Everything that was measured. */
function sectionsOf(results: Partial<Results>, words: figures.Words): readonly Section[] {
  const write = figures.formatters(words.lang);
  return [
    layerSection(results, words, write),
    callsSection(results, words, write),
    trainingSection(results, words, write),
    keysSection(results, words, write),
    editsSection(results, words, write),
    heapSection(results, words, write),
    loadSection(results, words, write),
    bytesSection(results, words, write),
  ].filter((section) => section !== null);
}

/** Null if its part was not measured. */
type SectionOf = (results: Partial<Results>, words: figures.Words, write: figures.Formatters) => Section | null;

const numbers = (words: figures.Words, title: string, head: Numbers['head'], rows: Numbers['rows']): Numbers => ({
  ...{ title, summary: words.numbers, caption: title, head, rows },
});

const layerSection: SectionOf = (results, words, write) => {
  const parts = hosts.flatMap((host) => {
    const measured = results.attention?.[host];
    if (measured === undefined) return [];
    const title = words.attention.speed(words.hosts[host]);
    return [
      figures.speed(measured, words, host, write),
      figures.rate(measured, words, host, write),
      numbers(words, title, ...layerTable(measured, words, write)),
    ];
  });
  const { title, about } = words.attention;
  return parts.length === 0 ? null : { title, about, parts };
};

const callsSection: SectionOf = (results, words, write) => {
  const { title, about, speed } = words.calls;
  const parts = hosts.flatMap((host) => {
    const measured = results.calls?.[host];
    if (measured === undefined) return [];
    const title = speed(words.hosts[host]);
    return [figures.calls(measured, words, host, write), numbers(words, title, ...callsTable(measured, words, write))];
  });
  return parts.length === 0 ? null : { title, about, parts };
};

const trainingSection: SectionOf = (results, words, write) => {
  const trained = preferred(results.training);
  if (trained === undefined) return null;
  const parts = hosts.flatMap((host) => {
    const measured = results.training?.[host];
    if (measured === undefined) return [];
    const title = words.training.step(words.hosts[host]);
    const table = numbers(words, title, ...trainingTable(measured, words, write));
    return [figures.training(measured, words, host, write), table];
  });
  const { title, about } = words.training;
  return { title, about: about(trained.model, trained.parameters), parts };
};

const keysSection: SectionOf = ({ keys }, words, write) => {
  if (keys === undefined) return null;
  const { title, about, median, high } = words.keys;
  const rows = keys.map((key) => [
    String(key.T),
    ...[key.median, key.high].map((time) => (time === null ? words.notThere : write.milliseconds(time))),
  ]);
  return { title, about, parts: [figures.keys(keys, words, write), numbers(words, title, ['T', median, high], rows)] };
};

const editsSection: SectionOf = (results, words, write) => {
  const edits = preferred(results.edits);
  if (!edits) return null;
  const { title, about, cheaper } = words.edits;
  const head = ['T', ...figures.editKinds.map((which) => words.edits[which](edits.exponents[which].toFixed(2)))];
  const rows = edits.points.map(({ T, whole, edit, look, append }) => [
    String(T),
    write.milliseconds(whole.median),
    ...[edit, look, append].map(
      ({ median }) => `${write.milliseconds(median)} (${write.number(whole.median / median)} ${cheaper})`,
    ),
  ]);
  return { title, about, parts: [figures.edits(edits, words, write), numbers(words, title, head, rows)] };
};

const heapSection: SectionOf = (results, words, write) => {
  const heap = preferred(results.heap);
  if (heap === undefined) return null;
  const { title, about, lazy, whole } = words.heap;
  const amount = (bytes: number | null): string =>
    bytes === null ? words.notThere : `${write.number(bytes / 2 ** 20)} MiB`;
  const rows = heap.points.map((point) => [String(point.T), amount(point.bytes), amount(point.whole)]);
  const parts = [figures.heap(heap, words, write), numbers(words, title, ['T', lazy, whole], rows)];
  return { title, about: about(heap.window), parts };
};

const loadSection: SectionOf = ({ load }, words, write) => {
  if (load === undefined) return null;
  const { title, about } = words.load;
  return { title, about: about(load.visits), parts: [figures.load(load, words, write)] };
};

const bytesSection: SectionOf = ({ bytes }, words, write) => {
  if (bytes === undefined) return null;
  const { title, about } = words.bytes;
  const { first, later } = bytes;
  const total = figures.byteKinds.reduce((sum, kind) => sum + first[kind], 0);
  const parts = [figures.bytes(bytes, words, write)];
  return { title, about: about(write.kilobytes(total), write.kilobytes(later)), parts };
};

/** Chromium's result, or Node's if only that was measured. */
const preferred = <Value>(by: figures.ByHost<Value> | undefined): Value | undefined => by?.chromium ?? by?.node;

function sectionMarkup({ title, about, parts }: Section): string {
  const markup = parts.map((part) => {
    if ('markup' in part) return scrolling(part.markup, part.title);
    const { summary, caption, head, rows } = part;
    const content = scrolling(table(caption, head, rows), `${part.title}: ${summary}`);
    return `<details><summary>${escaped(summary)}</summary>${content}</details>`;
  });
  return `      <section><h2>${escaped(title)}</h2><p>${escaped(about)}</p>${markup.join('')}</section>`;
}

// Content that is wider than a phone scrolls inside its own box.
const scrolling = (markup: string, name: string): string =>
  `<div class="wide" role="region" tabindex="0" aria-label="${escaped(name)}">${markup}</div>`;

/** The head, and the rows. */
type Table = readonly [readonly string[], readonly (readonly string[])[]];

/** One column for each contender: its time, its lead over the others, and its share of the peak. */
function layerTable(measured: readonly Measured[], words: figures.Words, write: figures.Formatters): Table {
  const [names, cells] = timesOf(measured, words, write);
  const rows = measured.map((one, index) => [
    `${one.T}, ${one.dModel}, ${one.heads}${one.causal ? `, ${words.attention.causal}` : ''}`,
    ...(cells[index] ?? []),
  ]);
  return [[words.attention.size, ...names], rows];
}

function callsTable(measured: readonly figures.Call[], words: figures.Words, write: figures.Formatters): Table {
  const [names, cells] = timesOf(measured, words, write);
  const { withWeights, without, statistics } = words.calls;
  const rows = measured.map((one, index) => [
    `${figures.callSize(one, words)}, ${one.weights ? withWeights : one.statistics ? statistics : without}`,
    ...(cells[index] ?? []),
  ]);
  return [[words.calls.size, ...names], rows];
}

/** The names of all contenders, and for each contest the time and lead of each. */
function timesOf(
  measured: readonly Contest[],
  words: figures.Words,
  { milliseconds, number, percent }: figures.Formatters,
): Table {
  const names = [...new Set(measured.flatMap(({ entries }) => entries.map(({ name }) => name)))];
  const rows = measured.map((one) =>
    names.map((name) => {
      const entry = one.entries.find((candidate) => candidate.name === name);
      if (entry === undefined) return '';
      return `${milliseconds(entry.median)} (${aheadOf(one, entry, words, { number, percent })})`;
    }),
  );
  return [names.map((name) => words.names[name] ?? name), rows];
}

/** The lead over the best of the others, and the share of the peak. */
function aheadOf(
  measured: Contest,
  entry: figures.Entry,
  words: figures.Words,
  { number, percent }: Pick<figures.Formatters, 'number' | 'percent'>,
): string {
  const share = figures.partOfPeak(measured, entry);
  const near = share === undefined ? '' : `, ${percent(share)} ${words.attention.ofPeak}`;
  const best = figures.bestOther(measured);
  // Without other contenders there is no lead.
  return Number.isFinite(best) ? `${number(best / entry.median)}×${near}` : near.slice(2);
}

/** One row for each contender. */
function trainingTable(
  measured: figures.Training,
  words: figures.Words,
  { milliseconds, number, percent }: figures.Formatters,
): Table {
  const rows = measured.entries.map((entry) => [
    words.names[entry.name] ?? entry.name,
    milliseconds(entry.median),
    `${number(measured.operations / entry.median / 1e6)} GFLOP/s`,
    aheadOf(measured, entry, words, { number, percent }),
  ]);
  const { by, median, work, ahead } = words.training;
  return [[by, median, work, ahead], rows];
}
