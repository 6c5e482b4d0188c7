#include <xtensor/core/xmath.hpp>
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/misc/xmanipulation.hpp>

#include "../reference.hpp"

namespace reference {

Attention attention(const Array& q, const Array& k, const Array& v, const Options& options) {
  const std::size_t head_axis = q.dimension() - 3, T_q = q.shape(head_axis + 1), T_k = k.shape(head_axis + 1);
  const std::size_t group = q.shape(head_axis) / k.shape(head_axis);
  const double d_k = static_cast<double>(q.shape(head_axis + 2));
  Attention a;
  a.scores = matmul(q, transposed(xt::repeat(k, group, head_axis)));
  a.scaled = options.scale.value_or(1 / std::sqrt(d_k)) * a.scores;
  a.capped = options.softcap == 0 ? a.scaled : Array(options.softcap * xt::tanh(a.scaled / options.softcap));
  a.masked = is_there(options.mask) ? Array(a.capped + options.mask) : a.capped;
  if (options.causal) {
    const Array last_visible =
        xt::arange<double>(static_cast<double>(T_q)) + static_cast<double>(options.causal_offset);
    const Array key = xt::arange<double>(static_cast<double>(T_k));
    a.masked = xt::where(key > xt::expand_dims(last_visible, 1), -infinity, a.masked);
  }
  a.weights = softmax(a.masked, 1);
  a.z = matmul(a.weights, xt::repeat(v, group, head_axis));
  return a;
}

}  // namespace reference
