#include <algorithm>
#include <cmath>
#include <vector>

#include "steps.hpp"

namespace self_attention::steps {
namespace {

// One row in units of the last decimal: all cut down, and what is then missing from the row's sum given, a unit each,
// to those that lost most; of equals to the first.
void round_row(const float* weights, float* rounded, std::size_t keys, double unit) {
  std::vector<double> lost(keys);
  double sum = 0, whole = 0;
  for (std::size_t key = 0; key < keys; ++key) {
    const double exact = static_cast<double>(weights[key]) * unit;
    const double cut = std::floor(exact);
    lost[key] = exact - cut;
    sum += exact;
    whole += cut;
    rounded[key] = static_cast<float>(cut / unit);
  }
  // NaN, as the mistake overflow-softmax makes it, ends this at once.
  for (double missing = std::nearbyint(sum) - whole; missing > 0; --missing) {
    const auto most = static_cast<std::size_t>(std::max_element(lost.begin(), lost.end()) - lost.begin());
    lost[most] = -1;
    rounded[most] = static_cast<float>((std::floor(static_cast<double>(weights[most]) * unit) + 1) / unit);
  }
}

}  // namespace

Tensor round(const Tensor& weights, std::size_t decimals) {
  const std::size_t keys = weights.extent(2);
  double unit = 1;
  for (; decimals > 0; --decimals) unit *= 10;
  Tensor rounded = Tensor::of_shape({weights.extent(0), weights.extent(1), keys});
  for (std::size_t at = 0; at < weights.size(); at += keys) {
    round_row(weights.data() + at, rounded.data() + at, keys, unit);
  }
  return rounded;
}

Description describe_rounded() {
  return {"rounded", "(= ({} h i j) (round (weights h i j) digits))", "H T_q T_k"};
}

}  // namespace self_attention::steps
