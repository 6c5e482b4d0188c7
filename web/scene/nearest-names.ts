/** The names that need the fewest edits to become `typed`, nearest first. */
export const nearestNames = (typed: string, names: readonly string[], count: number): readonly string[] =>
  names
    .map((name) => ({ name, edits: editDistance(typed.slice(0, LONGEST), name) }))
    .sort((one, other) => one.edits - other.edits)
    .slice(0, count)
    .map(({ name }) => name);

/** More letters of a wrong name do not change which names are near. */
const LONGEST = 64;

/** How many letters have to be inserted, deleted or replaced (Levenshtein 1966). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [above, letter] of Array.from(from).entries()) {
    const next = [above + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const [replaced = 0, deleted = 0, inserted = 0] = [row[column], row[column + 1], next[column]];
      next.push(Math.min(deleted + 1, inserted + 1, replaced + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
