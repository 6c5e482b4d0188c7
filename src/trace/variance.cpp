#include <cmath>
#include <limits>
#include <numeric>

#include "../attention.hpp"
#include "../steps/views.hpp"

namespace self_attention {

using steps::assign;
using steps::row_at;
using steps::sum_of;

void row_sums(float* numbers, std::size_t rows, std::size_t columns) {
  for (std::size_t row = 0; row < rows; ++row) {
    const float sum = sum_of(row_at(numbers + row * columns, columns));
    numbers[row] = std::isfinite(sum) ? sum : std::numeric_limits<float>::quiet_NaN();
  }
}

double variance(const float* data, std::size_t count) {
  const auto cells = xt::cast<double>(row_at(data, count));
  const auto finite = xt::isfinite(cells);
  const double seen = sum_of(xt::where(finite, 1.0, 0.0));
  if (seen == 0) return 0;
  const double mean = sum_of(xt::where(finite, cells, 0.0)) / seen;
  return sum_of(xt::where(finite, xt::square(cells - mean), 0.0)) / seen;
}

// Welford's running variance of each column. It takes one pass over the pairs of q and k and never subtracts two large
// sums.
Tensor score_variances(const Tensor& q, const Tensor& k) {
  const std::size_t d_k = q.shape(2), queries = q.shape(1), keys = k.shape(1);
  const std::size_t group = q.shape(0) / k.shape(0);
  xt::xtensor<double, 1> products(std::array{d_k}), deviations(std::array{d_k});
  xt::xtensor<double, 1> means = xt::zeros<double>({d_k}), squares = xt::zeros<double>({d_k});
  double pairs = 0;
  for (std::size_t row = 0; row < q.shape(0) * queries; ++row) {
    const auto query = xt::cast<double>(row_at(q.data() + row * d_k, d_k));
    const float* keys_of_head = k.data() + row / queries / group * keys * d_k;
    for (std::size_t key = 0; key < keys; ++key) {
      assign(products, query * xt::cast<double>(row_at(keys_of_head + key * d_k, d_k)));
      std::partial_sum(products.data(), products.data() + d_k, products.data());
      ++pairs;
      assign(deviations, products - means);
      assign(means, means + deviations / pairs);
      assign(squares, squares + deviations * (products - means));
    }
  }
  Tensor variances(Tensor::shape_type{d_k});
  assign(variances, squares / pairs);
  return variances;
}

}  // namespace self_attention
