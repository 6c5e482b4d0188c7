#include "checks.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

#include "../kernels/kernels.hpp"

namespace self_attention {

MaybeError check_count(std::size_t count, std::size_t limit, StaticString name, StaticString path) {
  if (count == 0) return error("range", path, "{} is 0; it must be from 1 to {}", name, limit);
  if (count > limit) return error("too-large", path, "{} is {}; the limit is {}", name, count, limit);
  return {};
}

MaybeError check_draw(const Draw& draw, StaticString path) {
  if (!std::isfinite(draw.low) || !std::isfinite(draw.high) || draw.low >= draw.high) {
    return error("range", path, "low {} must be less than high {}, both finite", draw.low, draw.high);
  }
  if (!std::isfinite(draw.mean) || !std::isfinite(draw.std) || draw.std < 0) {
    return error("range", path, "mean {} and std {} must be finite, std at least 0", draw.mean, draw.std);
  }
  return {};
}

MaybeError check_matrix(const Tensor& matrix, StaticString name, StaticString path) {
  if (matrix.dimension() != 2) {
    return error("shape", path, "{} has {} axes, expected 2 (rows and columns)", name, matrix.dimension());
  }
  return check_finite(matrix, name, path);
}

MaybeError check_shape(const Tensor& matrix, std::size_t rows, std::size_t columns, StaticString name,
                       StaticString path) {
  if (auto wrong = check_matrix(matrix, name, path)) return wrong;
  if (matrix.shape(0) == rows && matrix.shape(1) == columns) return {};
  return error("shape", path, "{} is {}, expected {}×{}", name, shape_text(matrix), rows, columns);
}

MaybeError check_rows(const Tensor& x, std::size_t tokens, StaticString name, StaticString path) {
  if (auto wrong = check_matrix(x, name, path)) return wrong;
  if (x.shape(0) == tokens) return {};
  return error("shape", path, "{} has {} rows, expected {} (one a token)", name, x.shape(0), tokens);
}

MaybeError find_width(const Tensor& tensor, std::size_t heads, std::size_t rows, StaticString name, StaticString path,
                      std::size_t& width) {
  if (tensor.size() == 0) return error("shape", path, "{} is missing", name);
  if (auto wrong = check_matrix(tensor, name, path)) return wrong;
  const std::size_t columns = tensor.shape(1);
  width = columns / heads;
  if (columns % heads == 0) return {};
  return error("shape", path, "{} is {}, expected {}×({}·d): {} columns are not divisible by {} heads", name,
               shape_text(tensor), rows, heads, columns, heads);
}

std::string shape_text(const Tensor& tensor) {
  std::string text;
  for (const std::size_t extent : tensor.shape()) text += sentence(text.empty() ? "{}" : "×{}", extent);
  return text.empty() ? "a single number" : text;
}

MaybeError check_bytes(double bytes, std::size_t limit) {
  if (bytes <= static_cast<double>(limit)) return {};
  constexpr double mebibyte = 1 << 20;
  return error("too-large", "", "this needs {} MiB; the limit is {} MiB", std::ceil(bytes / mebibyte), limit >> 20U);
}

MaybeError check_memory(std::size_t bytes) {
  constexpr std::size_t little = std::size_t{1} << 20U;
  if (bytes <= little) return {};
  // Volatile, because compilers remove an allocation that is never used, and the check with it.
  void* volatile room = std::malloc(bytes);
  if (room == nullptr) return error("too-large", "", "this needs {} MiB, and there is no memory left", bytes >> 20U);
  std::free(room);
  return {};
}

MaybeError check_temperature(double temperature, StaticString path) {
  // A very small temperature is 0 as a float32, and the softmax divides by it.
  if (std::isfinite(temperature) && static_cast<float>(temperature) >= std::numeric_limits<float>::min() &&
      temperature <= static_cast<double>(std::numeric_limits<float>::max())) {
    return {};
  }
  return error("range", path, "temperature is {}; it must be a number greater than 0", temperature);
}

MaybeError check_softcap(double softcap, StaticString path) {
  if (softcap == 0 || !check_temperature(softcap, path)) return {};
  return error("range", path, "softcap is {}; it must be 0 (off) or greater", softcap);
}

MaybeError check_scale(const std::optional<double>& scale, StaticString path) {
  if (!scale || std::isfinite(static_cast<float>(*scale))) return {};
  return error("range", path, "scale is {}; it must be a finite number", *scale);
}

MaybeError check_finite(const Tensor& tensor, StaticString name, StaticString path, bool allow_hidden) {
  std::size_t place = kernels::first_not_finite(tensor.data(), tensor.size(), allow_hidden);
  if (place == tensor.size()) return {};
  const float number = tensor.data()[place];
  std::string index;
  for (std::size_t axis = tensor.dimension(); axis-- > 0;) {
    index = sentence(index.empty() ? "{}{}" : "{},{}", place % tensor.shape(axis), index);
    place /= tensor.shape(axis);
  }
  return error("not-finite", path, "{}[{}] is {}; every number must be finite and fit float32 (up to 3.4e38)", name,
               index, number);
}

}  // namespace self_attention
