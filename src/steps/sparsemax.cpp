#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;

struct Sparsemax {
  double temperature;
};

// What the scores of a row have to be reduced by. `below` holds each score minus the highest, divided by the
// temperature, as double so that large scores do not swallow the 1. Michelot's algorithm: scores below the threshold of
// those that are left drop out, until none does. Two or three rounds are usual. A score exactly at the threshold may
// come back by rounding, which ends the loop as well.
double threshold_of(const xt::xtensor<double, 1>& below) {
  double threshold = -1;
  for (double left = std::numeric_limits<double>::infinity();;) {
    const double count = sum_of(xt::where(below > threshold, 1.0, 0.0));
    // The weights of a row that is entirely hidden are 0 as they are.
    if (count >= left || count == 0) return threshold;
    left = count;
    threshold = (sum_of(xt::where(below > threshold, below, 0.0)) - 1) / count;
  }
}

template <class Row>
double highest_of(const Row& scores) {
  return static_cast<double>(*std::max_element(scores.data(), scores.data() + scores.size()));
}

// Replaces each score by `function` of its distance above the threshold.
template <class Function>
void apply_above_threshold(const RowBlock& block, const Function& function) {
  const double temperature = block.settings<Sparsemax>().temperature;
  xt::xtensor<double, 1> below(std::array{block.width()});
  for (std::size_t row = 0; row < block.count(); ++row) {
    auto scores = output_row(block, row);
    assign(below, (xt::cast<double>(scores) - highest_of(scores)) / temperature);
    const double threshold = threshold_of(below);
    assign(scores, function(below - threshold));
  }
}

void compute_support(const RowBlock& block) {
  apply_above_threshold(block, [](const auto& above) { return xt::where(above > 0.0, 1.0, 0.0); });
}

void compute_threshold(const RowBlock& block) {
  const double temperature = block.settings<Sparsemax>().temperature;
  xt::xtensor<double, 1> below(std::array{block.input(0).width});
  for (std::size_t row = 0; row < block.count(); ++row) {
    const auto scores = input_row(block, 0, row);
    const double highest = highest_of(scores);
    assign(below, (xt::cast<double>(scores) - highest) / temperature);
    const double threshold = highest / temperature + threshold_of(below);
    block.out[row] = std::isfinite(highest) ? static_cast<float>(threshold) : 0;
  }
}

void compute(const RowBlock& block) {
  // Also 0 for NaN, which a row that is entirely hidden gives.
  apply_above_threshold(block, [](const auto& above) { return xt::where(above > 0.0, above, 0.0); });
}

// The Jacobian of a row is (diag(s) − s·sᵀ/|s|) / temperature, where s is 1 in its support (Martins & Astudillo 2016,
// section 2.5).
void backward(const Backward& back) {
  const auto temperature = static_cast<float>(back.settings<Sparsemax>().temperature);
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto gradient = back.gradient_of(head);
    const FloatMatrix support = xt::cast<float>(back.numbers(head) > 0.0F), each = support * gradient;
    const xt::xtensor<float, 1> sizes = xt::sum(support, {1}), sums = xt::sum(each, {1});
    const FloatMatrix mean = xt::expand_dims(sums / xt::maximum(sizes, 1.0F), 1);
    back.gradient_to(0, head) += support * (gradient - mean) / temperature;
  }
}

std::string backward_formula(const BackwardFormula& back) {
  const auto among = [&](const std::string& j, const std::string& number) {
    return list("where", list("<=", back.s("h i " + j), "0"), "0", number);
  };
  const std::string mean =
      list("/", sum_over("j'", "T_k", among("j'", back.d("h i j'"))), sum_over("j'", "T_k", among("j'", "1")));
  return back.through_temperature(among("j", list("-", back.d("h i j"), mean)), back.settings<Sparsemax>().temperature);
}

std::string jacobian_formula(const BackwardFormula& back) {
  const std::string delta = list("where", is_equal("j", "j'"), "1", "0");
  const std::string part = list("/", "(support h i j')", sum_over("s", "T_k", "(support h i s)"));
  return back.through_temperature(times("(support h i j)", list("-", delta, part)),
                                  back.settings<Sparsemax>().temperature);
}

// Word a: the temperature, where the scores are divided by it.
Op described(StaticString name, StaticString axes, double temperature) {
  return {
      .name = name, .axes = axes, .words = {temperature == 1 ? "" : "temperature"}, .settings = Sparsemax{temperature}};
}

}  // namespace

Op sparsemax_support(double temperature, bool masked) {
  Op op = described("support", "H T_q T_k", temperature);
  // A score is in the support if the higher scores exceed it by less than 1 in total. A hidden score never is.
  op.formula =
      "(= ({} h i j) {b?(where (<= ({0} h i j) -inf) 0 }(where (<= 1 (sum j' T_k (max 0"
      " (- {a?(/ }({0} h i j'){a? {a})} {a?(/ }({0} h i j){a? {a})})))) 0 1){b?)})";
  op.words[1] = masked ? "masked" : "";
  op.compute = compute_support;
  op.in_place = true;
  return op;
}

Op sparsemax_threshold(double temperature, bool masked) {
  Op op = described("threshold", "H T_q", temperature);
  // The support of a row that is entirely hidden is empty. Its threshold is 0, not 0/0 − 1/0.
  op.formula =
      "(= ({} h i) (/ (- (sum j T_k (where (<= 1 (support h i j)) {a?(/ }({0} h i j){a? {a})} 0)) {b})"
      " (sum j T_k (support h i j))))";
  op.words[1] = masked ? "(min 1 (sum j T_k (support h i j)))" : "1";
  op.compute = compute_threshold;
  return op;
}

Op sparsemax(double temperature) {
  Op op = described("weights", "H T_q T_k", temperature);
  op.formula = "(= ({} h i j) (max 0 (- {a?(/ }({0} h i j){a? {a})} (threshold h i))))";
  op.compute = compute;
  op.derivative = {backward, backward_formula, jacobian_formula};
  op.in_place = true;
  return op;
}

}  // namespace self_attention::steps
