#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

void scale(const RowBlock& block) {
  kernels::multiply(block.out, static_cast<float>(block.constant(0)), block.count() * block.width());
}

Description describe_scaled(Literal input, bool given, bool by_model) {
  return {"scaled",
          given      ? "(= ({} h i j) (* scale ({0} h i j)))"
          : by_model ? "(= ({} h i j) (/ ({0} h i j) (sqrt d_model)))"
                     : "(= ({} h i j) (/ ({0} h i j) (sqrt d_k)))",
          "H T_q T_k", input};
}

}  // namespace self_attention::steps
