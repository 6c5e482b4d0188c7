/**
 * Parses JSON without a scan of every character for faults, which takes as long as parsing. Null for text that may have a fault: it does not parse, nests
 * too deep, or may repeat a key. `jsonFault` finds out which.
 */
export function soundJson(text: string, depth: number): { readonly value: unknown } | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const keys = keysOf(value, depth);
  return keys !== null && keys === keysIn(text) ? { value } : null;
}

/** The number of keys in all objects. Null if brackets nest deeper. */
function keysOf(value: unknown, depth: number): number | null {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === 0) return null;
  const isArray = Array.isArray(value);
  const entries: readonly unknown[] = isArray ? value : Object.values(value);
  let count = isArray ? 0 : entries.length;
  for (const entry of entries) {
    if (typeof entry !== 'object') continue;
    const inside = keysOf(entry, depth - 1);
    if (inside === null) return null;
    count += inside;
  }
  return count;
}

/** The number of keys in text that is JSON: of strings before a colon. */
function keysIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    at += 1;
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at += 1;
    while (/\s/.test(text[at] ?? '')) at += 1;
    if (text[at] === ':') count += 1;
  }
  return count;
}
