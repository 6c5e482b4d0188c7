#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

// A row in units of the last decimal: all cut down, and what is then missing from the row's sum given, a unit each, to
// those that lost most; of equals to the first.
void round(const RowBlock& block) {
  double unit = 1;
  for (double decimals = block.constant(0); decimals > 0; --decimals) unit *= 10;
  xt::xtensor<double, 1> exact(std::array{block.width()}), lost(std::array{block.width()});
  std::vector<std::size_t> order(block.width());
  for (std::size_t at = 0; at < block.count(); ++at) {
    auto weights = output_row(block, at);
    assign(exact, unit * xt::cast<double>(weights));
    assign(weights, xt::floor(exact));
    assign(lost, exact - xt::floor(exact));
    // NaN, as the mistake overflow-softmax makes it, is not greater.
    if (const double missing = std::nearbyint(sum_of(exact)) - sum_of(xt::floor(exact)); missing > 0) {
      const auto count = static_cast<std::ptrdiff_t>(std::min(missing, static_cast<double>(lost.size())));
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::nth_element(order.begin(), order.begin() + count, order.end(), [&](std::size_t one, std::size_t other) {
        return lost(one) == lost(other) ? one < other : lost(one) > lost(other);
      });
      std::for_each_n(order.begin(), count, [&](std::size_t column) { ++weights(column); });
    }
    assign(weights, xt::cast<double>(weights) / unit);
  }
}

Description describe_rounded() {
  return {"rounded", "(= ({} h i j) (round (weights h i j) digits))", "H T_q T_k"};
}

}  // namespace self_attention::steps
