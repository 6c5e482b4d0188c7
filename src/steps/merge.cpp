#include <algorithm>

#include "steps.hpp"

namespace self_attention::steps {

namespace {

Tensor side_by_side(const Tensor& z) {
  const std::size_t heads = z.extent(0);
  const std::size_t tokens = z.extent(1);
  const std::size_t d_v = z.extent(2);
  Tensor merged = Tensor::of_shape({tokens, heads * d_v});
  float* target = merged.data();
  for (std::size_t token = 0; token < tokens; ++token) {
    for (std::size_t head = 0; head < heads; ++head) {
      target = std::copy_n(z.data() + (head * tokens + token) * d_v, d_v, target);
    }
  }
  return merged;
}

}  // namespace

Tensor merge(const Tensor& z, const Tensor* w_o, const Tensor* b_o) {
  Tensor merged = side_by_side(z);
  if (w_o == nullptr) return merged;
  return linear(merged, *w_o, b_o);
}

Description describe_output(bool w_o, bool b_o) {
  // Column n of the merged heads is column n mod d_v of head n div d_v.
  if (!w_o) return {"output", "(= ({} i n) (z (div n d_v) i (mod n d_v)))", "T_q H·d_v"};
  return {"output",
          "(= ({} i n) {0?(+ }(sum e (* H d_v) (* (z (div e d_v) i (mod e d_v)) (w_o e n))){0? (b_o n))})",
          "T_q d_model",
          {when(b_o)}};
}

}  // namespace self_attention::steps
