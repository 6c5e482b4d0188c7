#include <bit>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../math/elementary_functions.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

std::size_t power_of_two_in(std::size_t heads) {
  return std::bit_floor(heads);
}

float alibi_slope(Positions::Slopes slopes, std::size_t head, std::size_t heads) {
  const std::size_t power = power_of_two_in(heads);
  if (slopes == Positions::Slopes::reference && head >= power) {
    // Every other slope of twice as many heads.
    return alibi_slope(slopes, 2 * (head - power), 2 * power);
  }
  const std::size_t steps = slopes == Positions::Slopes::reference ? power : heads;
  return static_cast<float>(half_to(8.0 * static_cast<double>(head + 1) / static_cast<double>(steps)));
}

namespace {

struct Bias {
  Positions::Slopes slopes;
};

void compute(const RowBlock& block) {
  const float slope = alibi_slope(block.settings<Bias>().slopes, block.head, block.step.heads);
  const xt::xtensor<float, 1> key = xt::arange(static_cast<float>(block.width()));
  for (std::size_t row = 0; row < block.count(); ++row) {
    const auto query = static_cast<float>(block.rows.from + row);
    auto scores = output_row(block, row);
    assign(scores, scores - slope * xt::abs(query - key));
  }
}

// The bias does not depend on the scores, so the gradient passes unchanged.
void backward(const Backward& back) {
  for (std::size_t head = 0; head < back.heads(); ++head) back.gradient_to(0, head) += back.gradient_of(head);
}

std::string backward_formula(const BackwardFormula& back) {
  return back.same_cell();
}

}  // namespace

Op bias(Positions::Slopes slopes, std::size_t heads) {
  // For a power of two, both are the same.
  const bool geometric = slopes == Positions::Slopes::geometric || power_of_two_in(heads) == heads;
  return {.name = "biased",
          .axes = "H T_q T_k",
          .formula = geometric
                         ? "(= ({} h i j) (- ({0} h i j) (* (pow 2 (/ (* -8 (+ h 1)) H)) (abs (- i j)))))"
                         : "(= ({} h i j) (- ({0} h i j) (* (where (<= (+ h 1) H_2) (pow 2 (/ (* -8 (+ h 1)) H_2))"
                           " (pow 2 (/ (* -8 (+ (* 2 (- h H_2)) 1)) (* 2 H_2)))) (abs (- i j)))))",
          .compute = compute,
          .derivative = {backward, backward_formula},
          .settings = Bias{slopes},
          .in_place = true};
}

}  // namespace self_attention::steps
