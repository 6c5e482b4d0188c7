#include "../waves.hpp"
#include "steps.hpp"

namespace self_attention::steps {

void bias(const RowBlock& block) {
  const auto slope =
      static_cast<float>(half_to(8.0 * static_cast<double>(block.head + 1) / static_cast<double>(block.step.heads)));
  float* cell = block.out;
  for (std::size_t query = block.rows.from; query < block.rows.to; ++query) {
    for (std::size_t key = 0; key < block.width(); ++key, ++cell) {
      *cell -= slope * static_cast<float>(query < key ? key - query : query - key);
    }
  }
}

Description describe_biased(Literal input) {
  return {"biased", "(= ({} h i j) (- ({0} h i j) (* (pow 2 (/ (* -8 (+ h 1)) H)) (abs (- i j)))))", "H T_q T_k",
          input};
}

}  // namespace self_attention::steps
