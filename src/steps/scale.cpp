#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

void scale(const RowBlock& block) {
  auto scores = output_of(block);
  assign(scores, static_cast<float>(block.constant(0)) * scores);
}

Description describe_scaled(Literal input, bool given, bool by_model) {
  return {"scaled",
          given      ? "(= ({} h i j) (* scale ({0} h i j)))"
          : by_model ? "(= ({} h i j) (/ ({0} h i j) (sqrt d_model)))"
                     : "(= ({} h i j) (/ ({0} h i j) (sqrt d_k)))",
          "H T_q T_k", input};
}

}  // namespace self_attention::steps
