#include <algorithm>

#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

void linear(const Part& part) {
  const Tensor& w = part.in(1);
  const std::size_t width = part.width();
  kernels::matmul({part.rows_of(0), w.extent(0)}, {w.data(), width}, {part.out, width}, part.count(), width,
                  w.extent(0));
  if (part.reads(2)) kernels::add_to_rows(part.in(2).data(), part.out, part.count(), width);
}

void linear_relu(const Part& part) {
  linear(part);
  // What a mistake makes NaN stays NaN.
  std::replace_if(
      part.out, part.out + part.count() * part.width(), [](float u) { return u <= 0; }, 0.0F);
}

void linear_gelu(const Part& part) {
  linear(part);
  const std::size_t count = part.count() * part.width();
  float* bent = part.scratch(count);
  std::transform(part.out, part.out + count, bent, [](float u) { return 0.7978845608F * (u + 0.044715F * u * u * u); });
  kernels::tanh(bent, count);
  std::transform(part.out, part.out + count, bent, part.out, [](float u, float t) { return 0.5F * u * (1 + t); });
}

Description describe_hidden(Literal input, bool b_1, Block::Activation activation) {
  constexpr Literal sum = "(sum m d_model (* ({0} i m) (w_1 m n)))";
  constexpr Literal biased = "(+ (sum m d_model (* ({0} i m) (w_1 m n))) (b_1 n))";
  return {"hidden",
          activation == Block::Activation::relu
              ? "(= ({} i n) (max 0 {1}))"
              : "(= ({} i n) (* 0.5 {1} (+ 1 (tanh (* 0.7978845608 (+ {1} (* 0.044715 (pow {1} 3))))))))",
          "T_q d_ff", input, b_1 ? biased : sum};
}

Description describe_fed(bool b_2) {
  return {"fed", "(= ({} i m) {0?(+ }(sum n d_ff (* (hidden i n) (w_2 n m))){0? (b_2 m))})", "T_q d_model", when(b_2)};
}

void add(const Part& part) {
  kernels::add(part.rows_of(1), part.out, part.count() * part.width());
}

void copy(const Part&) {}

Description describe_added(Literal name, Literal x, Literal given) {
  return {name, "(= ({} i m) (+ ({0} i m) ({1} i m)))", "T_q d_model", x, given};
}

}  // namespace self_attention::steps
