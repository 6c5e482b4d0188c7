#include <xtensor/core/xmath.hpp>
#include <xtensor/misc/xmanipulation.hpp>

#include "../reference.hpp"

namespace reference {

Array matmul(const Array& a, const Array& b) {
  // a(…, i, m, 1) · b(…, 1, m, n), summed over m.
  const std::size_t m = a.dimension() - 1;
  return xt::sum(xt::expand_dims(a, a.dimension()) * xt::expand_dims(b, b.dimension() - 2), {m});
}

Array transposed(const Array& a) {
  const auto axes = static_cast<std::ptrdiff_t>(a.dimension());
  return xt::swapaxes(a, axes - 2, axes - 1);
}

Array affine(const Array& x, const Array& w, const Array& b) {
  return is_there(b) ? Array(matmul(x, w) + b) : matmul(x, w);
}

Array split_heads(const Array& projected, std::size_t heads) {
  const std::size_t T = projected.shape(0), d = projected.shape(1) / heads;
  return xt::transpose(xt::reshape_view(projected, {T, heads, d}), {1, 0, 2});
}

Array merge_heads(const Array& z) {
  Array merged = xt::transpose(z, {1, 0, 2});
  merged.reshape({z.shape(1), z.shape(0) * z.shape(2)});
  return merged;
}

}  // namespace reference
