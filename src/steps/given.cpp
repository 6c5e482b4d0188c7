#include <algorithm>

#include "steps.hpp"

namespace self_attention::steps {

// A matrix is the same for every head.
void copy_given(const RowBlock& block) {
  const Tensor& given = block.given();
  const std::size_t row = (given.dimension() == 3 ? block.head * given.shape(1) : 0) + block.rows.from;
  std::copy_n(given.data() + row * block.width(), block.count() * block.width(), block.out);
}

Op given(StaticString name, StaticString axes, const Tensor& tensor, StaticString formula) {
  return {.name = name, .axes = axes, .formula = formula, .compute = copy_given, .given = &tensor};
}

}  // namespace self_attention::steps
