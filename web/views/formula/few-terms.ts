import type { Piece } from './expression.ts';

type Terms = Extract<Piece, { kind: 'terms' }>;

/** Terms of a sum that stand for all of them. */
export interface FewTerms {
  readonly shown: readonly (readonly Piece[])[];
  /** How many of the others are 0. */
  readonly zeros: number;
  /** How many of the others are not 0, or were not looked at. */
  readonly more: number;
  /** The exponent, if the others that are not 0 are all the same power of e as one of those that are shown. Else null. */
  readonly repeated: number | null;
  /** Whether these powers only are about the same: `repeated` is 0, and their exponents are nearly 0. One is shown only if there are no others. */
  readonly isAbout: boolean;
}

/** In a longer sum, later terms are not looked at. */
const SEARCHED = 1024;
/** A smaller exponent is nearly 0. */
const TINY = 0.005;

/**
 * The first terms of a sum other than 0, or if all are powers of e, the largest, which decide it. Equal powers, as softmax has for equal
 * scores, are shown once, and powers near 1 not at all.
 */
export function fewTerms({ count, term }: Terms, most: number): FewTerms {
  const all = Array.from({ length: Math.min(count, SEARCHED) }, (_, index) => term(index));
  const exponents = all.map(exponentOf);
  const repeated = mostRepeated(exponents.map(rounded).filter((exponent) => exponent !== Number.NEGATIVE_INFINITY));
  const isAbout = repeated === 0 && exponents.some((exponent) => exponent !== 0 && rounded(exponent) === 0);
  const isRepeat = exponents.map((exponent) => repeated !== null && rounded(exponent) === repeated);
  const single = isAbout ? -1 : isRepeat.indexOf(true);
  const isZeros = all.map(isZero);
  const indices = [...all.keys()].filter((index) => !isZeros[index] && (!isRepeat[index] || index === single));
  const chosen = largestFirst(indices, exponents).slice(0, most);
  let zeros = isZeros.filter(Boolean).length;
  if (chosen.length === 0 && count > 0) {
    chosen.push(0);
    if (zeros > 0) zeros -= 1;
  }
  const shown = chosen.toSorted((one, other) => one - other).map((index) => all[index] ?? []);
  const more = count - shown.length - zeros;
  const repeats = isRepeat.filter(Boolean).length - chosen.filter((index) => isRepeat[index]).length;
  return { shown, zeros, more, repeated: more > 0 && more === repeats ? repeated : null, isAbout };
}

/** The order stays unless all terms are powers. */
function largestFirst(indices: readonly number[], exponents: readonly (number | null)[]): number[] {
  const sizes = indices.map((index) => exponents[index] ?? null);
  if (sizes.some((size) => size === null)) return [...indices];
  return indices.toSorted((one, other) => (exponents[other] ?? 0) - (exponents[one] ?? 0));
}

/** The exponent, or 0 if it is nearly 0. */
const rounded = (exponent: number | null): number | null =>
  exponent !== null && Math.abs(exponent) < TINY ? 0 : exponent;

/** The exponent of a term that is e to the power of one cell. Else null. */
function exponentOf([piece, ...others]: readonly Piece[]): number | null {
  if (piece?.kind !== 'power' || others.length > 0) return null;
  const [exponent, ...more] = piece.body;
  return exponent?.kind === 'cell' && more.length === 0 ? exponent.value : null;
}

/** The number that occurs most often, if it occurs three times or more. */
function mostRepeated(values: readonly (number | null)[]): number | null {
  const counts = new Map<number, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = Array.from(counts).sort(([, one], [, other]) => other - one);
  return first !== undefined && first[1] > 2 ? first[0] : null;
}

/** Whether a term is a product with a factor 0, or e to the power of −∞. */
const isZero = (pieces: readonly Piece[]): boolean =>
  exponentOf(pieces) === Number.NEGATIVE_INFINITY ||
  (pieces.every((piece) =>
    piece.kind === 'cell' ? Number.isFinite(piece.value) : piece.kind === 'text' && piece.text === '·',
  ) &&
    pieces.some((piece) => piece.kind === 'cell' && piece.value === 0));
