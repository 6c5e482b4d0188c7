import * as Plot from '@observablehq/plot';
import type { benchmarks } from '../i18n/en/docs.ts';
import { bars, type Curve, curves, type Drawn, drawn, type Series, seriesScales } from './plot.ts';

/** The output of `npm run bench` (tests/bench/run.mjs). Times are in milliseconds, rates in operations a second, sizes in bytes. */
export interface Results {
  readonly date: string;
  readonly machine: { readonly processor: string; readonly cores: number; readonly platform: string };
  /** Versions of the project, the engines and the other libraries. */
  readonly versions: Readonly<Record<string, string>>;
  readonly attention: ByHost<readonly Measured[]>;
  readonly calls: ByHost<readonly Call[]>;
  readonly training: ByHost<Training>;
  readonly edits: ByHost<Edits>;
  readonly heap: ByHost<Heap>;
  readonly keys: readonly Keys[];
  readonly load: { readonly painted: Time; readonly interactive: Time; readonly visits: number };
  readonly bytes: Bytes;
}

export type ByHost<Value> = Partial<Readonly<Record<'node' | 'chromium', Value>>>;

interface Time {
  readonly median: number;
  readonly least: number;
  readonly samples: number;
}

/** One computation, by every contender. */
export interface Contest {
  readonly operations: number;
  readonly entries: readonly Entry[];
  /** Operations a second that this machine can do, measured in turns with the entries. */
  readonly peak?: number;
}

/** A layer of one size. */
export interface Measured extends Contest {
  readonly case: string;
  readonly T: number;
  readonly dModel: number;
  readonly heads: number;
  readonly causal: boolean;
  /** Time to copy the answer from one array to another. */
  readonly copying: Time;
}

/** Attention on given q, k and v, of one size. */
export interface Call extends Contest {
  readonly heads: number;
  readonly T: number;
  /** Numbers of a head. */
  readonly width: number;
  readonly masked: boolean;
  /** Whether the matrix of weights is returned too. */
  readonly weights: boolean;
  /** Whether figures of each row are returned in its place. */
  readonly statistics: boolean;
}

/** One training step: forward, backward and optimiser. */
export interface Training extends Contest {
  readonly model: {
    readonly layers: number;
    readonly dModel: number;
    readonly heads: number;
    readonly dFf: number;
    readonly T: number;
    readonly batch: number;
  };
  readonly parameters: number;
}

export interface Entry extends Time {
  readonly name: string;
  readonly kind: 'core' | 'trace' | 'javascript' | 'library';
  /** Which of several implementations with this library. */
  readonly variant?: string;
  /** Largest difference from the oracle or from the core. */
  readonly apart: number;
}

export interface Edits {
  readonly dModel: number;
  readonly heads: number;
  readonly points: readonly {
    readonly T: number;
    readonly whole: Time;
    readonly edit: Time;
    readonly look: Time;
    readonly append: Time;
  }[];
  readonly exponents: Readonly<Record<'whole' | 'edit' | 'look' | 'append', number>>;
}

interface Heap {
  readonly dModel: number;
  readonly heads: number;
  readonly window: number;
  /** null if it was not measured. */
  readonly points: readonly { readonly T: number; readonly bytes: number | null; readonly whole: number | null }[];
}

/** median and high (the 95th percentile) are null if the page cannot show so many tokens. */
export interface Keys {
  readonly T: number;
  readonly median: number | null;
  readonly high: number | null;
  readonly keys: number;
}

/** Compressed with brotli. */
export interface Bytes {
  /** What a first visit downloads. */
  readonly first: Readonly<Record<'wasm' | 'scripts' | 'styles' | 'rest', number>>;
  /** All other files of the site. */
  readonly later: number;
}

export type Words = typeof benchmarks;
type HostName = 'node' | 'chromium';

/** Number formats of a language. */
export function formatters(lang: string) {
  const three = new Intl.NumberFormat(lang, { maximumSignificantDigits: 3, useGrouping: false });
  const number = (value: number): string => three.format(value);
  return {
    number,
    milliseconds: (value: number): string => (value < 1 ? `${number(value * 1000)} µs` : `${number(value)} ms`),
    percent: (share: number): string => new Intl.NumberFormat(lang, { style: 'percent' }).format(share),
    kilobytes: (value: number): string =>
      `${new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(value / 1000)} kB`,
  };
}
export type Formatters = ReturnType<typeof formatters>;

