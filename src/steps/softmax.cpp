#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

using namespace formula_text;

void softmax(const RowBlock& block) {
  kernels::softmax(block.out, block.out, block.count(), block.width(), static_cast<float>(block.constant(0)));
}

// The Jacobian of a row w is (diag(w) − w·wᵀ) / temperature.
void softmax_backward(const Backward& back) {
  const auto temperature = static_cast<float>(back.constant(0));
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto weights = back.numbers(head), gradient = back.gradient_of(head);
    const FloatMatrix each = weights * gradient;
    const FloatMatrix mean = xt::expand_dims(xt::eval(xt::sum(each, {1})), 1);
    back.gradient_to(0, head) += weights * (gradient - mean) / temperature;
  }
}

std::string softmax_backward_formula(const BackwardFormula& back) {
  if (back.index != 0) return "";
  const std::string mean = sum_over("j'", "T_k", times(back.d("h i j'"), back.s("h i j'")));
  return back.through_temperature(times(back.s("h i j"), list("-", back.d("h i j"), mean)));
}

std::string softmax_jacobian_formula(const BackwardFormula& back) {
  const std::string delta = list("where", is_equal("j", "j'"), "1", "0");
  return back.through_temperature(times(back.s("h i j"), list("-", delta, back.s("h i j'"))));
}

void softmax_of_products(const RowBlock& block) {
  const std::size_t d_k = block.input(1).width;
  const kernels::Band band{static_cast<std::ptrdiff_t>(block.constant(2)),
                           static_cast<std::ptrdiff_t>(block.constant(3))};
  const kernels::Packed no_values;
  kernels::Scratch scratch;
  kernels::attention({block.rows_of(1), d_k}, block.packed(2, true), no_values, {nullptr, 0}, block.out, block.count(),
                     block.rows.from, band, static_cast<float>(block.constant(1)),
                     static_cast<float>(block.constant(0)), scratch);
}

void softmax_whole_matrix(const RowBlock& block) {
  kernels::softmax(block.out, block.out, 1, block.count() * block.width(), static_cast<float>(block.constant(0)));
}

void softmax_overflowing(const RowBlock& block) {
  kernels::softmax_overflowing(block.out, block.count(), block.width(), static_cast<float>(block.constant(0)));
}

void softmax_then_mask(const RowBlock& block) {
  softmax(block);
  auto weights = output_of(block);
  assign(weights, weights * (1.0F - input_of(block, 1)));
}

Description describe_weights(Literal input, SoftmaxForm form) {
  // {1} is what is exponentiated, {2} there where it is divided by the temperature.
  return {"weights",
          form.whole_matrix
              ? "(= ({} h i j) {1?(* }(/ (exp {2?(/ }({0} h i j){2? temperature)})"
                " (sum s T_q (sum t T_k (exp {2?(/ }({0} h s t){2? temperature)})))){1? (- 1 (blocked i j)))})"
              : "(= ({} h i j) {1?(* }(/ (exp {2?(/ }({0} h i j){2? temperature)})"
                " (sum j' T_k (exp {2?(/ }({0} h i j'){2? temperature)}))){1? (- 1 (blocked i j)))})",
          "H T_q T_k",
          input,
          when(form.hidden_after),
          when(form.temperature)};
}

}  // namespace self_attention::steps
