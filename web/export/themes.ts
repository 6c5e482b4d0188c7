import type { Palette } from '../views/shared/colour.ts';
import { paletteOf, type Rgb } from '../views/shared/colour.ts';
import { themeColours } from '../views/shared/theme-colours.ts';
import type { Figure } from './drawing.ts';

export type Theme = keyof typeof themeColours;
export const isTheme = (name: unknown): name is Theme => typeof name === 'string' && Object.hasOwn(themeColours, name);

/** System fonts, because a picture contains no font. */
const font = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif";
const mono = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/** As on the page. */
const serif = "Charter, Georgia, 'Liberation Serif', 'DejaVu Serif', serif";

export const fontsOf = ({ font: sans, mono: code }: Palette): Figure['fonts'] => ({ sans, mono: code, serif });

export function themePalette(theme: Theme): Palette {
  const { 'ink-soft': soft, ...colours } = themeColours[theme];
  const entries = Object.entries({ ...colours, soft }).map(([name, hex]) => [name, rgb(hex)] as const);
  return paletteOf(Object.fromEntries(entries) as Record<keyof typeof colours | 'soft', Rgb>, { font, mono });
}

const rgb = (hex: string): Rgb => [byte(hex, 1), byte(hex, 3), byte(hex, 5)];
const byte = (hex: string, offset: number): number => Number.parseInt(hex.slice(offset, offset + 2), 16);
