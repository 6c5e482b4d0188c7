#include "../waves.hpp"
#include "steps.hpp"

namespace self_attention::steps {

Tensor bias(const Tensor& capped) {
  const std::size_t heads = capped.extent(0), queries = capped.extent(1), keys = capped.extent(2);
  Tensor biased = capped;
  float* cell = biased.data();
  for (std::size_t head = 0; head < heads; ++head) {
    const auto slope = static_cast<float>(half_to(8.0 * static_cast<double>(head + 1) / static_cast<double>(heads)));
    for (std::size_t query = 0; query < queries; ++query) {
      for (std::size_t key = 0; key < keys; ++key, ++cell) {
        *cell -= slope * static_cast<float>(query < key ? key - query : query - key);
      }
    }
  }
  return biased;
}

Description describe_biased(Literal input) {
  return {
      "biased", "(= ({} h i j) (- ({0} h i j) (* (pow 2 (/ (* -8 (+ h 1)) H)) (abs (- i j)))))", "H T_q T_k", {input}};
}

}  // namespace self_attention::steps
