#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "steps.hpp"

namespace self_attention::steps {
namespace {

// One row in units of the last decimal: all cut down, and what is then missing from the row's sum given, a unit each,
// to those that lost most; of equals to the first.
void round_row(float* weights, std::span<double> lost, std::span<std::size_t> order, double unit) {
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
  // NaN, as the mistake overflow-softmax makes it, is not greater.
  if (const double missing = std::nearbyint(sum) - whole; missing > 0) {
    const auto count = static_cast<std::ptrdiff_t>(std::min(missing, static_cast<double>(lost.size())));
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::nth_element(order.begin(), order.begin() + count, order.end(), [&](std::size_t one, std::size_t other) {
      return lost[one] == lost[other] ? one < other : lost[one] > lost[other];
    });
    for (const std::size_t column : order.first(static_cast<std::size_t>(count))) ++weights[column];
  }
  for (float* end = weight; weights != end; ++weights)
    *weights = static_cast<float>(static_cast<double>(*weights) / unit);
}

}  // namespace

void round(const RowBlock& block) {
  double unit = 1;
  for (double decimals = block.constant(0); decimals > 0; --decimals) unit *= 10;
  std::vector<double> lost(block.width());
  std::vector<std::size_t> order(block.width());
  for (std::size_t row = 0; row < block.count(); ++row) round_row(block.out + row * block.width(), lost, order, unit);
}

Description describe_rounded() {
  return {"rounded", "(= ({} h i j) (round (weights h i j) digits))", "H T_q T_k"};
}

}  // namespace self_attention::steps
