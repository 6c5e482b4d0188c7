/** How many words at the beginning of two sentences, and at the end of what is left of them, are the same. */
export function sameEnds(
  before: readonly string[],
  now: readonly string[],
): { readonly start: number; readonly end: number } {
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === now.at(-1 - end)) end += 1;
  return { start, end };
}
