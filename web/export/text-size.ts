/**
 * Text widths without a font. Figures are laid out in Node and shown in whatever sans serif the reader has. Widths are those of the
 * widest common font, so that nothing overlaps in the others.
 */

export interface TextStyle {
  /** px */
  readonly size: number;
  readonly bold?: boolean;
  readonly mono?: boolean;
  readonly serif?: boolean;
}

/** The wider of DejaVu Sans and Arial: one character for each of U+0020–7E and U+00A0–FF, whose code minus that of '0' is its width in em/40. */
const tables = {
  plain:
    '=ACRJWP;@@DR=?=>JJJJJJJJJJ>>RRRGYLLMOKIPO<DKGSNPKPMKINLXLKL@>@RGDIJFJI?JJ<<H<WJIJJAE@JHQHHEJ>JR=AJJJJ>GDXCIR0XGDRAADJJ=DACIWWWILLLLLLXMKKKK<<<<ONPPPPPRPNNNNKKJIIIIIIXFIIII<<<<IJIIIIIRIJJJJHJH',
  bold: '>CERLYS=CCER@A@?LLLLLLLLLL@@RRRIXOONRLLQR?GOJXRSNSOMLQO]OMNC?CRGDKMHMLBMM>>K>ZMLMMDHDMKUJKHM?MR>CLLJL?GDXGJR0XGDRBBDNJ@DBGJZZZIOOOOOO\\NLLLL????RRSSSSSRSQQQQMNMKKKKKKZHLLLL>>>>LMLLLLLRLMMMMKMK',
};

/** px */
export function textWidth(text: string, { size, bold = false, mono = false, serif = false }: TextStyle): number {
  let ems = 0;
  for (const { segment } of graphemes.segment(text))
    ems += graphemeWidth(segment, bold ? tables.bold : tables.plain, mono);
  // The common serif fonts are a little narrower.
  return ems * size * (serif ? 0.95 : 1);
}

export const widestText = (texts: readonly string[], style: TextStyle): number =>
  texts.reduce((widest, text) => Math.max(widest, textWidth(text, style)), 0);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Widths of the other characters that the project writes. em/40 */
const signs: Readonly<Record<string, number>> = {
  '\u202f': 13,
  '\u2005': 13,
  '’': 13,
  '‘': 13,
  '“': 21,
  '”': 21,
  '–': 20,
  '—': 40,
  '…': 40,
  '−': 34,
  '∞': 34,
  '→': 34,
  '↓': 34,
  '␣': 32,
  '∅': 35,
  '⟨': 20,
  '⟩': 20,
  Σ: 28,
  '√': 28,
  '≤': 34,
  '≥': 34,
  '\u2068': 0,
  '\u2069': 0,
};

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffee]/u;
const narrow = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Lowercase}]/u;

function graphemeWidth(segment: string, table: string, mono: boolean): number {
  if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(segment)) return 1.4;
  let width = 0;
  for (const character of segment.normalize('NFD')) width += characterWidth(character, table, mono);
  return width;
}

function characterWidth(character: string, table: string, mono: boolean): number {
  if (/[\p{M}\p{Cf}]/u.test(character)) return 0;
  if (wide.test(character)) return 1;
  if (mono) return character > '\u024f' && !Object.hasOwn(signs, character) ? 0.9 : 0.61;
  const code = character.codePointAt(0) ?? 0;
  const index = code < 0x7f ? code - 0x20 : code >= 0xa0 && code < 0x100 ? code - 0xa0 + 0x5f : -1;
  if (index >= 0) return (table.charCodeAt(index) - 0x30) / 40;
  const sign = signs[character];
  if (sign !== undefined) return sign / 40;
  return narrow.test(character) ? 0.95 : 1.15;
}
