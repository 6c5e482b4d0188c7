// What this machine's vector units can do in this engine (peak.cpp).

const ROUNDS = 1_048_576;
/** Twelve vectors of four numbers, each multiplied and added to. */
const OPERATIONS = 96 * ROUNDS;

/** For the clock: [{ name: 'peak', run, cost }]. `bytes` is peak.wasm. Without it nothing is measured. */
export async function peakOf(bytes) {
  if (bytes === undefined) return [];
  const { instance } = await WebAssembly.instantiate(Uint8Array.from(bytes), {});
  // The engine compiles the loop again, faster, while it runs.
  for (let warm = 0; warm < 20; warm += 1) instance.exports.peak(ROUNDS);
  return [{ name: 'peak', run: () => instance.exports.peak(ROUNDS), cost: 3 }];
}

/** Floating-point operations a second, of what the clock measured; undefined where there was no peak.wasm. */
export const peakRate = ({ peak }) => peak && (OPERATIONS * 1000) / peak.median;
