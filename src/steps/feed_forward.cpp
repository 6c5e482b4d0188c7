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
  std::string u = sentence("(sum m d_model (* ({} i m) (w_1 m n)))", {input});
  if (b_1) u = sentence("(+ {} (b_1 n))", {u});
  const std::string right =
      activation == Block::Activation::relu
          ? sentence("(max 0 {})", {u})
          : sentence("(* 0.5 {} (+ 1 (tanh (* 0.7978845608 (+ {} (* 0.044715 (pow {} 3)))))))", {u, u, u});
  return {"hidden", sentence("(= (hidden i n) {})", {right}), "T_q d_ff"};
}

Description describe_fed(bool b_2) {
  std::string sum = "(sum n d_ff (* (hidden i n) (w_2 n m)))";
  if (b_2) sum = sentence("(+ {} (b_2 m))", {sum});
  return {"fed", sentence("(= (fed i m) {})", {sum}), "T_q d_model"};
}

Tensor add(const Tensor& x, const Tensor& given) {
  Tensor sum = x;
  sum += given;
  return sum;
}

Description describe_added(Literal name, Literal x, Literal given) {
  return {name, sentence("(= ({} i m) (+ ({} i m) ({} i m)))", {name, x, given}), "T_q d_model"};
}

}  // namespace self_attention::steps
