/**
 * Plots as SVG markup. Colours are classes (docs.css), so that one picture works in light and dark. Series also differ in the shape of
 * their marks.
 */
import { escaped } from './markup.ts';

export interface Axis {
  readonly label: string;
  readonly logarithmic: boolean;
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
}

export interface Series {
  readonly name: string;
  /** Index of the colour and shape, from 0. */
  readonly style: number;
  /** x and y in the units of the axes, sorted by x. */
  readonly points: readonly (readonly [number, number])[];
  /** Whether to draw no line between the points. */
  readonly unconnected?: boolean;
}

/** A target or a machine limit: a dashed line, or a mark if it has one point. Without a name it is not in the legend. */
export interface Goal {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

export interface Plot {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  readonly goals?: readonly Goal[];
}

/** `name` is the file name and the id of the title, unique on the page. */
export interface Drawn {
  readonly name: string;
  readonly title: string;
  readonly svg: string;
}

const [WIDTH, HEIGHT] = [680, 400];
const [LEFT, RIGHT, BOTTOM] = [76, 20, 56];
/** Approximate width of a character, and the factor for bold text. */
const LETTER = 7.2;
const BOLD = 1.15;
const LINE = 22;

const round = (value: number): number => Math.round(value * 10) / 10;
const pointText = (x: number, y: number): string => `${round(x)} ${round(y)}`;

/** Maps values of an axis to px. */
function scale({ logarithmic, from, to }: Axis, begin: number, end: number): (value: number) => number {
  const on = (value: number): number => (logarithmic ? Math.log(value) : value);
  return (value) => begin + ((on(value) - on(from)) / (on(to) - on(from))) * (end - begin);
}

/** Circle, square, diamond, triangle, cross, plus and ring, which differ without colour. */
function mark(style: number, x: number, y: number): string {
  const shape = [
    () => `<circle cx="${round(x)}" cy="${round(y)}" r="4.5"/>`,
    () => `<path d="M${pointText(x - 4, y - 4)}h8v8h-8z"/>`,
    () => `<path d="M${pointText(x, y - 5.6)}l5.6 5.6l-5.6 5.6l-5.6-5.6z"/>`,
    () => `<path d="M${pointText(x, y - 5.4)}l5.4 9.6h-10.8z"/>`,
    () => `<path class="open" d="M${pointText(x - 4, y - 4)}l8 8m0-8l-8 8"/>`,
    () => `<path class="open" d="M${pointText(x - 5, y)}h10m-5-5v10"/>`,
  ];
  return `<g class="mark s${style}">${(shape[style % shape.length] ?? shape[0])?.()}</g>`;
}

const goalMark = (x: number, y: number): string => `<path class="goal" d="M${pointText(x - 7, y)}h14m-14-4v8m14-8v8"/>`;

const goalLine =
  (place: number) =>
  (x: number, y: number): string =>
    `<path class="goal dash${place % 2}" d="M${pointText(x - 12, y)}h22"/>`;

interface LegendEntry {
  readonly name: string;
  readonly mark: (x: number, y: number) => string;
}

const legendEntry = ({ name, style }: Pick<Series, 'name' | 'style'>): LegendEntry => ({
  name,
  mark: (x, y) => mark(style, x, y),
});

/** The legend above the plot, and its height. */
function legend(entries: readonly LegendEntry[]) {
  let [x, y] = [LEFT, 14];
  const parts = entries.map((entry) => {
    const width = 26 + entry.name.length * LETTER;
    if (x > LEFT && x + width > WIDTH - RIGHT) [x, y] = [LEFT, y + LINE];
    const part = `${entry.mark(x + 7, y)}<text x="${x + 20}" y="${y + 4.5}">${escaped(entry.name)}</text>`;
    x += width + 14;
    return part;
  });
  return { markup: parts.join(''), height: y + 18 };
}

/** Grid lines of the horizontal axis, with their labels. */
const xTicks = ({ ticks }: Axis, across: (value: number) => number, top: number, bottom: number): readonly string[] =>
  ticks.map(({ value, text }) => {
    const x = round(across(value));
    return `<path class="grid" d="M${x} ${top}V${bottom}"/><text x="${x}" y="${bottom + 18}" text-anchor="middle">${escaped(text)}</text>`;
  });

export function linePlot(plot: Plot, name: string): Drawn {
  const { x, y, series, goals = [] } = plot;
  const names = legend([
    ...series.map(legendEntry),
    ...goals
      .filter(({ name }) => name !== '')
      .map(({ name, points }, place) => ({ name, mark: points.length > 1 ? goalLine(place) : goalMark })),
  ]);
  const [top, bottom, right] = [names.height + 6, names.height + HEIGHT - BOTTOM, WIDTH - RIGHT];
  const [across, up] = [scale(x, LEFT, right), scale(y, bottom, top)];
  const ticks = [
    ...xTicks(x, across, top, bottom),
    ...y.ticks.map(({ value, text }) => {
      const place = round(up(value));
      return `<path class="grid" d="M${LEFT} ${place}H${right}"/><text x="${LEFT - 8}" y="${place + 4.5}" text-anchor="end">${escaped(text)}</text>`;
    }),
  ];
  // The first series is drawn last, on top.
  const lines = series.toReversed().map(({ points, style, unconnected }) => {
    const places = points.map(([px, py]) => [across(px), up(py)] as const);
    const line = `<path class="line s${style}" d="M${places.map(([px, py]) => pointText(px, py)).join('L')}"/>`;
    const marks = places.map(([px, py]) => mark(style, px, py)).join('');
    return unconnected === true || places.length < 2 ? marks : line + marks;
  });
  const goalMarks = goals.flatMap(({ points }, place) =>
    points.length > 1
      ? [
          `<path class="goal dash${place % 2}" d="M${points.map(([px, py]) => pointText(across(px), up(py))).join('L')}"/>`,
        ]
      : points.map(([px, py]) => goalMark(across(px), up(py))),
  );
  const height = bottom + BOTTOM - 8;
  return picture(plot.title, name, height, [
    names.markup,
    ...ticks,
    `<path class="axis" d="M${LEFT} ${top}V${bottom}H${right}"/>`,
    `<text x="${round((LEFT + right) / 2)}" y="${bottom + 40}" text-anchor="middle">${escaped(x.label)}</text>`,
    `<text transform="translate(16 ${round((top + bottom) / 2)}) rotate(-90)" text-anchor="middle">${escaped(y.label)}</text>`,
    ...lines,
    ...goalMarks,
  ]);
}

interface Bars {
  readonly title: string;
  readonly label: string;
  readonly rows: readonly {
    readonly name: string;
    readonly value: number;
    readonly text: string;
    readonly style: number;
  }[];
}

/** Horizontal bars, with names on the left and numbers on the right. */
export function barPlot({ title, label, rows }: Bars, name: string): Drawn {
  const longest = Math.max(...rows.map(({ name }) => name.length)) * LETTER;
  const begin = Math.min(300, longest + 14);
  const most = Math.max(...rows.map(({ value }) => value));
  const room = WIDTH - begin - RIGHT - 12 - Math.max(...rows.map(({ text }) => text.length)) * LETTER;
  const bottom = rows.length * 26 + 6;
  return picture(title, name, bottom + 34, [
    ...rows.map(({ name: row, value, text, style }, index) => {
      const [y, width] = [index * 26 + 8, round((value / most) * room)];
      return `<text x="${begin - 8}" y="${y + 13}" text-anchor="end">${escaped(row)}</text><rect class="bar s${style}" x="${begin}" y="${y}" width="${width}" height="18"/><text x="${begin + width + 8}" y="${y + 13}">${escaped(text)}</text>`;
    }),
    `<path class="axis" d="M${begin} 2V${bottom}"/>`,
    `<text x="${begin}" y="${bottom + 24}">${escaped(label)}</text>`,
  ]);
}

interface Ranks {
  readonly title: string;
  readonly x: Axis;
  /** What the row names mean. */
  readonly what: string;
  /** From top to bottom. A row that starts a group has a gap above it. */
  readonly rows: readonly { readonly name: string; readonly group?: string }[];
  /** x of each row. */
  readonly series: readonly {
    readonly name: string;
    readonly style: number;
    readonly values: readonly (number | undefined)[];
  }[];
  /** A vertical line. */
  readonly line: { readonly value: number; readonly name: string };
}

/** One row for each case, one mark for each series. */
export function rankPlot({ title, x, what, rows, series, line }: Ranks, name: string): Drawn {
  const letters = rows.map(({ name, group = '' }) => Math.max(name.length, group.length * BOLD, what.length));
  const begin = Math.max(...letters) * LETTER + 18;
  const names = legend([
    ...series.map(legendEntry),
    { name: line.name, mark: (x, height) => `<path class="goal dash0" d="M${pointText(x, height - 8)}v16"/>` },
  ]);
  let y = names.height - 4;
  const places = rows.map(({ group }) => {
    y += group === undefined ? 26 : 48;
    return y;
  });
  const [top, bottom, right] = [names.height + 6, y + 20, WIDTH - RIGHT];
  const across = scale(x, begin, right);
  const goal = round(across(line.value));
  return picture(title, name, bottom + 48, [
    names.markup,
    ...xTicks(x, across, top, bottom),
    `<path class="goal dash0" d="M${goal} ${top}V${bottom}"/>`,
    ...rows.map(({ name: rowName, group }, row) => {
      const place = places[row] ?? 0;
      const heading =
        group === undefined
          ? ''
          : `<text class="group" x="${begin - 10}" y="${place - 20}" text-anchor="end">${escaped(group)}</text>`;
      return `${heading}<path class="row" d="M${round(begin)} ${place}H${right}"/><text x="${round(begin - 10)}" y="${place + 4.5}" text-anchor="end">${escaped(rowName)}</text>`;
    }),
    `<text x="${round(begin - 10)}" y="${bottom + 40}" text-anchor="end">${escaped(what)}</text>`,
    `<path class="axis" d="M${round(begin)} ${bottom}H${right}"/>`,
    `<text x="${round((begin + right) / 2)}" y="${bottom + 40}" text-anchor="middle">${escaped(x.label)}</text>`,
    // The first series is drawn last, on top.
    ...series
      .toReversed()
      .flatMap(({ style, values }) =>
        values.map((value, row) => (value === undefined ? '' : mark(style, across(value), places[row] ?? 0))),
      ),
  ]);
}

const picture = (title: string, name: string, height: number, parts: readonly string[]): Drawn => ({
  name,
  title,
  svg: `<svg class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${Math.ceil(height)}" role="img" aria-labelledby="${name}"><title id="${name}">${escaped(title)}</title>${parts.join('')}</svg>`,
});

/** Ticks at powers of ten in the range, and at 2 and 5 times them if the range is small, with labels by `text`. */
export function decades(from: number, to: number, text: (value: number) => string): Axis['ticks'] {
  const first = Math.floor(Math.log10(from));
  const last = Math.ceil(Math.log10(to));
  const steps = to / from < 1e4 ? [1, 2, 5] : [1];
  return Array.from({ length: last - first + 1 }, (_, index) => steps.map((step) => step * 10 ** (first + index)))
    .flat()
    .filter((value) => value >= from * 0.999 && value <= to * 1.001)
    .map((value) => ({ value, text: text(value) }));
}
