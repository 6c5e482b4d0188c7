/** Widths of texts in CSS px, as a canvas writes them. Remembered, for the same words come back on every keystroke. */
const MOST = 4096;
const widths = new Map<string, number>();
let context: CanvasRenderingContext2D | null = null;

/** Labels end long before: a pasted word of 100 000 letters is not measured letter by letter. */
const LONGEST = 200;

export function textWidth(font: string, text: string): number {
  const part = text.slice(0, LONGEST);
  const key = `${font}\n${part}`;
  let width = widths.get(key);
  if (width === undefined) {
    context ??= document.createElement('canvas').getContext('2d');
    if (!context) return part.length * 8;
    context.font = font;
    width = context.measureText(part).width;
    if (widths.size >= MOST) widths.clear();
    widths.set(key, width);
  }
  return width;
}

export function widestText(font: string, texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, textWidth(font, text)), 0);
}
