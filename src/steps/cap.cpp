#include "steps.hpp"

namespace self_attention::steps {

Tensor cap(const Tensor& scaled, double softcap) {
  const auto bound = static_cast<float>(softcap);
  return bound * xt::tanh(scaled.array() / bound);
}

Description describe_capped(std::string_view input) {
  return {"capped", sentence("(= (capped h i j) (* softcap (tanh (/ ({} h i j) softcap))))", {input}), "H T_q T_k"};
}

}  // namespace self_attention::steps
