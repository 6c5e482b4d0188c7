/**
 * Plots by Observable Plot, drawn when the site is built. Colours come from docs.css, so that one plot works in light and dark. Series also
 * differ in the shape of their marks.
 */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

const { document } = parseHTML('<!doctype html><html><body></body></html>');

export interface Drawn {
  readonly title: string;
  readonly markup: string;
}

/** The colour and the shape of each style. */
const styles = [
  ['--sa-w', 'circle'],
  ['--sa-q', 'square'],
  ['--sa-k', 'diamond'],
  ['--sa-v', 'triangle'],
  ['--sa-ink-soft', 'star'],
  ['--sa-wrong', 'wye'],
  ['--sa-ink', 'cross'],
] as const;
const colourOf = (style: number): string => `var(${styles[style]?.[0]})`;

export interface Series {
  readonly name: string;
  readonly style: number;
}

export interface Curve extends Series {
  /** x and y in the units of the axes, sorted by x. */
  readonly points: readonly (readonly [number, number])[];
  /** By default a line with marks. */
  readonly drawing?: 'marks' | 'dashes';
}

/** A colour and a mark for each series, with a legend. */
export const seriesScales = (series: readonly Series[]): Plot.PlotOptions => {
  const domain = series.map(({ name }) => name);
  return {
    color: { domain, range: series.map(({ style }) => colourOf(style)) },
    symbol: { domain, range: series.map(({ style }) => styles[style]?.[1] ?? 'circle'), legend: true },
  };
};

/** Curves over the number of tokens. Marks are above all lines, those of the first curve on top. */
export function curves(
  name: string,
  title: string,
  axes: Pick<Plot.PlotOptions, 'x' | 'y'>,
  all: readonly Curve[],
): Drawn {
  const rows = all.map(({ name: series, points, drawing }) => ({
    drawing,
    points: points.map(([x, y]) => ({ x, y, series })),
  }));
  const lines = rows.filter(({ drawing }) => drawing !== 'marks');
  const marks = rows.filter(({ drawing }) => drawing !== 'dashes');
  return drawn(name, title, {
    ...seriesScales(all),
    x: { type: 'log', tickFormat: 'd', grid: true, inset: 12, ...axes.x },
    y: { type: 'log', grid: true, nice: true, ...axes.y },
    marks: [
      ...lines.map(({ points, drawing }) =>
        Plot.line(points, {
          x: 'x',
          y: 'y',
          stroke: 'series',
          strokeDasharray: drawing === 'dashes' ? '6 4' : 'none',
        }),
      ),
      ...marks
        .toReversed()
        .map(({ points }) => Plot.dot(points, { x: 'x', y: 'y', fill: 'series', symbol: 'series', r: 4.5 })),
    ],
  });
}

/** Room for the axes at the font size in docs.css. */
const margins = { marginTop: 34, marginLeft: 64, marginBottom: 52 };

/**
 * The markup of a plot, as docs.css styles it: the site's policy forbids style elements and attributes. `name` is the id of the title, unique
 * on the page.
 */
export function drawn(name: string, title: string, options: Plot.PlotOptions): Drawn {
  const plot = Plot.plot({ document, className: 'plot', width: 680, ...margins, figure: true, ...options });
  for (const element of plot.querySelectorAll('style')) element.remove();
  plot.removeAttribute('style');
  // The title names the picture. ARIA allows no name on a group without a role.
  for (const group of plot.querySelectorAll('g[aria-label]')) group.removeAttribute('aria-label');
  for (const swatch of plot.querySelectorAll('.plot-swatch svg')) swatch.setAttribute('aria-hidden', 'true');
  const svg = plot.querySelector('svg.plot');
  const heading = document.createElement('title');
  heading.id = name;
  heading.textContent = title;
  svg?.setAttribute('role', 'img');
  svg?.setAttribute('aria-labelledby', name);
  svg?.prepend(heading);
  return { title, markup: plot.outerHTML };
}

interface Bar {
  readonly name: string;
  readonly value: number;
  readonly text: string;
  readonly style: number;
}

/** Horizontal bars, with names on the left and numbers on the right. */
export const bars = (name: string, title: string, label: string, rows: readonly Bar[]): Drawn =>
  drawn(name, title, {
    marginTop: 4,
    marginLeft: 230,
    marginRight: 90,
    x: { label, ticks: 0 },
    y: { label: null, domain: rows.map((row) => row.name), tickSize: 0 },
    marks: [
      Plot.barX(rows, { x: 'value', y: 'name', fill: ({ style }: Bar) => colourOf(style) }),
      Plot.text(rows, { x: 'value', y: 'name', text: 'text', textAnchor: 'start', dx: 6 }),
    ],
  });
