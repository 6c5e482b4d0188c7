// How many float32 operations a second this machine's vectors do in this engine: what a matrix product is measured
// against. Twelve sums stay in registers; six factors and two vectors come from the nearest cache in every round, which
// costs the adders and multipliers nothing. (Two constants in place of them are no faster, and in the plain flavour
// slower: each sum then waits for its product too.)
//
// Exports peak(rounds), 96 operations a round, and nothing else of use; imports nothing.
#include <wasm_simd128.h>

namespace {

constexpr int rows = 6;

v128_t multiply_add(v128_t a, v128_t b, v128_t c) {
#ifdef __wasm_relaxed_simd__
  return wasm_f32x4_relaxed_madd(a, b, c);
#else
  return wasm_f32x4_add(wasm_f32x4_mul(a, b), c);
#endif
}

float operands[16] = {0.9F, 0.8F, 0.7F, 0.6F, 0.5F, 0.4F, 0.3F, 0.2F, 0.1F, 0.2F, 0.3F, 0.4F, 0.5F, 0.6F, 0.7F, 0.8F};

}  // namespace

extern "C" [[clang::export_name("peak")]] float peak(int rounds) {
  v128_t left[rows], right[rows];
  for (int row = 0; row < rows; ++row) left[row] = right[row] = wasm_f32x4_const_splat(0);
  const float* numbers = operands;
  for (; rounds > 0; --rounds) {
    // Where they are is forgotten, so that they are read again.
    asm("" : "+r"(numbers));
    const v128_t first = wasm_v128_load(numbers + 8), second = wasm_v128_load(numbers + 12);
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      const v128_t factor = wasm_v128_load32_splat(numbers + row);
      left[row] = multiply_add(factor, first, left[row]);
      right[row] = multiply_add(factor, second, right[row]);
    }
  }
  // All of it counts, or the compiler leaves it out.
  v128_t all = wasm_f32x4_const_splat(0);
  for (int row = 0; row < rows; ++row) all = wasm_f32x4_add(all, wasm_f32x4_add(left[row], right[row]));
  return wasm_f32x4_extract_lane(all, 0) + wasm_f32x4_extract_lane(all, 1) + wasm_f32x4_extract_lane(all, 2) +
         wasm_f32x4_extract_lane(all, 3);
}
