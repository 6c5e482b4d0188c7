const BLANKS: Readonly<Record<string, string>> = { ' ': '␣', '\t': '⇥', '\n': '⏎', '\r': '⏎', '\u00a0': '⍽' };

/** Matches text that needs no replacement: most words, drawn in many places on every keystroke. */
const PLAIN = /^[!-~]+$/;

/**
 * A token as a label. Invisible white space, control characters and the empty token get a visible sign. A single
 * space between two words stays.
 */
export function visibleToken(token: string): string {
  if (token === '') return '∅';
  if (PLAIN.test(token)) return token;
  return token
    .replace(/(\S) (?=\S)/gu, '$1\u2005')
    .replace(/[^\S\u2005]/gu, (blank) => BLANKS[blank] ?? '␣')
    .replace(controls, controlSign);
}

/**
 * Control characters, and those of zero width or of text direction. Joiners stay: many scripts and some emoji need
 * them.
 */
const controls = /[\p{Cc}\p{Bidi_Control}\u00ad\u180e\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Writes a text on one line, with such characters as their code points. */
export const visibleText = (text: string): string => text.replace(controls, controlSign);

/** A character that would turn the text around it or be invisible, as its code point: "⟨U+202E⟩". */
function controlSign(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

const SPECIAL = /^(?:\[(?:CLS|SEP|PAD|BOS|EOS)\]|<\/?s>|<(?:pad|bos|eos|cls|sep)>|<\|[^|\s]+\|>)$/i;

/** Whether a tokenizer added the token: BERT's [CLS], RoBERTa's </s>, GPT-2's <|endoftext|> and similar ones. */
export const isSpecialToken = (token: string): boolean => SPECIAL.test(token);

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text has a letter of a script that is written from right to left. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Isolates a label inside a sentence, so that right-to-left letters do not reorder the text beside it. */
export function isolated(label: string): string {
  return isRightToLeft(label) ? `\u2068${label}\u2069` : label;
}

/** The label of a token, with its index if the sentence has the same token twice. */
export function namedToken(labels: readonly string[], index: number): string {
  const label = labels[index];
  if (label === undefined) return String(index);
  const text = visibleToken(label);
  return labels.indexOf(label) === labels.lastIndexOf(label) ? text : `${text} (${index})`;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The longest prefix of `text` that `fits`, with "…", or all of it. It cuts between graphemes, so an emoji family
 * stays whole. The caller must give the whole text elsewhere (tooltip, accessible name).
 */
export function shorten(text: string, fits: (candidate: string) => boolean): string {
  if (fits(text)) return text;
  // A pasted word may have 100,000 letters. No label needs more than this.
  const parts = Array.from(graphemes.segment(text.slice(0, 200)), (part) => part.segment);
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(`${parts.slice(0, middle).join('')}…`)) low = middle;
    else high = middle - 1;
  }
  return `${parts.slice(0, low).join('')}…`;
}

/** Widths of texts on a canvas, in CSS pixels. They are cached, since the same words return on every keystroke. */
const MOST = 4096;
const fonts = new Map<string, Map<string, number>>();
let context: CanvasRenderingContext2D | null = null;

/** Labels are shorter than this, so a pasted word of 100,000 letters is not measured whole. */
const LONGEST = 200;

export function textWidth(font: string, text: string): number {
  const part = text.length > LONGEST ? text.slice(0, LONGEST) : text;
  const widths = fonts.get(font) ?? new Map<string, number>();
  fonts.set(font, widths);
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

export const widestText = (font: string, texts: readonly string[]): number =>
  texts.reduce((widest, text) => Math.max(widest, textWidth(font, text)), 0);

/** Personal pronouns of the third person. What they stand for is a question. */
const pronouns = [
  ...['it', 'he', 'she', 'they', 'him', 'them', 'se', 'él', 'ella', 'ellos', 'ellas'],
  ...['它', '他', '她', '它们', '他们', '她们', 'それ', '彼', '彼女', '彼ら'],
];

export const isPronoun = (word: string): boolean => pronouns.includes(word);
