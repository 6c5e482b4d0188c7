#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;

struct Inputs {
  enum : std::size_t { x, w, b };
};

// ---- x·w + b ----

void compute_linear(const RowBlock& block) {
  const Tensor& w = block.tensor(Inputs::w);
  const std::size_t width = block.width();
  kernels::matmul({block.rows_of(Inputs::x), w.shape(0)}, {w.data(), width}, {block.out, width}, block.count(), width,
                  w.shape(0));
  if (!block.has_input(Inputs::b)) return;
  kernels::add_to_rows(block.tensor(Inputs::b).data(), block.out, block.count(), width);
}

// `sums` is d loss / d (x·w + b).
void add_linear_gradient(const Backward& back, const FloatMatrix& sums) {
  back.gradient_to(Inputs::x) += product_with_transposed(sums, back.read(Inputs::w));
  back.gradient_to(Inputs::w) += product_of_transposed(back.read(Inputs::x), sums);
  if (back.has_input(Inputs::b)) {
    back.gradient_to(Inputs::b) += xt::expand_dims(xt::eval(xt::sum(sums, {0})), 1);
  }
}

void linear_backward(const Backward& back) {
  add_linear_gradient(back, back.gradient_of());
}

// `sums` is the formula of d loss / d (x·w + b).
std::string linear_gradient_formula(const BackwardFormula& back, const std::string& sums) {
  const std::string out = column_letter(back.step), in = letter_of(column_axis(back.input(Inputs::x)));
  if (back.index == Inputs::x) {
    return sum_over(out, column_axis(back.step), times(sums, back.cell(Inputs::w, in + " " + out)));
  }
  if (back.index == Inputs::w) {
    return sum_over("i", row_axis(back.step), times(back.cell(Inputs::x, "i " + in), sums));
  }
  return sum_over("i", row_axis(back.step), sums);
}

std::string linear_backward_formula(const BackwardFormula& back) {
  return linear_gradient_formula(back, back.d(row_letter(back.step) + " " + column_letter(back.step)));
}

// ---- ReLU ----

void compute_relu(const RowBlock& block) {
  compute_linear(block);
  auto u = output_of(block);
  // NaN, which a mistake can cause, stays NaN.
  assign(u, xt::where(u <= 0.0F, 0.0F, u));
}

void relu_backward(const Backward& back) {
  add_linear_gradient(back, xt::where(back.numbers() > 0.0F, back.gradient_of(), 0.0F));
}

std::string relu_backward_formula(const BackwardFormula& back) {
  return linear_gradient_formula(back, list("where", list("<=", back.s("i n"), "0"), "0", back.d("i n")));
}

// ---- GELU in its tanh form; 0.7978845608 is √(2/π) ----

void compute_gelu(const RowBlock& block) {
  compute_linear(block);
  auto u = output_of(block);
  auto tanh = row_at(block.scratch(u.size()), u.size());
  assign(tanh, 0.7978845608F * (u + 0.044715F * u * u * u));
  kernels::tanh(tanh.data(), tanh.size());
  assign(u, 0.5F * u * (1.0F + tanh));
}

void gelu_backward(const Backward& back) {
  FloatMatrix u = product(back.read(Inputs::x), back.read(Inputs::w));
  if (back.has_input(Inputs::b)) u += xt::transpose(back.read(Inputs::b));
  FloatMatrix tanh = 0.7978845608F * (u + 0.044715F * u * u * u);
  kernels::tanh(tanh.data(), tanh.size());
  const FloatMatrix slope =
      0.5F * (1.0F + tanh) + 0.5F * u * (1.0F - xt::square(tanh)) * 0.7978845608F * (1.0F + 3.0F * 0.044715F * u * u);
  add_linear_gradient(back, back.gradient_of() * slope);
}

std::string gelu_slope_formula(const BackwardFormula& back) {
  std::string u = sum_over("s", column_axis(back.input(Inputs::x)),
                           times(back.cell(Inputs::x, "i s"), back.cell(Inputs::w, "s n")));
  if (back.has_input(Inputs::b)) u = list("+", u, back.cell(Inputs::b, "n"));
  const std::string inner = times("0.7978845608", list("+", u, times("0.044715", list("pow", u, "3"))));
  const std::string tanh = list("tanh", inner);
  const std::string steep = times("0.7978845608", list("+", "1", times("0.134145", list("pow", u, "2"))));
  return list("+", times("0.5", list("+", "1", tanh)),
              times(times("0.5", u), times(list("-", "1", list("pow", tanh, "2")), steep)));
}

std::string gelu_backward_formula(const BackwardFormula& back) {
  return linear_gradient_formula(back, times(back.d("i n"), gelu_slope_formula(back)));
}

}  // namespace

Op hidden(Block::Activation activation) {
  const bool gelu = activation == Block::Activation::gelu;
  Op op{.name = "hidden",
        .axes = "T_q d_ff",
        .words = {"{2?(+ }(sum m d_model (* ({0} i m) ({1} m n))){2? ({2} n))}"},
        .inputs = {Dependency::same_row, Dependency::all_rows, Dependency::all_rows}};
  op.formula = gelu ? "(= ({} i n) (* 0.5 {a} (+ 1 (tanh (* 0.7978845608 (+ {a} (* 0.044715 (pow {a} 3))))))))"
                    : "(= ({} i n) (max 0 {a}))";
  op.compute = gelu ? compute_gelu : compute_relu;
  op.derivative = {gelu ? gelu_backward : relu_backward, gelu ? gelu_backward_formula : relu_backward_formula};
  return op;
}

Op fed() {
  return {.name = "fed",
          .axes = "T_q d_model",
          .formula = "(= ({} i m) {2?(+ }(sum n d_ff (* ({0} i n) ({1} n m))){2? ({2} m))})",
          .inputs = {Dependency::same_row, Dependency::all_rows, Dependency::all_rows},
          .compute = compute_linear,
          .derivative = {linear_backward, linear_backward_formula}};
}

}  // namespace self_attention::steps
