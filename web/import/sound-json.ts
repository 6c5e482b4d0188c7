/**
 * Parses JSON without a check of every token for faults, which takes as long as parsing. Null for text that may have a fault: it does not parse, nests
 * too deep, or may repeat a key. `jsonFault` finds out which.
 */
export function soundJson(text: string, depth: number): { readonly value: unknown } | null {
  const keys = keysIn(text, depth);
  if (keys === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return keysOf(value) === keys ? { value } : null;
}

/** The number of keys in all objects: those that are repeated count once. */
function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const isArray = Array.isArray(value);
  const entries: readonly unknown[] = isArray ? value : Object.values(value);
  let count = isArray ? 0 : entries.length;
  for (const entry of entries) if (typeof entry === 'object') count += keysOf(entry);
  return count;
}

/**
 * The number of strings before a colon, which are the keys of JSON. Null if brackets nest deeper or a string does not end. Depth is checked before
 * parsing, because JSON.parse takes up to a hundred bytes for each open bracket.
 */
function keysIn(text: string, depth: number): number | null {
  const marks = /["[\]{}]/g;
  let [count, open] = [0, 0];
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const [mark] = found;
    if (mark === ']' || mark === '}') open -= 1;
    else if (mark !== '"') {
      open += 1;
      if (open > depth) return null;
    } else {
      let at = marks.lastIndex;
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
      if (at >= text.length) return null;
      marks.lastIndex = at + 1;
      while (/\s/.test(text[at + 1] ?? '')) at += 1;
      if (text[at + 1] === ':') count += 1;
    }
  }
  return count;
}
