import type { TextStyle } from './text-size.ts';

/** A picture as a list of what is drawn, one over the other. Sizes are px; y grows downwards. */
export interface Figure {
  readonly width: number;
  readonly height: number;
  /** What it is, in a line, and all that a reader who does not see it should know. */
  readonly title: string;
  readonly description: string;
  /** BCP 47 */
  readonly lang: string;
  /** CSS lists of families, all by name but for the generic ones. */
  readonly fonts: { readonly sans: string; readonly mono: string };
  readonly items: readonly Item[];
}

export type Item = Rectangle | Path | Label;

export interface Rectangle {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** CSS colour */
  readonly fill: string;
}

export interface Path {
  readonly kind: 'path';
  /** As in SVG: absolute M, L and C. */
  readonly d: string;
  /** CSS colours; null: none. */
  readonly fill: string | null;
  readonly stroke: string | null;
  readonly width: number;
  /** Of the stroke. */
  readonly opacity: number;
  /** Lengths of dashes and gaps; empty: none. */
  readonly dash: readonly number[];
}

export interface Label extends TextStyle {
  readonly kind: 'text';
  /** Where the text's start, middle or end is, on its baseline. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly fill: string;
  /** Degrees, clockwise, about (x, y). */
  readonly angle: number;
  /** The most room it can have: what it may take whatever the font. */
  readonly room: number;
  /** The whole text where `text` is a beginning of it. */
  readonly whole: string | null;
}

/** Rounded to hundredths: finer is not seen, and would only be longer. */
export const hundredths = (value: number): number => Math.round(value * 100) / 100;
