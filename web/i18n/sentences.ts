/** In quotes and with a word before the last: “a”, “b” and “c”; of many, the first six and how many more. */
export function listed(
  words: readonly string[],
  [open, close]: readonly [string, string],
  and: string,
  more: (left: number) => string,
): string {
  const most = 6;
  const quoted = words.slice(0, most).map((word) => `${open}${word}${close}`);
  if (words.length > most) return `${quoted.join(', ')} ${and} ${more(words.length - most)}`;
  if (quoted.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')} ${and} ${quoted.at(-1)}`;
}

/** With a full stop at its end: the core's messages have none. */
export const full = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
