#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

using namespace formula_text;

void scale(const RowBlock& block) {
  auto scores = output_of(block);
  assign(scores, static_cast<float>(block.constant(0)) * scores);
}

void scale_backward(const Backward& back) {
  for (std::size_t head = 0; head < back.heads(); ++head) {
    back.gradient_to(0, head) += static_cast<float>(back.constant(0)) * back.gradient_of(head);
  }
}

std::string scale_backward_formula(const BackwardFormula& back) {
  const bool given = std::string_view(back.step.form).find("(* scale") != std::string_view::npos;
  return given ? times("scale", back.d("h i j")) : list("/", back.d("h i j"), "(sqrt d_k)");
}

Description describe_scaled(Literal input, bool given, bool by_model) {
  return {"scaled",
          given      ? "(= ({} h i j) (* scale ({0} h i j)))"
          : by_model ? "(= ({} h i j) (/ ({0} h i j) (sqrt d_model)))"
                     : "(= ({} h i j) (/ ({0} h i j) (sqrt d_k)))",
          "H T_q T_k", input};
}

}  // namespace self_attention::steps
