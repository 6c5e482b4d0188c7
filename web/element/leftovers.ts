/** What frameworks and templates write into an attribute in place of a value. The keys are those of `elementWords.leftovers`. */
const leftovers = {
  missing: /^(undefined|null|NaN|true|false)$/,
  object: /^\[object \w+\]$/,
  placeholder: /^(\{\{.*\}\}|\$\{.*\}|\{%.*%\}|<%.*%>|%\w+%)$/s,
  code: /^(async\s+)?(function\b[^(]*\(|(\([^()]*\)|\w+)\s*=>)/,
};

export type Leftover = keyof typeof leftovers;

/** Null for a value that somebody may have written. */
export function leftoverIn(value: string): Leftover | null {
  const text = value.trim();
  const kinds = Object.keys(leftovers) as Leftover[];
  return kinds.find((kind) => leftovers[kind].test(text)) ?? null;
}
