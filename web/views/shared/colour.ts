/** Colours as OKLab (Ottosson 2020, bottosson.github.io/posts/oklab), where even steps look even; and WCAG 2 contrast. */

export interface Lab {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

/** sRGB, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

const toLinear = (byte: number): number => {
  const c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

const toByte = (linear: number): number => {
  const c = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
};

export function toLab(rgb: Rgb): Lab {
  const [r, g, b] = [toLinear(rgb[0]), toLinear(rgb[1]), toLinear(rgb[2])];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

export function toRgb(lab: Lab): Rgb {
  const l = (lab.l + 0.3963377774 * lab.a + 0.2158037573 * lab.b) ** 3;
  const m = (lab.l - 0.1055613458 * lab.a - 0.0638541728 * lab.b) ** 3;
  const s = (lab.l - 0.0894841775 * lab.a - 1.291485548 * lab.b) ** 3;
  return [
    toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

export function mix(from: Lab, to: Lab, share: number): Lab {
  const between = (x: number, y: number) => x + (y - x) * share;
  return { l: between(from.l, to.l), a: between(from.a, to.a), b: between(from.b, to.b) };
}

/** The same hue with another lightness and at most that chroma. */
export function tone(colour: Lab, lightness: number, chroma: number): Lab {
  const own = Math.hypot(colour.a, colour.b);
  const scale = own === 0 ? 0 : Math.min(chroma, own) / own;
  return { l: lightness, a: colour.a * scale, b: colour.b * scale };
}

function luminance(rgb: Rgb): number {
  return 0.2126 * toLinear(rgb[0]) + 0.7152 * toLinear(rgb[1]) + 0.0722 * toLinear(rgb[2]);
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(first: Rgb, second: Rgb): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export const css = (rgb: Rgb): string => `rgb(${rgb[0]} ${rgb[1]} ${rgb[2]})`;

/** The page's colours for a canvas, resolved where the view stands in the page. */
export interface Palette {
  readonly dark: boolean;
  readonly ink: string;
  readonly soft: string;
  readonly paper: string;
  readonly line: string;
  readonly roles: {
    readonly q: string;
    readonly k: string;
    readonly v: string;
    readonly w: string;
    readonly x: string;
  };
  readonly panel: Lab;
  readonly q: Lab;
  readonly k: Lab;
  readonly v: Lab;
  readonly w: Lab;
  readonly font: string;
  readonly mono: string;
}

type PaletteColour = 'paper' | 'panel' | 'ink' | 'soft' | 'line' | 'q' | 'k' | 'v' | 'w';

export function paletteOf(
  { paper, panel, ink, soft, line, q, k, v, w }: Readonly<Record<PaletteColour, Rgb>>,
  fonts: Pick<Palette, 'font' | 'mono'>,
): Palette {
  return {
    dark: toLab(paper).l < 0.5,
    ink: css(ink),
    soft: css(soft),
    paper: css(paper),
    line: css(line),
    roles: { q: css(q), k: css(k), v: css(v), w: css(w), x: css(ink) },
    panel: toLab(panel),
    q: toLab(q),
    k: toLab(k),
    v: toLab(v),
    w: toLab(w),
    ...fonts,
  };
}

export type Accent = 'q' | 'k' | 'v' | 'w' | 'x' | 'parameter';

/** A colour scale as a table of steps, for cells, their text and the legend. */
export interface ColourScale {
  readonly diverging: boolean;
  readonly rgb: readonly Rgb[];
  readonly fill: readonly string[];
  /** The text colour for the step of the same index, with a contrast of at least 4.5:1. */
  readonly ink: readonly string[];
  /** The step of a value between −bound (0 if not diverging) and bound. */
  step(value: number, bound: number): number;
}

const STEPS = 256;
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** Lightness changes evenly, away from the background: light to dark on a light page, dark to light on a dark one. */
function ends(palette: Palette): { zero: number; far: number; chroma: number } {
  return palette.dark
    ? { zero: palette.panel.l + 0.03, far: 0.88, chroma: 0.15 }
    : { zero: 0.965, far: 0.36, chroma: 0.19 };
}

const hue = (degrees: number, chroma: number): Lab => {
  const angle = (degrees * Math.PI) / 180;
  return { l: 0.5, a: chroma * Math.cos(angle), b: chroma * Math.sin(angle) };
};

function accentHue(palette: Palette, accent: Accent): Lab {
  if (accent === 'x') return hue(200, 0.075);
  if (accent === 'parameter') return hue(265, 0.06);
  return palette[accent];
}

export function sequentialScale(palette: Palette): ColourScale {
  const { zero, far, chroma } = ends(palette);
  return scale(tone(palette.w, zero, 0.022), tone(palette.w, far, chroma), null);
}

/** Negative numbers are brown, which no role uses (slate beside the keys' orange). The cell shows the sign too. */
export function divergingScale(palette: Palette, accent: Accent): ColourScale {
  const { zero, far, chroma } = ends(palette);
  const soft = palette.dark ? far - 0.06 : far + 0.08;
  const own = accentHue(palette, accent);
  const other = accent === 'k' ? hue(250, 0.05) : hue(60, 0.065);
  return scale({ l: zero, a: 0, b: 0 }, tone(own, soft, chroma), tone(other, soft, chroma));
}

function scale(zero: Lab, high: Lab, low: Lab | null): ColourScale {
  const rgb = Array.from({ length: STEPS }, (_, i) => {
    if (!low) return toRgb(mix(zero, high, i / (STEPS - 1)));
    const share = (i - STEPS / 2) / (STEPS / 2 - 1);
    return toRgb(mix(zero, share < 0 ? low : high, Math.min(1, Math.abs(share))));
  });
  return {
    diverging: low !== null,
    rgb,
    fill: rgb.map(css),
    ink: rgb.map((cell) => css(contrast(cell, WHITE) >= 4.5 ? WHITE : BLACK)),
    step(value, bound) {
      const share = low ? (value / bound + 1) / 2 : value / bound;
      const step = share * (STEPS - 1) + 0.5;
      // Every cell asks this on every keystroke, so it takes at most two comparisons. NaN fails both.
      return step >= STEPS ? STEPS - 1 : step >= 1 ? Math.trunc(step) : 0;
    },
  };
}

/** The largest finite magnitude, or 1 if all are 0. A colour then means the same number in every slice. */
export function greatest(...tensors: readonly (Float32Array | null)[]): number {
  let most = 0;
  for (const data of tensors) {
    for (const value of data ?? []) {
      const magnitude = Math.abs(value);
      if (magnitude > most && magnitude < Infinity) most = magnitude;
    }
  }
  return most === 0 ? 1 : most;
}
