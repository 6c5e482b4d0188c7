#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

struct Inputs {
  enum : std::size_t { first, second };
};

void compute(const RowBlock& block) {
  auto sum = output_of(block);
  assign(sum, sum + input_of(block, Inputs::second));
}

void backward(const Backward& back) {
  for (std::size_t head = 0; head < back.heads(); ++head) {
    back.gradient_to(Inputs::first, head) += back.gradient_of(head);
    back.gradient_to(Inputs::second, head) += back.gradient_of(head);
  }
}

std::string backward_formula(const BackwardFormula& back) {
  return back.same_cell();
}

}  // namespace

Op sum(StaticString name, StaticString axes, StaticString formula) {
  return {.name = name,
          .axes = axes,
          .formula = formula,
          .inputs = {Dependency::same_row, Dependency::same_row},
          .compute = compute,
          .derivative = {backward, backward_formula},
          .in_place = true};
}

Op added(StaticString name) {
  return sum(name, "T_q d_model", "(= ({} i m) (+ ({0} i m) ({1} i m)))");
}

}  // namespace self_attention::steps
