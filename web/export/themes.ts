import { css, type Rgb, toLab } from '../views/shared/colour.ts';
import type { Palette } from '../views/shared/palette.ts';

/** What page.css writes for the reader's scheme, for a picture that leaves the page; a test holds the two together. */
const sheets = {
  light: {
    paper: 'fdfcf9',
    panel: 'f5f3ec',
    ink: '1c1c1a',
    soft: '5b5a54',
    line: 'dedbd1',
    q: '0b5cad',
    k: 'a94e00',
    v: '0b6e4f',
    w: '6a3d9a',
  },
  dark: {
    paper: '16171b',
    panel: '1e2025',
    ink: 'ecebe6',
    soft: 'a9a8a2',
    line: '34363d',
    q: '79b4ff',
    k: 'ffab66',
    v: '5dd0a1',
    w: 'c6a6f7',
  },
} as const;

export type Theme = keyof typeof sheets;
export const isTheme = (name: unknown): name is Theme => typeof name === 'string' && Object.hasOwn(sheets, name);

/** Named, and generic at the end: a picture brings no font along. */
const font = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif";
const mono = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

export function themePalette(theme: Theme): Palette {
  const sheet = sheets[theme];
  const { paper, panel, ink, soft, line, q, k, v, w } = sheet;
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

const rgb = (hex: string): Rgb => [byte(hex, 0), byte(hex, 2), byte(hex, 4)];
const byte = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
