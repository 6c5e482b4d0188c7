// A SIMD vector of four or more floats (xsimd's batch), and the operations that xsimd's wasm backend lacks or does
// slowly.
#pragma once

#include <xsimd/xsimd.hpp>

#include <cstddef>
#include <cstdint>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace self_attention::kernels {

using Lanes = xsimd::batch<float>;
inline constexpr std::size_t lanes = Lanes::size;

// A panel has this many columns of a packed matrix, a tile this many rows of the other one. 6×(2 vectors) are 12 sums;
// with 2 columns and a broadcast they fill 15 of 16 registers. In WebAssembly the engine reserves one register, and
// each product takes another before it is added. Low tiles handle the last rows.
inline constexpr std::size_t panel_width = 2 * lanes;
#ifdef __wasm_simd128__
inline constexpr std::size_t tile_height = 5, low_tile_height = 3;
#else
inline constexpr std::size_t tile_height = 6, low_tile_height = 4;
#endif

constexpr std::size_t rounded_up(std::size_t count, std::size_t step) {
  return (count + step - 1) / step * step;
}

// a·b + c, rounded twice on every machine: the same bits everywhere.
inline Lanes multiply_add(Lanes a, Lanes b, Lanes c) {
  return a * b + c;
}

// The larger of `a` and `b`, or `a` if it is NaN. This is one instruction; wasm's f32x4.max compiles to six.
inline Lanes larger(Lanes a, Lanes b) {
#ifdef __wasm_simd128__
  return Lanes(wasm_f32x4_pmax(a, b));
#else
  return xsimd::max(a, b);
#endif
}

// exp(x) for x up to 88.3 (above, it becomes infinite too early); 0 below −87.68; NaN stays NaN. x = n·ln 2 + r with
// |r| at most ln 2 / 2. exp(r) is the minimax polynomial of degree 6, whose relative error is at most 2e-9. ln 2 is
// split in two so that n times the first part is exact (W. J. Cody and W. Waite, Software Manual for the Elementary
// Functions, 1980).
class Exp {
 public:
  Lanes operator()(Lanes x) const {
    x = larger(x, lowest_);
    const Lanes shifted = multiply_add(x, per_ln_2_, magic_);
    const Lanes n = shifted - magic_;
    const Lanes r = multiply_add(n, small_part_, multiply_add(n, large_part_, x));
    Lanes power = multiply_add(c_6_, r, c_5_);
    power = multiply_add(power, r, c_4_);
    power = multiply_add(power, r, c_3_);
    power = multiply_add(power, r, c_2_);
    power = multiply_add(power, r, one_);
    power = multiply_add(power, r, one_);
    // 2ⁿ: the last bits of `shifted` are n; they move to the exponent's place.
    const auto exponent = (xsimd::bitwise_cast<std::int32_t>(shifted) << 23) + xsimd::bitwise_cast<std::int32_t>(one_);
    return power * xsimd::bitwise_cast<float>(exponent);
  }

 private:
  // At the first constant, n is −127, and 2ⁿ as computed above is 0. The second is so large that its last bit counts 1,
  // so adding to it rounds to a whole number n.
  static constexpr float numbers[] = {
      -88.0F,         0x1.8p23F,      0x1.715476p0F,  -0x1.63p-1F, 0x1.bd0106p-13F, 0x1.6ab92ap-10F, 0x1.126d2ep-7F,
      0x1.55589cp-5F, 0x1.55540ap-3F, 0x1.fffffap-2F, 1.0F};

  // The compiler must not know the constants. An engine would build them again wherever they are used, in a loop each
  // time.
  static const float* read() {
    const float* from = numbers;
    asm("" : "+r"(from));
    return from;
  }

  const float* from_ = read();
  Lanes lowest_{from_[0]}, magic_{from_[1]}, per_ln_2_{from_[2]}, large_part_{from_[3]}, small_part_{from_[4]};
  Lanes c_6_{from_[5]}, c_5_{from_[6]}, c_4_{from_[7]}, c_3_{from_[8]}, c_2_{from_[9]}, one_{from_[10]};
};

}  // namespace self_attention::kernels
