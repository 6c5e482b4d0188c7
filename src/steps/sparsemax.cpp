#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

using namespace formula_text;

namespace {

// What to take off the scores of a row, each less the highest and divided by the temperature: `below`, of doubles, so
// that large scores do not swallow the 1. By Michelot's algorithm: what is below the threshold of all that is left
// leaves, until nothing does. Each round drops a score or ends (one on the very threshold may come back by rounding:
// that ends it too), and two or three are usual.
double threshold_of(const xt::xtensor<double, 1>& below) {
  double threshold = -1;
  for (double left = std::numeric_limits<double>::infinity();;) {
    const double count = sum_of(xt::where(below > threshold, 1.0, 0.0));
    // A row that is hidden as a whole takes nothing off: its weights are 0 as they are.
    if (count >= left || count == 0) return threshold;
    left = count;
    threshold = (sum_of(xt::where(below > threshold, below, 0.0)) - 1) / count;
  }
}

template <class Row>
double highest_of(const Row& scores) {
  return static_cast<double>(*std::max_element(scores.data(), scores.data() + scores.size()));
}

// Each cell of `out` becomes what `of` makes of how far it stands above the threshold.
template <class Of>
void above_threshold(const RowBlock& block, const Of& of) {
  const double temperature = block.constant(0);
  xt::xtensor<double, 1> below(std::array{block.width()});
  for (std::size_t at = 0; at < block.count(); ++at) {
    auto scores = output_row(block, at);
    assign(below, (xt::cast<double>(scores) - highest_of(scores)) / temperature);
    const double threshold = threshold_of(below);
    assign(scores, of(below - threshold));
  }
}

}  // namespace

void sparsemax_support(const RowBlock& block) {
  above_threshold(block, [](const auto& above) { return xt::where(above > 0.0, 1.0, 0.0); });
}

void sparsemax_threshold(const RowBlock& block) {
  const double temperature = block.constant(0);
  xt::xtensor<double, 1> below(std::array{block.input(0).width});
  for (std::size_t at = 0; at < block.count(); ++at) {
    const auto scores = input_row(block, 0, at);
    const double highest = highest_of(scores);
    assign(below, (xt::cast<double>(scores) - highest) / temperature);
    const double threshold = highest / temperature + threshold_of(below);
    block.out[at] = std::isfinite(highest) ? static_cast<float>(threshold) : 0;
  }
}

void sparsemax(const RowBlock& block) {
  // Where nothing is seen there is no number to compare: that is 0 too.
  above_threshold(block, [](const auto& above) { return xt::where(above > 0.0, above, 0.0); });
}

// The Jacobian of a row is (diag(s) − s·sᵀ/|s|) / temperature, s being 1 in its support (Martins & Astudillo 2016,
// section 2.5).
void sparsemax_backward(const Backward& back) {
  const auto temperature = static_cast<float>(back.constant(0));
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto gradient = back.gradient_of(head);
    const FloatMatrix support = xt::cast<float>(back.numbers(head) > 0.0F), each = support * gradient;
    const xt::xtensor<float, 1> sizes = xt::sum(support, {1}), sums = xt::sum(each, {1});
    const FloatMatrix mean = xt::expand_dims(sums / xt::maximum(sizes, 1.0F), 1);
    back.gradient_to(0, head) += support * (gradient - mean) / temperature;
  }
}

std::string sparsemax_backward_formula(const BackwardFormula& back) {
  const auto among = [&](const std::string& j, const std::string& number) {
    return list("where", list("<=", back.s("h i " + j), "0"), "0", number);
  };
  const std::string mean =
      list("/", sum_over("j'", "T_k", among("j'", back.d("h i j'"))), sum_over("j'", "T_k", among("j'", "1")));
  return back.through_temperature(among("j", list("-", back.d("h i j"), mean)));
}

std::string sparsemax_jacobian_formula(const BackwardFormula& back) {
  const std::string delta = list("where", is_equal("j", "j'"), "1", "0");
  const std::string share = list("/", "(support h i j')", sum_over("s", "T_k", "(support h i s)"));
  return back.through_temperature(times("(support h i j)", list("-", delta, share)));
}

Description describe_support(Literal input, bool temperature) {
  // In the support: what stands above it does so by less than 1 in all. What is hidden never is.
  return {"support",
          "(= ({} h i j) {2?(where (<= (masked h i j) -inf) 0 }(where (<= 1 (sum j' T_k (max 0"
          " (- {1?(/ }({0} h i j'){1? temperature)} {1?(/ }({0} h i j){1? temperature)})))) 0 1){2?)})",
          "H T_q T_k",
          input,
          when(temperature),
          when(input == "masked")};
}

Description describe_threshold(Literal input, bool temperature) {
  // Nothing is in the support of a row that is hidden as a whole: 0/0, which is 0.
  return {"threshold",
          "(= ({} h i) (/ (- (sum j T_k (where (<= 1 (support h i j)) {1?(/ }({0} h i j){1? temperature)} 0)) {2})"
          " (sum j T_k (support h i j))))",
          "H T_q",
          input,
          when(temperature),
          input == "masked" ? "(min 1 (sum j T_k (support h i j)))" : "1"};
}

Description describe_sparsemax(Literal input, bool temperature) {
  return {"weights", "(= ({} h i j) (max 0 (- {1?(/ }({0} h i j){1? temperature)} (threshold h i))))", "H T_q T_k",
          input, when(temperature)};
}

}  // namespace self_attention::steps