/** The fastest of the libraries and of plain JavaScript. */
export function bestOther({ entries }: Contest): number {
  return Math.min(
    ...entries.filter(({ kind }) => kind === 'library' || kind === 'javascript').map(({ median }) => median),
  );
}

/** Operations a second as a part of the peak; undefined where it was not measured, and of all but the core. */
export function partOfPeak({ operations, peak }: Contest, { kind, median }: Entry): number | undefined {
  return kind === 'core' && peak !== undefined ? (operations * 1000) / median / peak : undefined;
}

/** The style of each contender is its index, the same in both plots of a layer. Contenders that are not listed appear only in tables. */
const layerNames = [
  'core',
  'ONNX Runtime Web',
  'TensorFlow.js',
  'blocked JavaScript',
  'plain JavaScript',
  'core, fresh arrays',
];
const callNames = ['core', 'ONNX Runtime Web', 'jax-js'];
interface Contender extends Series {
  readonly medianOf: (measured: Contest) => number | undefined;
}
/** The measured contenders of a list with their styles. */
const contenders = (names: readonly string[], measured: readonly Contest[], words: Words): readonly Contender[] =>
  names
    .map((key, style) => ({
      ...{ style, name: words.names[key] ?? key },
      medianOf: ({ entries }: Contest) => entries.find(({ name }) => name === key)?.median,
    }))
    .filter(({ medianOf }) => measured.some((one) => medianOf(one) !== undefined));

const tokens = (points: readonly { readonly T: number }[], words: Words) => ({
  label: words.attention.tokens,
  ticks: points.map(({ T }) => T),
});

export function speed(measured: readonly Measured[], words: Words, host: HostName, write: Formatters): Drawn {
  const rows = measured.map((one) => ({
    size: `${one.T}, ${one.dModel}, ${one.heads}`,
    group: one.causal ? words.attention.causal : words.attention.plain,
    one,
  }));
  const { size, speed: titleOf } = words.attention;
  const all = contenders(layerNames, measured, words);
  return leads({ name: `speed-${host}`, title: titleOf(words.hosts[host]), size, rows, all }, words, write);
}

export function calls(measured: readonly Call[], words: Words, host: HostName, write: Formatters): Drawn {
  const { size, withWeights, without } = words.calls;
  const rows = measured.map((one) => ({
    size: callSize(one, words),
    group: one.weights ? withWeights : without,
    one,
  }));
  const title = words.calls.speed(words.hosts[host]);
  const all = contenders(callNames, measured, words);
  return leads({ name: `calls-${host}`, title, size, rows, all }, words, write);
}

export const callSize = ({ heads, T, width, masked }: Call, words: Words): string =>
  `${heads}, ${T}, ${width}${masked ? `, ${words.calls.masked}` : ''}`;

interface Leads {
  readonly name: string;
  readonly title: string;
  /** What a size consists of. */
  readonly size: string;
  readonly rows: readonly { readonly size: string; readonly group: string; readonly one: Contest }[];
  readonly all: readonly Contender[];
}

/** The lead of each contender: one row for each size, one mark for each contender. */
function leads({ name, title, size, rows, all }: Leads, words: Words, { number }: Formatters): Drawn {
  const marks = all
    .toReversed()
    .flatMap(({ name, medianOf }) =>
      rows.map(({ one, ...row }) => ({ ...row, name, ahead: bestOther(one) / (medianOf(one) ?? Number.NaN) })),
    );
  return drawn(name, title, {
    ...seriesScales(all),
    marginLeft: 165,
    marginRight: 130,
    height: 110 + 22 * rows.length,
    x: { type: 'log', label: words.attention.axis, grid: true, nice: true, tickFormat: number },
    y: { type: 'point', label: size, labelOffset: 155, domain: [...new Set(rows.map((row) => row.size))] },
    fy: { label: null, domain: [...new Set(rows.map(({ group }) => group))] },
    marks: [
      Plot.gridY(),
      Plot.ruleX([1], { strokeDasharray: '6 4' }),
      Plot.dot(marks, { x: 'ahead', y: 'size', fy: 'group', fill: 'name', symbol: 'name', r: 4.5 }),
    ],
  });
}

