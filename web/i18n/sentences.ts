/** A list of quoted words: “a”, “b” and “c”. A long list has six words and the number of the others. */
export function listed(
  words: readonly string[],
  locale: string,
  [open, close]: readonly [string, string],
  more: (left: number) => string,
): string {
  const most = 6;
  const quoted = words.slice(0, most).map((word) => `${open}${word}${close}`);
  const rest = words.length > most ? [more(words.length - most)] : [];
  return new Intl.ListFormat(locale).format([...quoted, ...rest]);
}

/** The sentence with a full stop. The core's messages have none. */
export const full = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** Puts named values into the `{slots}` of a text. */
export function fill(template: string, slots: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(slots, name) ? String(slots[name]) : whole,
  );
}
