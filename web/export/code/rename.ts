type Names = Readonly<Record<string, string>>;

/** A string, a comment, or a name that is not an attribute. */
const pieces = /("[^"\n]*"|#.*)|(?<![.\w])([A-Za-z_]\w*)/g;

/**
 * Renames the variables of a Python program, and the step names that `show` prints. A new name that another variable already has gets an
 * underscore at its end.
 */
export function renamed(lines: readonly string[], names: Names): readonly string[] {
  const taken = new Set(
    lines
      .flatMap((line) => Array.from(line.matchAll(pieces), ([, , name]) => name ?? ''))
      .filter((name) => !Object.hasOwn(names, name)),
  );
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  const nameOf = (name: string): string => (Object.hasOwn(names, name) ? free(names[name] ?? name) : name);
  return lines.map((line) =>
    line.replaceAll(pieces, (piece: string, text: string | undefined) => {
      if (text === undefined) return nameOf(piece);
      return text.startsWith('"') && line.trimStart().startsWith('show(') ? `"${nameOf(text.slice(1, -1))}"` : text;
    }),
  );
}
