import type { benchmarks } from '../i18n/en/docs.ts';
import { type Axis, barPlot, type Drawn, decades, type Goal, linePlot, rankPlot, type Series } from './plot.ts';

/** The output of `npm run bench` (tests/bench/run.mjs). Times are in milliseconds, rates in operations a second, sizes in bytes. */
export interface Results {
  readonly date: string;
  readonly machine: { readonly processor: string; readonly cores: number; readonly platform: string };
  /** Versions of the project, the engines and the other libraries. */
  readonly versions: Readonly<Record<string, string>>;
  readonly attention: ByHost<readonly Measured[]>;
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
interface Contest {
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

/** The style of each contender is its index, the same in every plot. Contenders that are not listed appear only in tables. */
const styles = [
  'core',
  'ONNX Runtime Web',
  'TensorFlow.js',
  'blocked JavaScript',
  'plain JavaScript',
  'core, fresh arrays',
];
/** The measured contenders with their styles. */
const contenders = (measured: readonly Measured[]): readonly { readonly name: string; readonly style: number }[] => {
  const names = new Set(measured.flatMap(({ entries }) => entries.map(({ name }) => name)));
  return styles.map((name, style) => ({ name, style })).filter(({ name }) => names.has(name));
};

/** A logarithmic axis around the values, in half decades. */
function around(values: readonly number[], text: (value: number) => string, label: string): Axis {
  const logs = values.map(Math.log10);
  const [from, to] = [
    10 ** (Math.floor(Math.min(...logs) * 2 - 0.1) / 2),
    10 ** (Math.ceil(Math.max(...logs) * 2 + 0.1) / 2),
  ];
  return { label, logarithmic: true, from, to, ticks: decades(from, to, text) };
}

const tokenAxis = (points: readonly { readonly T: number }[], words: Words): Axis => {
  const lengths = points.map(({ T }) => T);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const ticks = lengths.map((T) => ({ value: T, text: String(T) }));
  return { label: words.attention.tokens, logarithmic: true, from: least / 1.25, to: most * 1.25, ticks };
};

export function speed(measured: readonly Measured[], words: Words, host: HostName, { number }: Formatters): Drawn {
  const ordered = [...measured.filter(({ causal }) => !causal), ...measured.filter(({ causal }) => causal)];
  const series = contenders(measured).map(({ name, style }) => {
    const values = ordered.map((one) => {
      const entry = one.entries.find((candidate) => candidate.name === name);
      return entry === undefined ? undefined : bestOther(one) / entry.median;
    });
    return { name: words.names[name] ?? name, style, values };
  });
  const all = series.flatMap(({ values }) => values).filter((value) => value !== undefined);
  return rankPlot(
    {
      title: words.attention.speed(words.hosts[host]),
      x: around([...all, 1], number, words.attention.axis),
      what: words.attention.size,
      rows: ordered.map((one, index) => {
        const name = `${one.T}, ${one.dModel}, ${one.heads}`;
        const begins = index === 0 || ordered[index - 1]?.causal !== one.causal;
        return begins ? { name, group: one.causal ? words.attention.causal : words.attention.plain } : { name };
      }),
      series,
      line: { value: 1, name: words.attention.line },
    },
    `speed-${host}`,
  );
}

export function rate(measured: readonly Measured[], words: Words, host: HostName, { number }: Formatters): Drawn {
  const plain = measured.filter(({ causal }) => !causal);
  const rateOf = ({ operations }: Measured, median: number): number => operations / median / 1e6;
  const series: Series[] = contenders(plain).map(({ name, style }) => ({
    name: words.names[name] ?? name,
    style,
    points: plain.flatMap((one) => {
      const entry = one.entries.find((candidate) => candidate.name === name);
      return entry === undefined ? [] : [[one.T, rateOf(one, entry.median)] as const];
    }),
  }));
  const peaks = plain.flatMap(({ T, peak }) => (peak === undefined ? [] : [[T, peak / 1e9] as const]));
  const goals: Goal[] = peaks.length === 0 ? [] : [{ name: words.attention.peak, points: peaks }];
  const most = Math.max(...[...series, ...goals].flatMap(({ points }) => points.map(([, y]) => y)));
  const to = Math.ceil(most / 10) * 10;
  const ticks = Array.from({ length: to / 10 + 1 }, (_, index) => ({ value: index * 10, text: number(index * 10) }));
  return linePlot(
    {
      title: words.attention.rate(words.hosts[host]),
      x: tokenAxis(plain, words),
      y: { label: words.attention.rateAxis, logarithmic: false, from: 0, to, ticks },
      series,
      goals,
    },
    `rate-${host}`,
  );
}

export function training(measured: Training, words: Words, host: HostName, { milliseconds }: Formatters): Drawn {
  const rows = [...measured.entries].sort((a, b) => a.median - b.median);
  return barPlot(
    {
      title: words.training.step(words.hosts[host]),
      label: words.training.axis,
      rows: rows.map(({ name, kind, median }) => ({
        ...{ name: words.names[name] ?? name, value: median, text: milliseconds(median) },
        style: kind === 'core' ? 0 : 1,
      })),
    },
    `training-${host}`,
  );
}

export function keys(points: Results['keys'], words: Words, { number }: Formatters): Drawn {
  const reached = points.flatMap(({ T, median, high }) =>
    median === null || high === null ? [] : [{ T, median, high }],
  );
  const goals = [
    [128, 16],
    [512, 33],
    [2048, 100],
  ] as const;
  const values = [...reached.flatMap(({ median, high }) => [median, high]), ...goals.map(([, y]) => y)];
  return linePlot(
    {
      title: words.keys.title,
      x: tokenAxis(points, words),
      y: around(values, number, words.keys.axis),
      series: [
        { name: words.keys.median, style: 0, points: reached.map(({ T, median }) => [T, median]) },
        { name: words.keys.high, style: 4, points: reached.map(({ T, high }) => [T, high]), unconnected: true },
      ],
      goals: goals.map((point, index) => ({ name: index === 0 ? words.keys.goal : '', points: [point] })),
    },
    'keys',
  );
}

export function load({ painted, interactive }: Results['load'], words: Words, { milliseconds }: Formatters): Drawn {
  return barPlot(
    {
      title: words.load.title,
      label: words.load.axis,
      rows: [
        { name: words.load.painted, value: painted.median, text: milliseconds(painted.median), style: 1 },
        { name: words.load.interactive, value: interactive.median, text: milliseconds(interactive.median), style: 0 },
      ],
    },
    'load',
  );
}

export function bytes({ first }: Bytes, words: Words, { kilobytes }: Formatters): Drawn {
  return barPlot(
    {
      title: words.bytes.title,
      label: words.bytes.axis,
      rows: byteKinds.map((kind) => ({
        ...{ name: words.bytes[kind], value: first[kind], text: kilobytes(first[kind]) },
        style: kind === 'wasm' ? 0 : 1,
      })),
    },
    'bytes',
  );
}

export const byteKinds = ['scripts', 'wasm', 'styles', 'rest'] as const;

const MEBI = 2 ** 20;

export function heap({ points }: Heap, words: Words, { number }: Formatters): Drawn {
  const curve = (which: 'bytes' | 'whole') =>
    points.flatMap((point) => {
      const value = point[which];
      return value === null ? [] : [[point.T, value / MEBI] as const];
    });
  const [lazy, whole] = [curve('bytes'), curve('whole')];
  const limit = 256e6 / MEBI;
  return linePlot(
    {
      title: words.heap.title,
      x: tokenAxis(points, words),
      y: around([...[...lazy, ...whole].map(([, y]) => y), limit], number, words.heap.axis),
      series: [
        { name: words.heap.lazy, style: 0, points: lazy },
        { name: words.heap.whole, style: 4, points: whole },
      ],
      goals: [{ name: words.heap.goal, points: [[8192, limit]] }],
    },
    'heap',
  );
}

/** In display order. tests/bench/edits.mjs explains each. */
export const editKinds = ['whole', 'edit', 'look', 'append'] as const;

export function edits({ points, exponents }: Edits, words: Words, { number }: Formatters): Drawn {
  const series = editKinds.map(
    (which, index): Series => ({
      name: words.edits[which](exponents[which].toFixed(2)),
      style: [4, 1, 0, 2][index] ?? 0,
      points: points.map((point) => [point.T, point[which].median]),
    }),
  );
  return linePlot(
    {
      title: words.edits.title,
      x: tokenAxis(points, words),
      y: around(
        series.flatMap((one) => one.points.map(([, y]) => y)),
        number,
        words.edits.axis,
      ),
      series,
    },
    'edits',
  );
}
