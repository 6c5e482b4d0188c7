/** Words that the number of a layer follows: "gpt2.h.3" is of layer 3. */
const places: ReadonlySet<string> = new Set(['layer', 'layers', 'block', 'blocks', 'h', 'l']);

/** The words and numbers in a tensor's name, in lower case. */
export const nameParts = (name: string): readonly string[] =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+|(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/)
    .filter((part) => part !== '');

/** The number of the layer, as the name counts, and where it ends in the name. */
export interface LayerNumber {
  readonly number: number;
  readonly end: number;
}

/** Null without a number in the name. */
export function layerIn(name: string): LayerNumber | null {
  const numbers = [...name.matchAll(/\d+/g)].filter(([digits]) => digits.length <= 3);
  const isPlaced = ({ index }: RegExpExecArray): boolean => places.has(nameParts(name.slice(0, index)).at(-1) ?? '');
  const found = numbers.find(isPlaced) ?? numbers.at(-1);
  return found === undefined ? null : { number: Number(found[0]), end: found.index + found[0].length };
}
