// Four or more floats at a time: xsimd's batch, and what xsimd's wasm backend lacks or does slowly.
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

// A panel of a packed matrix is this many of its columns; a block is this many rows of the other one. 6×(2 vectors) are
// 12 sums, 2 columns and a broadcast in 16 registers.
inline constexpr std::size_t panel_width = 2 * lanes;
inline constexpr std::size_t block_height = 6;

constexpr std::size_t rounded_up(std::size_t count, std::size_t step) {
  return (count + step - 1) / step * step;
}

// a·b + c: one rounding in the relaxed flavour where the machine can, else two.
inline Lanes multiply_add(Lanes a, Lanes b, Lanes c) {
#ifdef __wasm_relaxed_simd__
  return Lanes(wasm_f32x4_relaxed_madd(a, b, c));
#else
  return a * b + c;
#endif
}

// The larger of `a` and `b`; `a` where a is NaN. wasm's own maximum takes an engine six instructions, this one takes
// one.
inline Lanes larger(Lanes a, Lanes b) {
#ifdef __wasm_simd128__
  return Lanes(wasm_f32x4_pmax(a, b));
#else
  return xsimd::max(b, a);
#endif
}

// exp(x) for x up to 88.3 (above it is infinite too early), 0 below −87.68, NaN of NaN. x = n·ln 2 + r with |r| at most
// ln 2 / 2; exp(r) is the polynomial of degree 6 with the least largest relative error, 2e-9. ln 2 in two parts
// (W. J. Cody and W. Waite, Software Manual for the Elementary Functions, 1980): n times the first is exact.
inline Lanes exp(Lanes x) {
  // Here n is −127, and 2ⁿ as made below is 0.
  x = larger(x, Lanes(-88.0F));
  // So large that its last bits count whole numbers: n is what is left in them.
  const Lanes magic(0x1.8p23F);
  const Lanes shifted = multiply_add(x, Lanes(0x1.715476p0F), magic);
  const Lanes n = shifted - magic;
  const Lanes r = multiply_add(n, Lanes(0x1.bd0106p-13F), multiply_add(n, Lanes(-0x1.63p-1F), x));
  Lanes power(0x1.6ab92ap-10F);
  for (const float coefficient : {0x1.126d2ep-7F, 0x1.55589cp-5F, 0x1.55540ap-3F, 0x1.fffffap-2F, 1.0F, 1.0F}) {
    power = multiply_add(power, r, Lanes(coefficient));
  }
  const auto exponent = (xsimd::bitwise_cast<std::int32_t>(shifted) << 23) + xsimd::batch<std::int32_t>(0x3f800000);
  return power * xsimd::bitwise_cast<float>(exponent);
}

}  // namespace self_attention::kernels
