import { css, type Rgb, toLab } from '../views/shared/colour.ts';
import type { Palette } from '../views/shared/palette.ts';
import { themeColours } from '../views/shared/theme-colours.ts';

export type Theme = keyof typeof themeColours;
export const isTheme = (name: unknown): name is Theme => typeof name === 'string' && Object.hasOwn(themeColours, name);

/** Named, and generic at the end: a picture brings no font along. */
const font = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif";
const mono = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

export function themePalette(theme: Theme): Palette {
  const { paper, panel, ink, 'ink-soft': soft, line, q, k, v, w } = themeColours[theme];
  const text = (hex: string): string => css(rgb(hex));
  return {
    dark: theme === 'dark',
    ink: text(ink),
    soft: text(soft),
    paper: text(paper),
    line: text(line),
    roles: { q: text(q), k: text(k), v: text(v), w: text(w), x: text(ink) },
    panel: toLab(rgb(panel)),
    q: toLab(rgb(q)),
    k: toLab(rgb(k)),
    v: toLab(rgb(v)),
    w: toLab(rgb(w)),
    font,
    mono,
  };
}

const rgb = (hex: string): Rgb => [byte(hex, 1), byte(hex, 3), byte(hex, 5)];
const byte = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
