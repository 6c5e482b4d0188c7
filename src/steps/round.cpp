#include <algorithm>
#include <cmath>

#include "steps.hpp"

namespace self_attention::steps {

Tensor round(const Tensor& weights, std::size_t decimals) {
  double unit = 1;
  for (; decimals > 0; --decimals) unit *= 10;
  Tensor rounded = weights;
  std::transform(rounded.data(), rounded.data() + rounded.size(), rounded.data(), [unit](float weight) {
    return static_cast<float>(std::nearbyint(static_cast<double>(weight) * unit) / unit);
  });
  return rounded;
}

Description describe_rounded() {
  return {"rounded", "(= (rounded h i j) (round (weights h i j) digits))", "H T_q T_k"};
}

}  // namespace self_attention::steps
