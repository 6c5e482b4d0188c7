// The sizes a scene implies, and every check on it: nothing is allocated for a scene before it has passed here.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "attention.hpp"

namespace self_attention {

struct Dimensions {
  std::size_t T = 0, V = 0, d_model = 0;  // tokens, distinct tokens
  std::size_t H = 0, H_kv = 0, d_k = 0, d_v = 0;

  std::size_t group() const { return H / H_kv; }
};

// "empty" or "too-large". Asked before anything is done with the tokens: finding the distinct ones takes T²
// comparisons.
Check check_tokens(std::size_t count);

// Errors as `attend` lists them, but for "not-finite" in what is computed.
Result<Dimensions> dimensions_of(const Scene& scene, std::span<const std::string> vocabulary);

// "too-large" when `bytes` exceeds the limit. In double, so that no product of extents can wrap.
Check check_bytes(double bytes, std::size_t limit);

// "range" when temperature, softcap or scale is not a number the formulas can use.
Check check_temperature(double temperature, std::string_view path);
Check check_softcap(double softcap, std::string_view path);
Check check_scale(const std::optional<double>& scale, std::string_view path);

// "not-finite" with the cell's index when there is a NaN or an infinity (−∞ passes if `allow_hidden`).
Check check_finite(const Tensor& tensor, std::string_view name, std::string_view path, bool allow_hidden = false);

// 4×3×2, as messages write shapes.
std::string shape_text(const Tensor& tensor);

}  // namespace self_attention
