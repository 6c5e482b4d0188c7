#include "steps.hpp"

namespace self_attention::steps {

Tensor scale(const Tensor& scores, double factor) {
  Tensor scaled = scores;
  scaled *= static_cast<float>(factor);
  return scaled;
}

Description describe_scaled(Literal input, bool given, bool by_model) {
  const Literal format = given      ? "(= (scaled h i j) (* scale ({} h i j)))"
                         : by_model ? "(= (scaled h i j) (/ ({} h i j) (sqrt d_model)))"
                                    : "(= (scaled h i j) (/ ({} h i j) (sqrt d_k)))";
  return {"scaled", sentence(format, {input}), "H T_q T_k"};
}

}  // namespace self_attention::steps
