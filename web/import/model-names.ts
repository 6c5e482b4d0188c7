/** Words that the number of a layer follows: "gpt2.h.3" is of layer 3. */
const places: ReadonlySet<string> = new Set(['layer', 'layers', 'block', 'blocks', 'h', 'l']);

/** The words and numbers in a tensor's name, in lower case. */
export const nameParts = (name: string): readonly string[] =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+|(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/)
    .filter((part) => part !== '');

/** The number of the layer, as the name counts; null without a number in it. */
export function layerIn(parts: readonly string[]): number | null {
  const numbers = parts.flatMap((part, index) =>
    /^\d{1,3}$/.test(part) ? [{ part, before: parts[index - 1] ?? '' }] : [],
  );
  const number = numbers.find(({ before }) => places.has(before)) ?? numbers.at(-1);
  return number === undefined ? null : Number(number.part);
}
