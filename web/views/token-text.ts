const BLANKS: Readonly<Record<string, string>> = { ' ': '␣', '\t': '⇥', '\n': '⏎', '\r': '⏎', '\u00a0': '⍽' };

/**
 * A token as a label: white space that could not be seen gets a sign, so does the empty token. A single space between two
 * words is seen well enough.
 */
export function visibleToken(token: string): string {
  if (token === '') return '∅';
  return token.replace(/(\S) (?=\S)/gu, '$1\u2005').replace(/[^\S\u2005]/gu, (blank) => BLANKS[blank] ?? '␣');
}

/** The label of one token of a sentence; with its position (from 0) when the sentence holds the same token twice. */
export function namedToken(labels: readonly string[], index: number): string {
  const label = labels[index];
  if (label === undefined) return String(index);
  const text = visibleToken(label);
  return labels.indexOf(label) === labels.lastIndexOf(label) ? text : `${text} (${index})`;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The longest beginning of `text` that `fits`, with "…"; the whole text when it fits. Cuts between graphemes, so that a
 * family emoji is not taken apart. The caller must tell the whole text elsewhere (tooltip, accessible name).
 */
export function shorten(text: string, fits: (candidate: string) => boolean): string {
  if (fits(text)) return text;
  // A pasted word may be 100 000 long; nothing past this fits a label.
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
