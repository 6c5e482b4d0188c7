#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;

struct Inputs {
  enum : std::size_t { scores, q, k };
};

struct Softmax {
  double temperature;
  // Of softmax_of_products.
  double factor = 1;
  kernels::Band band = kernels::every_key;
};

float temperature_of(const RowBlock& block) {
  return static_cast<float>(block.settings<Softmax>().temperature);
}

void compute(const RowBlock& block) {
  kernels::softmax(block.out, block.out, block.count(), block.width(), temperature_of(block));
}

void compute_of_products(const RowBlock& block) {
  const auto [temperature, factor, band] = block.settings<Softmax>();
  const std::size_t d_k = block.input(Inputs::q).width;
  const kernels::Packed no_values;
  kernels::Scratch scratch;
  kernels::attention({block.rows_of(Inputs::q), d_k}, block.packed(Inputs::k, true), no_values, {nullptr, 0}, block.out,
                     block.count(), block.rows.from, band, static_cast<float>(factor), static_cast<float>(temperature),
                     scratch);
}

// The Jacobian of a row w is (diag(w) − w·wᵀ) / temperature.
void backward(const Backward& back) {
  const auto temperature = static_cast<float>(back.settings<Softmax>().temperature);
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto weights = back.numbers(head), gradient = back.gradient_of(head);
    const FloatMatrix each = weights * gradient;
    const FloatMatrix mean = xt::expand_dims(xt::eval(xt::sum(each, {1})), 1);
    back.gradient_to(Inputs::scores, head) += weights * (gradient - mean) / temperature;
  }
}

std::string backward_formula(const BackwardFormula& back) {
  if (back.index != Inputs::scores) return "";
  const std::string mean = sum_over("j'", "T_k", times(back.d("h i j'"), back.s("h i j'")));
  return back.through_temperature(times(back.s("h i j"), list("-", back.d("h i j"), mean)),
                                  back.settings<Softmax>().temperature);
}

std::string jacobian_formula(const BackwardFormula& back) {
  const std::string delta = list("where", is_equal("j", "j'"), "1", "0");
  return back.through_temperature(times(back.s("h i j"), list("-", delta, back.s("h i j'"))),
                                  back.settings<Softmax>().temperature);
}

void compute_whole_matrix(const RowBlock& block) {
  kernels::softmax(block.out, block.out, 1, block.count() * block.width(), temperature_of(block));
}

void compute_overflowing(const RowBlock& block) {
  kernels::softmax_overflowing(block.out, block.count(), block.width(), temperature_of(block));
}

struct UnmaskedInputs {
  enum : std::size_t { scores, blocked };
};

void compute_then_mask(const RowBlock& block) {
  compute(block);
  auto weights = output_of(block);
  assign(weights, weights * (1.0F - input_of(block, UnmaskedInputs::blocked)));
}

// Word a: the temperature, where the scores are divided by it.
Op described(double temperature) {
  return {.name = "weights",
          .axes = "H T_q T_k",
          .formula =
              "(= ({} h i j) (/ (exp {a?(/ }({0} h i j){a? {a})})"
              " (sum j' T_k (exp {a?(/ }({0} h i j'){a? {a})}))))",
          .words = {temperature == 1 ? "" : "temperature"},
          .settings = Softmax{temperature},
          .in_place = true};
}

}  // namespace

Op softmax(double temperature) {
  Op op = described(temperature);
  op.compute = compute;
  op.derivative = {backward, backward_formula, jacobian_formula};
  return op;
}

Op softmax_of_products(double temperature, double factor, kernels::Band band) {
  Op op = softmax(temperature);
  op.inputs = {Dependency::same_row, Dependency::same_row, Dependency::keys};
  op.compute_fused = compute_of_products;
  op.settings = Softmax{temperature, factor, band};
  return op;
}

Op softmax_whole_matrix(double temperature) {
  Op op = described(temperature);
  op.formula =
      "(= ({} h i j) (/ (exp {a?(/ }({0} h i j){a? {a})})"
      " (sum s T_q (sum t T_k (exp {a?(/ }({0} h s t){a? {a})})))))";
  op.inputs = {Dependency::all_rows};
  op.compute = compute_whole_matrix;
  op.needs_all_rows = true;
  return op;
}

Op softmax_overflowing(double temperature) {
  Op op = described(temperature);
  op.compute = compute_overflowing;
  return op;
}

Op softmax_then_mask(double temperature) {
  Op op = described(temperature);
  op.formula =
      "(= ({} h i j) (* (/ (exp {a?(/ }({0} h i j){a? {a})})"
      " (sum j' T_k (exp {a?(/ }({0} h i j'){a? {a})}))) (- 1 ({1} i j))))";
  op.inputs = {Dependency::same_row, Dependency::same_row};
  op.compute = compute_then_mask;
  return op;
}

}  // namespace self_attention::steps
