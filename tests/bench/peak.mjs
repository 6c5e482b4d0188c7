// What this machine's vector units can do in this engine: a loop that keeps everything in registers and does nothing but multiply
// and add. Written in WebAssembly's own bytes, so that no compiler stands between.

// As many sums as fit into the registers beside the two operands: enough to hide how long one operation takes.
const SUMS = 12;
const UNROLLED = 4;
/** Four lanes, a multiplication and an addition each. */
const OPERATIONS = SUMS * UNROLLED * 8;

const unsigned = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >> 7)]);
const section = (id, ...content) => [id, ...unsigned(content.length), ...content];
const simd = (code) => [253, ...unsigned(code)];
const get = (local) => [32, local];
const set = (local) => [33, local];
const float = (value) => [67, ...new Uint8Array(Float32Array.of(value).buffer)];

/** (rounds: i32) → f32: sum = sum·a + b, over and over. */
function program(multiplyAdd) {
  const [a, b, first] = [1, 2, 3];
  const sums = Array.from({ length: SUMS }, (_, at) => first + at);
  const step = (sum) => [
    ...get(sum),
    ...get(a),
    ...(multiplyAdd ? [...get(b), ...simd(0x105)] : [...simd(0xe6), ...get(b), ...simd(0xe4)]),
    ...set(sum),
  ];
  const body = [
    ...[1, 2 + SUMS, 123],
    ...[...float(0.5), ...simd(0x13), ...set(a), ...float(1), ...simd(0x13), ...set(b)],
    ...sums.flatMap((sum) => [...float(sum), ...simd(0x13), ...set(sum)]),
    ...[3, 64],
    ...Array.from({ length: UNROLLED }, () => sums.flatMap(step)).flat(),
    ...[...get(0), 65, 1, 107, 34, 0, 13, 0, 11],
    ...get(first),
    ...sums.slice(1).flatMap((sum) => [...get(sum), ...simd(0xe4)]),
    ...[...simd(0x1f), 0, 11],
  ];
  return Uint8Array.from([
    ...[0, 97, 115, 109, 1, 0, 0, 0],
    ...section(1, 1, 96, 1, 127, 1, 125),
    ...section(3, 1, 0),
    ...section(7, 1, 1, 102, 0, 0),
    ...section(10, 1, ...unsigned(body.length), ...body),
  ]);
}

const ROUNDS = 20_000;

/**
 * [{ flavour, operations, run }], `operations` floating-point operations a `run`; a flavour that this engine lacks is not there.
 */
export async function peaks() {
  const found = [];
  for (const [flavour, multiplyAdd] of [
    ['relaxed-simd', true],
    ['simd', false],
  ]) {
    const bytes = program(multiplyAdd);
    if (!WebAssembly.validate(bytes)) continue;
    const { instance } = await WebAssembly.instantiate(bytes);
    const run = () => {
      if (!(instance.exports.f(ROUNDS) > 0)) throw new Error('the loop has lost its sums');
    };
    found.push({ flavour, operations: ROUNDS * OPERATIONS, run });
  }
  return found;
}
