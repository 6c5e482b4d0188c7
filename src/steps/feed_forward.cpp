#include "../kernels/kernels.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

void linear(const RowBlock& block) {
  const Tensor& w = block.tensor(1);
  const std::size_t width = block.width();
  kernels::matmul({block.rows_of(0), w.shape(0)}, {w.data(), width}, {block.out, width}, block.count(), width,
                  w.shape(0));
  if (block.has_input(2)) kernels::add_to_rows(block.tensor(2).data(), block.out, block.count(), width);
}

void linear_relu(const RowBlock& block) {
  linear(block);
  auto u = output_of(block);
  // What a mistake makes NaN stays NaN.
  assign(u, xt::where(u <= 0.0F, 0.0F, u));
}

void linear_gelu(const RowBlock& block) {
  linear(block);
  auto u = output_of(block);
  auto tanh = row_at(block.scratch(u.size()), u.size());
  assign(tanh, 0.7978845608F * (u + 0.044715F * u * u * u));
  kernels::tanh(tanh.data(), tanh.size());
  assign(u, 0.5F * u * (1.0F + tanh));
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

void add(const RowBlock& block) {
  auto x = output_of(block);
  assign(x, x + input_of(block, 1));
}

void copy(const RowBlock&) {}

Description describe_added(Literal name, Literal x, Literal given) {
  return {name, "(= ({} i m) (+ ({0} i m) ({1} i m)))", "T_q d_model", x, given};
}

}  // namespace self_attention::steps
