/** Columns of a terminal that texts take. */

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** East Asian wide letters and emoji take two columns (UAX #11), marks that stand on others none. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += columnsOfOne(segment);
  return columns;
}

function columnsOfOne(grapheme: string): number {
  if (/\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f/u.test(grapheme)) return 2;
  if (wide.test(grapheme)) return 2;
  return /^[\p{M}\p{Cf}]*$/u.test(grapheme) ? 0 : 1;
}

/** The text with blanks to that many columns, on its right or left; a longer one as it is. */
export function padded(text: string, columns: number, side: 'left' | 'right' = 'right'): string {
  const blanks = ' '.repeat(Math.max(0, columns - columnsOf(text)));
  return side === 'left' ? blanks + text : text + blanks;
}
