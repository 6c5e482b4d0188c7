#include "../kernels/kernels.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

void cap(float* numbers, std::size_t count, double softcap) {
  const auto bound = static_cast<float>(softcap);
  auto scores = row_at(numbers, count);
  assign(scores, scores / bound);
  kernels::tanh(numbers, count);
  assign(scores, bound * scores);
}

void cap(const RowBlock& block) {
  cap(block.out, block.count() * block.width(), block.constant(0));
}

Description describe_capped(Literal input) {
  return {"capped", "(= ({} h i j) (* softcap (tanh (/ ({0} h i j) softcap))))", "H T_q T_k", input};
}

}  // namespace self_attention::steps