export function rate(measured: readonly Measured[], words: Words, host: HostName, { number }: Formatters): Drawn {
  const plain = measured.filter(({ causal }) => !causal);
  const all: Curve[] = contenders(layerNames, plain, words).map(({ name, style, medianOf }) => ({
    ...{ name, style },
    points: plain.flatMap((one) => {
      const median = medianOf(one);
      return median === undefined ? [] : [[one.T, one.operations / median / 1e6] as const];
    }),
  }));
  const points = plain.flatMap(({ T, peak }) => (peak === undefined ? [] : [[T, peak / 1e9] as const]));
  if (points.length > 0) all.push({ name: words.attention.peak, style: 6, points, drawing: 'dashes' });
  const y = { type: 'linear', zero: true, label: words.attention.rateAxis, tickFormat: number } as const;
  return curves(`rate-${host}`, words.attention.rate(words.hosts[host]), { x: tokens(plain, words), y }, all);
}

export function training(measured: Training, words: Words, host: HostName, { milliseconds }: Formatters): Drawn {
  const rows = measured.entries
    .toSorted((a, b) => a.median - b.median)
    .map(({ name, kind, median }) => ({
      ...{ name: words.names[name] ?? name, value: median, text: milliseconds(median) },
      style: kind === 'core' ? 0 : 1,
    }));
  return bars(`training-${host}`, words.training.step(words.hosts[host]), words.training.axis, rows);
}

export function keys(points: Results['keys'], words: Words, { number }: Formatters): Drawn {
  const reached = (of: 'median' | 'high') =>
    points.flatMap(({ T, [of]: time }) => (time === null ? [] : [[T, time] as const]));
  const { title, axis, median, high, goal } = words.keys;
  return curves('keys', title, { x: tokens(points, words), y: { label: axis, tickFormat: number } }, [
    { name: median, style: 0, points: reached('median') },
    { name: high, style: 4, points: reached('high'), drawing: 'marks' },
    {
      name: goal,
      style: 6,
      points: [
        [128, 16],
        [512, 33],
        [2048, 100],
      ],
      drawing: 'marks',
    },
  ]);
}

export function load({ painted, interactive }: Results['load'], words: Words, { milliseconds }: Formatters): Drawn {
  const { title, axis, ...names } = words.load;
  return bars('load', title, axis, [
    { name: names.painted, value: painted.median, text: milliseconds(painted.median), style: 1 },
    { name: names.interactive, value: interactive.median, text: milliseconds(interactive.median), style: 0 },
  ]);
}

export const byteKinds = ['scripts', 'wasm', 'styles', 'rest'] as const;

export function bytes({ first }: Bytes, words: Words, { kilobytes }: Formatters): Drawn {
  const rows = byteKinds.map((kind) => ({
    ...{ name: words.bytes[kind], value: first[kind], text: kilobytes(first[kind]) },
    style: kind === 'wasm' ? 0 : 1,
  }));
  return bars('bytes', words.bytes.title, words.bytes.axis, rows);
}

const MEBI = 2 ** 20;

export function heap({ points }: Heap, words: Words, { number }: Formatters): Drawn {
  const curve = (of: 'bytes' | 'whole') =>
    points.flatMap(({ T, [of]: bytes }) => (bytes === null ? [] : [[T, bytes / MEBI] as const]));
  const { title, axis, lazy, whole, goal } = words.heap;
  return curves('heap', title, { x: tokens(points, words), y: { label: axis, tickFormat: number } }, [
    { name: lazy, style: 0, points: curve('bytes') },
    { name: whole, style: 4, points: curve('whole') },
    { name: goal, style: 6, points: [[8192, 256e6 / MEBI]], drawing: 'marks' },
  ]);
}

/** In display order. tests/bench/edits.mjs explains each. */
export const editKinds = ['whole', 'edit', 'look', 'append'] as const;

export function edits({ points, exponents }: Edits, words: Words, { number }: Formatters): Drawn {
  const all = editKinds.map((which, index) => ({
    name: words.edits[which](exponents[which].toFixed(2)),
    style: [4, 1, 0, 2][index] ?? 0,
    points: points.map((point) => [point.T, point[which].median] as const),
  }));
  const y = { label: words.edits.axis, tickFormat: number };
  return curves('edits', words.edits.title, { x: tokens(points, words), y }, all);
}
