#include "steps.hpp"

namespace self_attention::steps {

Tensor scale(const Tensor& scores, double factor) {
  Tensor scaled = scores;
  scaled.array() *= static_cast<float>(factor);
  return scaled;
}

Description describe_scaled(bool given) {
  const std::string_view right = given ? "(* scale (scores h i j))" : "(/ (scores h i j) (sqrt d_k))";
  return {"scaled", sentence("(= (scaled h i j) {})", {right}), "H T_q T_k"};
}

}  // namespace self_attention::steps
