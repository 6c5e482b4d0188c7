// The block around attention: LayerNorm (Ba et al. 2016, arXiv:1607.06450), RMSNorm (Zhang & Sennrich 2019,
// arXiv:1910.07467), feed-forward with ReLU or GELU in its tanh form (Hendrycks & Gimpel 2016, arXiv:1606.08415).
#pragma once

#include <algorithm>
#include <cmath>

#include "numbers.hpp"

namespace reference {

inline constexpr double epsilon = 1e-5;

// `mean` and `variance` of each row for LayerNorm; RMSNorm has the mean square in `variance` and no mean.
struct Normed {
  Row mean, variance;
  Rows x;
};

// gamma, beta: empty means 1 and 0.
inline Normed normed(const Rows& x, bool rms, const Row& gamma, const Row& beta) {
  Normed result{{}, {}, x};
  for (Row& row : result.x) {
    const double count = static_cast<double>(row.size());
    double mean = 0, square = 0;
    for (const double number : row) mean += number / count;
    if (rms) mean = 0;
    for (const double number : row) square += (number - mean) * (number - mean) / count;
    for (std::size_t m = 0; m < row.size(); ++m) {
      row[m] = (row[m] - mean) / std::sqrt(square + epsilon) * (gamma.empty() ? 1 : gamma[m]);
      if (!rms && !beta.empty()) row[m] += beta[m];
    }
    if (!rms) result.mean.push_back(mean);
    result.variance.push_back(square);
  }
  return result;
}

inline double relu(double x) {
  return std::max(x, 0.0);
}

inline double gelu(double x) {
  const double pi = std::acos(-1.0);
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / pi) * (x + 0.044715 * x * x * x)));
}

inline Rows activated(Rows rows, double (*activation)(double)) {
  for (Row& row : rows) {
    for (double& number : row) number = activation(number);
  }
  return rows;
}

}  // namespace reference
