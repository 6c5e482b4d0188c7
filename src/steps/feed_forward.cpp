#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

using namespace formula_text;

void linear(const RowBlock& block) {
  const Tensor& w = block.tensor(1);
  const std::size_t width = block.width();
  kernels::matmul({block.rows_of(0), w.shape(0)}, {w.data(), width}, {block.out, width}, block.count(), width,
                  w.shape(0));
  if (block.has_input(2)) kernels::add_to_rows(block.tensor(2).data(), block.out, block.count(), width);
}

namespace {

// Of x·w + b, given what the loss changes by with each of its numbers.
void add_linear_gradient(const Backward& back, const FloatMatrix& sums) {
  back.gradient_to(0) += product_with_transposed(sums, back.read(1));
  back.gradient_to(1) += product_of_transposed(back.read(0), sums);
  if (back.has_input(2)) back.gradient_to(2) += xt::expand_dims(xt::eval(xt::sum(sums, {0})), 1);
}

}  // namespace

void linear_backward(const Backward& back) {
  add_linear_gradient(back, back.gradient_of());
}

namespace {

// x · w + b, where d loss / d of that is given.
std::string of_linear(const BackwardFormula& back, const std::string& given) {
  const std::string out = column_letter(back.step), in = letter_of(column_axis(back.input(0)));
  if (back.index == 0) return sum_over(out, column_axis(back.step), times(given, back.cell(1, in + " " + out)));
  if (back.index == 1) return sum_over("i", row_axis(back.step), times(back.cell(0, "i " + in), given));
  return sum_over("i", row_axis(back.step), given);
}

// Of gelu (tanh form) at what hidden is made of.
std::string slope_of_gelu(const BackwardFormula& back) {
  std::string u = sum_over("s", column_axis(back.input(0)), times(back.cell(0, "i s"), back.cell(1, "s n")));
  if (back.has_input(2)) u = list("+", u, back.cell(2, "n"));
  const std::string inner = times("0.7978845608", list("+", u, times("0.044715", list("pow", u, "3"))));
  const std::string tanh = list("tanh", inner);
  const std::string steep = times("0.7978845608", list("+", "1", times("0.134145", list("pow", u, "2"))));
  return list("+", times("0.5", list("+", "1", tanh)),
              times(times("0.5", u), times(list("-", "1", list("pow", tanh, "2")), steep)));
}

}  // namespace

std::string linear_backward_formula(const BackwardFormula& back) {
  return of_linear(back, back.d(row_letter(back.step) + " " + column_letter(back.step)));
}

void linear_relu(const RowBlock& block) {
  linear(block);
  auto u = output_of(block);
  // What a mistake makes NaN stays NaN.
  assign(u, xt::where(u <= 0.0F, 0.0F, u));
}

void linear_relu_backward(const Backward& back) {
  add_linear_gradient(back, xt::where(back.numbers() > 0.0F, back.gradient_of(), 0.0F));
}

std::string linear_relu_backward_formula(const BackwardFormula& back) {
  return of_linear(back, list("where", list("<=", back.s("i n"), "0"), "0", back.d("i n")));
}

void linear_gelu(const RowBlock& block) {
  linear(block);
  auto u = output_of(block);
  auto tanh = row_at(block.scratch(u.size()), u.size());
  assign(tanh, 0.7978845608F * (u + 0.044715F * u * u * u));
  kernels::tanh(tanh.data(), tanh.size());
  assign(u, 0.5F * u * (1.0F + tanh));
}

void linear_gelu_backward(const Backward& back) {
  FloatMatrix u = product(back.read(0), back.read(1));
  if (back.has_input(2)) u += xt::transpose(back.read(2));
  FloatMatrix tanh = 0.7978845608F * (u + 0.044715F * u * u * u);
  kernels::tanh(tanh.data(), tanh.size());
  const FloatMatrix slope =
      0.5F * (1.0F + tanh) + 0.5F * u * (1.0F - xt::square(tanh)) * 0.7978845608F * (1.0F + 3.0F * 0.044715F * u * u);
  add_linear_gradient(back, back.gradient_of() * slope);
}

std::string linear_gelu_backward_formula(const BackwardFormula& back) {
  return of_linear(back, times(back.d("i n"), slope_of_gelu(back)));
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

void add_backward(const Backward& back) {
  for (std::size_t head = 0; head < back.heads(); ++head) {
    for (const std::size_t index : {0U, 1U}) back.gradient_to(index, head) += back.gradient_of(head);
  }
}

std::string add_backward_formula(const BackwardFormula& back) {
  return back.same_cell();
}

void copy(const RowBlock&) {}

void copy_backward(const Backward& back) {
  back.gradient_to(0) += back.gradient_of();
}

std::string copy_backward_formula(const BackwardFormula& back) {
  return back.d(back.own_letters());
}

Description describe_added(Literal name, Literal x, Literal given) {
  return {name, "(= ({} i m) (+ ({0} i m) ({1} i m)))", "T_q d_model", x, given};
}

}  // namespace self_attention::steps
