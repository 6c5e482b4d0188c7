#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../math/elementary_functions.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

using namespace formula_text;

void bias(const RowBlock& block) {
  const auto slope =
      static_cast<float>(half_to(8.0 * static_cast<double>(block.head + 1) / static_cast<double>(block.step.heads)));
  const xt::xtensor<float, 1> key = xt::arange(static_cast<float>(block.width()));
  for (std::size_t at = 0; at < block.count(); ++at) {
    const auto query = static_cast<float>(block.rows.from + at);
    auto scores = output_row(block, at);
    assign(scores, scores - slope * xt::abs(query - key));
  }
}

// What is taken off does not depend on the scores.
void bias_backward(const Backward& back) {
  for (std::size_t head = 0; head < back.heads(); ++head) back.gradient_to(0, head) += back.gradient_of(head);
}

std::string bias_backward_formula(const BackwardFormula& back) {
  return back.same_cell();
}

Description describe_biased(Literal input) {
  return {"biased", "(= ({} h i j) (- ({0} h i j) (* (pow 2 (/ (* -8 (+ h 1)) H)) (abs (- i j)))))", "H T_q T_k",
          input};
}

}  // namespace self_attention::steps
