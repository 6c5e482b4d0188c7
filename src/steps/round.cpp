#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

struct Rounding {
  std::size_t decimals;
};

// In units of the last decimal, every weight is rounded down. The units that the row's sum then lacks go, one each, to
// the weights that lost most; between equal losses the first wins.
void compute(const RowBlock& block) {
  double unit = 1;
  for (std::size_t decimals = block.settings<Rounding>().decimals; decimals > 0; --decimals) unit *= 10;
  xt::xtensor<double, 1> exact(std::array{block.width()}), lost(std::array{block.width()});
  std::vector<std::size_t> order(block.width());
  for (std::size_t row = 0; row < block.count(); ++row) {
    auto weights = output_row(block, row);
    assign(exact, unit * xt::cast<double>(weights));
    assign(weights, xt::floor(exact));
    assign(lost, exact - xt::floor(exact));
    // Not true for NaN, which the mistake overflow-softmax can cause.
    if (const double missing = std::nearbyint(sum_of(exact)) - sum_of(xt::floor(exact)); missing > 0) {
      const auto count = static_cast<std::ptrdiff_t>(std::min(missing, static_cast<double>(lost.size())));
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::nth_element(order.begin(), order.begin() + count, order.end(),
                       [&](std::size_t a, std::size_t b) { return lost(a) == lost(b) ? a < b : lost(a) > lost(b); });
      std::for_each_n(order.begin(), count, [&](std::size_t column) { ++weights(column); });
    }
    assign(weights, xt::cast<double>(weights) / unit);
  }
}

}  // namespace

Op round(std::size_t decimals) {
  return {.name = "rounded",
          .axes = "H T_q T_k",
          .formula = "(= ({} h i j) (round ({0} h i j) digits))",
          .compute = compute,
          .settings = Rounding{decimals},
          .in_place = true};
}

}  // namespace self_attention::steps
