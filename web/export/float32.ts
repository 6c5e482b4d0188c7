/** The shortest decimals that are this finite float32 and no other, as JavaScript writes a number; −0 keeps its sign. */
export function shortestFloat32(value: number): string {
  if (Object.is(value, -0)) return '-0';
  for (let digits = 1; digits < 9; digits += 1) {
    const text = value.toPrecision(digits);
    // `toPrecision` writes 1e+2 for 100 and leaves zeros at the end; `String` does neither.
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}
