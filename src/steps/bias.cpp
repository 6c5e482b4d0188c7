#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../math/elementary_functions.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

void compute(const RowBlock& block) {
  const auto slope =
      static_cast<float>(half_to(8.0 * static_cast<double>(block.head + 1) / static_cast<double>(block.step.heads)));
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

Op bias() {
  return {.name = "biased",
          .axes = "H T_q T_k",
          .formula = "(= ({} h i j) (- ({0} h i j) (* (pow 2 (/ (* -8 (+ h 1)) H)) (abs (- i j)))))",
          .compute = compute,
          .derivative = {backward, backward_formula},
          .in_place = true};
}

}  // namespace self_attention::steps
