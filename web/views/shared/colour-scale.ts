import { contrast, css, type Lab, mix, type Rgb, tone, toRgb } from './colour.ts';
import type { Palette } from './palette.ts';

export type Accent = 'q' | 'k' | 'v' | 'w' | 'x' | 'parameter';

/** A colour scale as a table of steps, for cells, their text and the legend. */
export interface ColourScale {
  readonly diverging: boolean;
  readonly rgb: readonly Rgb[];
  readonly fill: readonly string[];
  /** For text on the step of the same number: at least 4.5:1. */
  readonly ink: readonly string[];
  /** The step of a value between −bound (0 when not diverging) and bound. */
  step(value: number, bound: number): number;
}

const STEPS = 256;
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** Lightness runs evenly: away from the paper, so light → dark on light paper and dark → light on dark. */
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

/** Negative numbers take a brown that no role has (slate beside the keys' orange); the sign is shown in the cell as well. */
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
      // Asked of every cell on every keystroke: no more than two comparisons. NaN is none of the two.
      return step >= STEPS ? STEPS - 1 : step >= 1 ? Math.trunc(step) : 0;
    },
  };
}

/** The largest finite magnitude, so that a colour means the same number in every slice; 1 where all are 0. */
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
