#include <algorithm>

#include "steps.hpp"

namespace self_attention::steps {

void copy_given(const RowBlock& block) {
  std::copy_n(block.given().data() + block.rows.from * block.width(), block.count() * block.width(), block.out);
}

Op given(StaticString name, StaticString axes, const Tensor& tensor, StaticString formula) {
  return {.name = name, .axes = axes, .formula = formula, .compute = copy_given, .given = &tensor};
}

}  // namespace self_attention::steps
