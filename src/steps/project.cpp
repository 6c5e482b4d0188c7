#include <algorithm>

#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

Tensor project(const Tensor& x, const Tensor& w, const Tensor* b, std::size_t heads) {
  const std::size_t tokens = x.extent(0);
  const std::size_t d_model = x.extent(1);
  const std::size_t columns = w.extent(1);
  const std::size_t width = columns / heads;
  Tensor projected = Tensor::of_shape({heads, tokens, width});
  // Written head by head, so that the contiguous split costs no copy.
  for (std::size_t head = 0; head < heads; ++head) {
    kernels::matmul({x.data(), d_model}, {w.data() + head * width, columns},
                    {projected.data() + head * tokens * width, width}, tokens, width, d_model);
  }
  if (b != nullptr) {
    projected += b->reshaped({heads, 1, width});
  }
  return projected;
}

Tensor split(const Tensor& merged, std::size_t heads) {
  const std::size_t tokens = merged.extent(0);
  const std::size_t width = merged.extent(1) / heads;
  Tensor cut = Tensor::of_shape({heads, tokens, width});
  float* target = cut.data();
  for (std::size_t head = 0; head < heads; ++head) {
    for (std::size_t token = 0; token < tokens; ++token) {
      target = std::copy_n(merged.data() + token * merged.extent(1) + head * width, width, target);
    }
  }
  return cut;
}

Description describe_projection(Literal name, Literal x, bool bias) {
  struct Words {
    Literal row, column, axes;
  };
  static constexpr Words all[] = {{"i", "(+ (* h d_k) c)", "H T_q d_k"},
                                    {"j", "(+ (* h d_k) c)", "H_kv T_k d_k"},
                                    {"j", "(+ (* h d_v) c)", "H_kv T_k d_v"}};
  const Words& of = all[name == "q" ? 0 : name == "k" ? 1 : 2];
  return {name,
          x.empty() ? "(= ({} h {1} c) (lookup scene {1} {2}))"
                    : "(= ({} h {1} c) {3?(+ }(sum m d_model (* ({0} {1} m) (w_{} m {2}))){3? (b_{} {2}))})",
          of.axes,
          {x, of.row, of.column, when(bias)}};
}

}  // namespace self_attention::steps
