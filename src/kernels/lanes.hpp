// Four or more floats at a time: xsimd's batch, and the one thing xsimd's wasm backend lacks.
#pragma once

#include <xsimd/xsimd.hpp>

#include <cstddef>

#ifdef __wasm_relaxed_simd__
#include <wasm_simd128.h>
#endif

namespace self_attention::kernels {

using Lanes = xsimd::batch<float>;
inline constexpr std::size_t lanes = Lanes::size;

// a·b + c: one rounding in the relaxed flavour where the machine can, else two.
inline Lanes multiply_add(Lanes a, Lanes b, Lanes c) {
#ifdef __wasm_relaxed_simd__
  return Lanes(wasm_f32x4_relaxed_madd(a, b, c));
#else
  return a * b + c;
#endif
}

}  // namespace self_attention::kernels
