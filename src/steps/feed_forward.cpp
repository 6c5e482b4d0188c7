#include <algorithm>
#include <cmath>

#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

Tensor linear(const Tensor& x, const Tensor& w, const Tensor* b) {
  Tensor y = Tensor::of_shape({x.extent(0), w.extent(1)});
  kernels::matmul({x.data(), x.extent(1)}, {w.data(), w.extent(1)}, {y.data(), y.extent(1)}, y.extent(0), y.extent(1),
                  x.extent(1));
  if (b != nullptr) y += *b;
  return y;
}

void activate(Tensor& hidden, Block::Activation activation) {
  const bool gelu = activation == Block::Activation::gelu;
  std::transform(hidden.data(), hidden.data() + hidden.size(), hidden.data(), [gelu](float u) {
    // What a mistake makes NaN stays NaN.
    if (!gelu) return u <= 0 ? 0 : u;
    return 0.5F * u * (1 + std::tanh(0.7978845608F * (u + 0.044715F * u * u * u)));
  });
}

Description describe_hidden(Literal input, bool b_1, Block::Activation activation) {
  constexpr Literal sum = "(sum m d_model (* ({0} i m) (w_1 m n)))";
  constexpr Literal biased = "(+ (sum m d_model (* ({0} i m) (w_1 m n))) (b_1 n))";
  return {"hidden",
          activation == Block::Activation::relu
              ? "(= ({} i n) (max 0 {1}))"
              : "(= ({} i n) (* 0.5 {1} (+ 1 (tanh (* 0.7978845608 (+ {1} (* 0.044715 (pow {1} 3))))))))",
          "T_q d_ff",
          {input, b_1 ? biased : sum}};
}

Description describe_fed(bool b_2) {
  return {
      "fed", "(= ({} i m) {0?(+ }(sum n d_ff (* (hidden i n) (w_2 n m))){0? (b_2 m))})", "T_q d_model", {when(b_2)}};
}

Tensor add(const Tensor& x, const Tensor& given) {
  Tensor sum = x;
  sum += given;
  return sum;
}

Description describe_added(Literal name, Literal x, Literal given) {
  return {name, "(= ({} i m) (+ ({0} i m) ({1} i m)))", "T_q d_model", {x, given}};
}

}  // namespace self_attention::steps
