#include <algorithm>
#include <cmath>

#include "steps.hpp"

namespace self_attention::steps {

Tensor cap(const Tensor& scaled, double softcap) {
  const auto bound = static_cast<float>(softcap);
  Tensor capped = scaled;
  capped /= bound;
  // In place: as one expression with xt::tanh it is the same numbers and 2 kB more of module.
  std::transform(capped.data(), capped.data() + capped.size(), capped.data(), [](float x) { return std::tanh(x); });
  capped *= bound;
  return capped;
}

Description describe_capped(Literal input) {
  return {"capped", "(= ({} h i j) (* softcap (tanh (/ ({0} h i j) softcap))))", "H T_q T_k", {input}};
}

}  // namespace self_attention::steps
