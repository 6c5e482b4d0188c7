// What this machine's vector units can do in this engine (peak.cpp).

const ROUNDS = 1_048_576;
/** Twelve vectors of four numbers, each multiplied and added to. */
const OPERATIONS = 96 * ROUNDS;

/**
 * [{ name, operations, run, cost }] for the clock: by flavour, `operations` floating-point operations a `run`. `modules` is { flavour:
 * bytes }; a flavour that this engine lacks is left out.
 */
export async function peaks(modules) {
  const found = [];
  for (const [name, bytes] of Object.entries(modules)) {
    const module = Uint8Array.from(bytes);
    if (!WebAssembly.validate(module)) continue;
    const { instance } = await WebAssembly.instantiate(module, {});
    // The engine compiles the loop again, faster, while it runs.
    for (let warm = 0; warm < 20; warm += 1) instance.exports.peak(ROUNDS);
    found.push({ name, operations: OPERATIONS, run: () => instance.exports.peak(ROUNDS), cost: 3 });
  }
  return found;
}
