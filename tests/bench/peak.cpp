// How many float32 operations a second this machine's vectors do in this engine: what a matrix product is measured
// against. Twelve sums stay in registers; six factors and two vectors a round come from the nearest cache, which costs
// the adders and multipliers nothing, as six rows and eight columns of a product do. (Sums that are multiplied by a
// constant and added to are slower: each then waits for its product too.)
//
// Intrinsics stand here, outside src/kernels/, because it measures the instructions themselves; nothing of the core is
// in it.
//
// Exports peak(rounds), 96 operations a round, the rounds a multiple of 64; imports nothing.
#include <wasm_simd128.h>

namespace {

constexpr int rows = 6, depth = 64;

v128_t multiply_add(v128_t a, v128_t b, v128_t c) {
  return wasm_f32x4_add(wasm_f32x4_mul(a, b), c);
}

// All 0: no number slows down.
float factors[rows * depth], vectors[8 * depth];
volatile int depth_in_memory = depth;

}  // namespace

extern "C" [[clang::export_name("peak")]] float peak(int rounds) {
  v128_t left[rows], right[rows];
  for (int row = 0; row < rows; ++row) left[row] = right[row] = wasm_f32x4_const_splat(0);
  const float* a[rows];
  for (int row = 0; row < rows; ++row) {
    a[row] = factors + row * depth;
    // Forgotten where it came from, or the compiler knows what is there, and six places become one and its neighbours.
    asm("" : "+r"(a[row]));
  }
  // And how many there are, or an engine does several rounds at once, for which there are too few registers.
  const int deep = depth_in_memory;
  for (; rounds > 0; rounds -= deep) {
    const float* b = vectors;
    asm("" : "+r"(b));
    for (int p = 0; p < deep; ++p, b += 8) {
      const v128_t first = wasm_v128_load(b), second = wasm_v128_load(b + 4);
#pragma unroll
      for (int row = 0; row < rows; ++row) {
        const v128_t factor = wasm_v128_load32_splat(a[row] + p);
        left[row] = multiply_add(factor, first, left[row]);
        right[row] = multiply_add(factor, second, right[row]);
      }
    }
  }
  // All of it counts, or the compiler leaves it out.
  v128_t all = wasm_f32x4_const_splat(0);
  for (int row = 0; row < rows; ++row) all = wasm_f32x4_add(all, wasm_f32x4_add(left[row], right[row]));
  return wasm_f32x4_extract_lane(all, 0) + wasm_f32x4_extract_lane(all, 1) + wasm_f32x4_extract_lane(all, 2) +
         wasm_f32x4_extract_lane(all, 3);
}
