#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "steps.hpp"

namespace self_attention::steps {
namespace {

// One row in units of the last decimal: all cut down, and what is then missing from the row's sum given, a unit each,
// to those that lost most; of equals to the first.
void round_row(float* weights, std::span<double> lost, double unit) {
  double sum = 0, whole = 0;
  float* weight = weights;
  for (double& rest : lost) {
    const double exact = static_cast<double>(*weight) * unit;
    const double cut = std::floor(exact);
    rest = exact - cut;
    sum += exact;
    whole += cut;
    *weight++ = static_cast<float>(cut);
  }
  // NaN, as the mistake overflow-softmax makes it, ends this at once.
  for (double missing = std::nearbyint(sum) - whole; missing > 0; --missing) {
    const auto most = std::max_element(lost.begin(), lost.end());
    *most = -1;
    ++weights[most - lost.begin()];
  }
  for (float* end = weight; weights != end; ++weights)
    *weights = static_cast<float>(static_cast<double>(*weights) / unit);
}

}  // namespace

void round(const RowBlock& block) {
  double unit = 1;
  for (double decimals = block.constant(0); decimals > 0; --decimals) unit *= 10;
  std::vector<double> lost(block.width());
  for (std::size_t row = 0; row < block.count(); ++row) round_row(block.out + row * block.width(), lost, unit);
}

Description describe_rounded() {
  return {"rounded", "(= ({} h i j) (round (weights h i j) digits))", "H T_q T_k"};
}

}  // namespace self_attention::steps
