type Names = Readonly<Record<string, string>>;

/** A string, a comment, or a name that is no attribute. */
const pieces = /("[^"\n]*"|#.*)|(?<![.\w])([A-Za-z_]\w*)/g;

/**
 * Lines of a Python program with its variables under other names. One that is taken by what keeps its own name gets an underscore
 * behind it. What a step is printed as follows its variable.
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
