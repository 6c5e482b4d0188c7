// PCG32 as in its paper (O'Neill, HMC-CS-2014-0905), in BigInt: the meaning of a seed.
const mask = (1n << 64n) - 1n;

/** FNV-1a, 64 bit, of the UTF-8 bytes. It is the stream of a token. */
export function streamOf(text) {
  let hash = 14695981039346656037n;
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 1099511628211n) & mask;
  return hash;
}

/** { uniform, normal } draws of a seed and stream. Normal: Box & Muller's method in Marsaglia's polar form, first of each pair. */
export function pcg32(seed, stream) {
  const increment = ((BigInt(stream) << 1n) | 1n) & mask;
  let state = 0n;
  const next = () => {
    const old = state;
    state = (old * 6364136223846793005n + increment) & mask;
    const shifted = Number((((old >> 18n) ^ old) >> 27n) & 0xffffffffn);
    const rotation = Number(old >> 59n);
    return ((shifted >>> rotation) | (shifted << (-rotation & 31))) >>> 0;
  };
  next();
  state = (state + BigInt(seed)) & mask;
  next();
  const uniform = () => next() / 2 ** 32;
  const normal = () => {
    for (;;) {
      const x = 2 * uniform() - 1;
      const y = 2 * uniform() - 1;
      const square = x * x + y * y;
      if (square < 1 && square > 0) return x * Math.sqrt((-2 * Math.log(square)) / square);
    }
  };
  return { next, uniform, normal };
}
