// The written forms of one number.

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Minus signs that documents, word processors and web pages write: −, –, ‐, ‑, ﹣, －. */
const otherMinus = /[\u2212\u2013\u2010\u2011\ufe63\uff0d]/g;

const namedNumbers: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Infinity,
  infinity: Infinity,
  '∞': Infinity,
  // Microsoft's C library.
  '1.#inf': Infinity,
  '1.#qnan': Number.NaN,
  '1.#ind': Number.NaN,
  true: 1,
  false: 0,
};

/** The number in a cell, as people, spreadsheets, NumPy and PyTorch write it; undefined for other text. */
export function parseNumber(cell: string): number | undefined {
  const trimmed = cell.trim();
  if (decimal.test(trimmed)) return Number(trimmed);
  const text = trimmed.replace(otherMinus, '-');
  return decimal.test(text) ? Number(text) : named(text, namedNumbers);
}

function named(text: string, names: Readonly<Record<string, number>>): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1;
  const word = text.replace(/^[+-]/, '').toLowerCase();
  return Object.hasOwn(names, word) ? sign * (names[word] ?? 0) : undefined;
}

/** Constants of Python's modules, of Julia's types and of JavaScript, in lower case. */
const constants: Readonly<Record<string, number>> = {
  ...namedNumbers,
  inf16: Infinity,
  inf32: Infinity,
  nan16: Number.NaN,
  nan32: Number.NaN,
  true_: 1,
  false_: 0,
  ninf: -Infinity,
  positive_infinity: Infinity,
  negative_infinity: -Infinity,
};

const modules = /^([+-]?)(?:np|numpy|math|torch|jnp|jax\.numpy|tf|cp|mx|number)\./i;
/** A literal of a programming language: `1.5f`, `2L`, `1.5d0`, `1_000`, `1.5f0`, `1.5*^-3`. */
const literal = /^([+-]?(?:\d+(?:_\d+)*\.?\d*|\.\d+))(?:(?:[efd]|\*\^)([+-]?\d+))?(?:_?f(?:16|32|64)|[fdln])?$/i;

/** The number in a list of a programming language: also literals and constants that no table has. */
export function parseLiteral(cell: string): number | undefined {
  const plain = parseNumber(cell);
  if (plain !== undefined) return plain;
  const text = cell.trim().replace(otherMinus, '-');
  const [, digits, exponent = '0'] = literal.exec(text) ?? [];
  if (digits !== undefined) return Number(`${digits.replaceAll('_', '')}e${exponent}`);
  return named(text.replace(modules, '$1'), constants);
}

/** Whether a cell is the ellipsis that printed arrays have instead of some of their numbers. */
export const isAbbreviated = (cell: string): boolean => /^(?:\.{2,4}|…|⋯|⋮|⋱|⋰)$/.test(cell.trim());

/** A number with a decimal comma: 0,5 */
export const withComma = /^[+\-−–]?\d+,\d+(?:e[+-]?\d+)?$/i;
/** "1,234" is ambiguous: 1.234 or 1234. A number that starts with 0 has no thousands separator. */
export const isThousands = /^[+\-−–]?[1-9]\d{0,2}(?:,\d{3})+$/;
