#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

struct Scale {
  float factor;
  Factor kind;
};

void compute(const RowBlock& block) {
  auto scores = output_of(block);
  assign(scores, block.settings<Scale>().factor * scores);
}

void backward(const Backward& back) {
  for (std::size_t head = 0; head < back.heads(); ++head) {
    back.gradient_to(0, head) += back.settings<Scale>().factor * back.gradient_of(head);
  }
}

std::string backward_formula(const BackwardFormula& back) {
  const Factor kind = back.settings<Scale>().kind;
  if (kind == Factor::given) return formula_text::times("scale", back.d("h i j"));
  return formula_text::list("/", back.d("h i j"), kind == Factor::d_k ? "(sqrt d_k)" : "(sqrt d_model)");
}

StaticString formula_of(Factor kind) {
  switch (kind) {
    case Factor::given:
      return "(= ({} h i j) (* scale ({0} h i j)))";
    case Factor::d_k:
      return "(= ({} h i j) (/ ({0} h i j) (sqrt d_k)))";
    case Factor::d_model:
      break;
  }
  return "(= ({} h i j) (/ ({0} h i j) (sqrt d_model)))";
}

}  // namespace

Op scale(double factor, Factor kind) {
  return {.name = "scaled",
          .axes = "H T_q T_k",
          .formula = formula_of(kind),
          .compute = compute,
          .derivative = {backward, backward_formula},
          .settings = Scale{static_cast<float>(factor), kind},
          .in_place = true};
}

}  // namespace self_attention::steps
