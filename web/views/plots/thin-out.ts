/**
 * A list in the order of steps with new items, which replace everything from their first step on. While there are more than `most`,
 * every second item goes; the first and the last stay.
 */
export function thinOut<Item extends { readonly step: number }>(
  items: readonly Item[],
  added: readonly Item[],
  most: number,
): readonly Item[] {
  const first = added[0]?.step ?? Number.POSITIVE_INFINITY;
  let all = [...items.filter(({ step }) => step < first), ...added];
  if (most === 1) return all.slice(-1);
  while (all.length > most) all = all.filter((_, index) => index % 2 === 0 || index === all.length - 1);
  return all;
}
