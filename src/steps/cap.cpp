#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

void cap(float* numbers, std::size_t count, double softcap) {
  const auto bound = static_cast<float>(softcap);
  for (std::size_t at = 0; at < count; ++at) numbers[at] /= bound;
  kernels::tanh(numbers, count);
  kernels::multiply(numbers, bound, count);
}

void cap(const RowBlock& block) {
  cap(block.out, block.count() * block.width(), block.constant(0));
}

Description describe_capped(Literal input) {
  return {"capped", "(= ({} h i j) (* softcap (tanh (/ ({0} h i j) softcap))))", "H T_q T_k", input};
}

}  // namespace self_attention::steps
