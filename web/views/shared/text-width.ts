/** Widths of texts in CSS px, as a canvas writes them. Remembered, for the same words come back on every keystroke. */
const MOST = 4096;
const fonts = new Map<string, Map<string, number>>();
let context: CanvasRenderingContext2D | null = null;

/** Labels end long before: a pasted word of 100 000 letters is not measured letter by letter. */
const LONGEST = 200;

export function textWidth(font: string, text: string): number {
  return widthIn(widthsOf(font), font, text);
}

export function widestText(font: string, texts: readonly string[]): number {
  const widths = widthsOf(font);
  return texts.reduce((widest, text) => Math.max(widest, widthIn(widths, font, text)), 0);
}

function widthsOf(font: string): Map<string, number> {
  const widths = fonts.get(font) ?? new Map<string, number>();
  fonts.set(font, widths);
  return widths;
}

function widthIn(widths: Map<string, number>, font: string, text: string): number {
  const part = text.length > LONGEST ? text.slice(0, LONGEST) : text;
  let width = widths.get(part);
  if (width === undefined) {
    context ??= document.createElement('canvas').getContext('2d');
    if (!context) return part.length * 8;
    context.font = font;
    width = context.measureText(part).width;
    if (widths.size >= MOST) widths.clear();
    widths.set(part, width);
  }
  return width;
}
