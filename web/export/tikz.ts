import type { Figure, Item, Label, Path, Rectangle } from './drawing.ts';

/** pt. The width of a text block in most papers. */
const PAPER = 345;
/** A pixel of a screen in pt, at most: small figures keep their size. */
const PIXEL = 0.75;

/**
 * A figure as a `tikzpicture`, for papers in LaTeX. It needs only `\usepackage{tikz}`, and defines its own colours. The ground is left
 * out, because paper has its own.
 */
export function tikzOf({ width, title, description, items }: Figure): string {
  const scale = Math.min(PIXEL, PAPER / width);
  const [ground, ...others] = items;
  const drawn = ground?.kind === 'rect' && ground.x === 0 && ground.width === width ? others : items;
  const colours = new Set(drawn.flatMap((item) => coloursOf(item)).map(hexOf));
  return [
    ...commentOf(title),
    ...commentOf(description),
    '% \\usepackage{tikz} draws it. Letters beyond Latin need LuaLaTeX or XeLaTeX and a font that has them.',
    ...[...colours].map((hex) => `\\definecolor{sa${hex}}{HTML}{${hex}}`),
    `\\begin{tikzpicture}[x=${short(scale)}pt, y=-${short(scale)}pt, inner sep=0pt, outer sep=0pt]`,
    ...drawn.flatMap((item) => command(item, scale)),
    '\\end{tikzpicture}',
    '',
  ].join('\n');
}

const short = (value: number): string => String(Math.round(value * 1e4) / 1e4);

/** A text as comments. No line break can end them. */
const commentOf = (text: string): readonly string[] => [`% ${text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`];

const coloursOf = (item: Item): readonly string[] =>
  item.kind === 'path' ? [item.fill, item.stroke].filter((colour) => colour !== null) : [item.fill];

/** "rgb(1 2 3)" or "#010203" as six digits. */
function hexOf(colour: string): string {
  const parts = /^rgb\((\d+) (\d+) (\d+)\)$/.exec(colour)?.slice(1);
  const hex = parts?.map((part) => Number(part).toString(16).padStart(2, '0')).join('') ?? colour.replace('#', '');
  return hex.toUpperCase();
}

function command(item: Item, scale: number): readonly string[] {
  switch (item.kind) {
    case 'rect':
      return [rectangle(item)];
    case 'path':
      return [path(item, scale)];
    case 'text':
      return item.text === '' ? [] : [node(item, scale)];
  }
}

const rectangle = ({ x, y, width, height, fill }: Rectangle): string =>
  `\\fill[sa${hexOf(fill)}] (${x},${y}) rectangle (${short(x + width)},${short(y + height)});`;

function path({ d, fill, stroke, width, opacity, dash }: Path, scale: number): string {
  const options = [
    ...(fill === null ? [] : [`fill=sa${hexOf(fill)}`]),
    ...(stroke === null ? [] : [`draw=sa${hexOf(stroke)}`, `line width=${short(width * scale)}pt`]),
    ...(opacity === 1 ? [] : [`draw opacity=${short(opacity)}`]),
    ...(dash.length === 0 ? [] : [`dash pattern=${dashes(dash, scale)}`]),
  ];
  const parts = Array.from(d.matchAll(/([MLC])([^MLC]*)/g), ([, name = '', numbers = '']) => {
    const values = numbers.trim().split(/[ ,]+/);
    const points = values.flatMap((value, index) => (index % 2 === 0 ? [`(${value},${values[index + 1]})`] : []));
    if (name === 'M') return points.join('');
    return name === 'L' ? `-- ${points.join(' -- ')}` : `.. controls ${points[0]} and ${points[1]} .. ${points[2]}`;
  });
  return `\\path[${options.join(', ')}] ${parts.join(' ')};`;
}

const dashes = (lengths: readonly number[], scale: number): string =>
  lengths.map((length, index) => `${index % 2 === 0 ? 'on' : 'off'} ${short(length * scale)}pt`).join(' ');

const anchors = { start: 'base west', middle: 'base', end: 'base east' };

function node({ x, y, text, size, bold, mono, serif, anchor, fill, angle }: Label, scale: number): string {
  const pt = size * scale;
  const family = mono ? '\\ttfamily' : serif ? '' : '\\sffamily';
  const font = `\\fontsize{${short(pt)}}{${short(pt * 1.2)}}${family}${bold ? '\\bfseries' : ''}\\selectfont`;
  const turned = angle === 0 ? '' : `, rotate=${short(-angle)}`;
  return `\\node[sa${hexOf(fill)}, anchor=${anchors[anchor]}, font=${font}${turned}] at (${x},${y}) {${texOf(text)}};`;
}

/** Characters that TeX reads as commands, or that its fonts do not have at that place. */
const signs: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  _: '\\_',
  '%': '\\%',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '$<$',
  '>': '$>$',
  '|': '$|$',
  '"': "{''}",
  '-': '{-}',
  '`': '{`}',
  "'": "{'}",
  '“': '{``}',
  '”': "{''}",
  '‘': '{`}',
  '’': "{'}",
  '…': '\\dots{}',
  '–': '{--}',
  '—': '{---}',
  '−': '$-$',
  '→': '$\\to$',
  '∞': '$\\infty$',
  '√': '$\\surd$',
  '×': '$\\times$',
  '÷': '$\\div$',
  '·': '$\\cdot$',
  '≈': '$\\approx$',
  '≤': '$\\le$',
  '≥': '$\\ge$',
  '∗': '$\\ast$',
  '∅': '$\\emptyset$',
  '⟨': '$\\langle$',
  '⟩': '$\\rangle$',
  Σ: '$\\Sigma$',
  '\u202f': '\\,',
  '\u2005': '\\ ',
  '\u2068': '',
  '\u2069': '',
};

/** A text that TeX sets as it is. */
export const texOf = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}\s.,;:!?()[\]*/+=@]|\u202f|\u2005|Σ/gu, (sign) => signs[sign] ?? sign);
