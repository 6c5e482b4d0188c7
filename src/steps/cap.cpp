#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;

struct Cap {
  double softcap;
};

void compute(const RowBlock& block) {
  cap(block.out, block.count() * block.width(), block.settings<Cap>().softcap);
}

void backward(const Backward& back) {
  const auto softcap = static_cast<float>(back.settings<Cap>().softcap);
  for (std::size_t head = 0; head < back.heads(); ++head) {
    back.gradient_to(0, head) += back.gradient_of(head) * (1.0F - xt::square(back.numbers(head) / softcap));
  }
}

std::string backward_formula(const BackwardFormula& back) {
  return times(back.d("h i j"), list("-", "1", list("pow", list("/", back.s("h i j"), "softcap"), "2")));
}

}  // namespace

void cap(float* numbers, std::size_t count, double softcap) {
  const auto bound = static_cast<float>(softcap);
  auto scores = row_at(numbers, count);
  assign(scores, scores / bound);
  kernels::tanh(numbers, count);
  assign(scores, bound * scores);
}

Op cap(double softcap) {
  return {.name = "capped",
          .axes = "H T_q T_k",
          .formula = "(= ({} h i j) (* softcap (tanh (/ ({0} h i j) softcap))))",
          .compute = compute,
          .derivative = {backward, backward_formula},
          .settings = Cap{softcap},
          .in_place = true};
}

}  // namespace self_attention::steps
