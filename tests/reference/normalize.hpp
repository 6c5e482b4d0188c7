// Scores to weights, row by row: softmax, sparsemax (Martins & Astudillo 2016, arXiv:1602.02068), decimals.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "numbers.hpp"

namespace reference {

// softmax(row / temperature); zeros when every key is hidden.
inline Row softmax(const Row& row, double temperature) {
  const double maximum = *std::max_element(row.begin(), row.end());
  Row weights(row.size(), 0.0);
  if (maximum == -infinity) return weights;
  double sum = 0;
  for (std::size_t j = 0; j < row.size(); ++j) sum += weights[j] = std::exp((row[j] - maximum) / temperature);
  for (double& weight : weights) weight /= sum;
  return weights;
}

struct Sparse {
  Row support, weights;  // support: 1 where the weight is not 0
  double threshold = 0;
};

// The point of the simplex nearest to row / temperature (Algorithm 1 of the paper). Zeros when every key is hidden.
inline Sparse sparsemax(const Row& row, double temperature) {
  Sparse sparse{Row(row.size(), 0.0), Row(row.size(), 0.0), 0};
  Row sorted;
  for (const double number : row) {
    if (number != -infinity) sorted.push_back(number / temperature);
  }
  if (sorted.empty()) return sparse;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0;
  for (std::size_t count = 1; count <= sorted.size(); ++count) {
    sum += sorted[count - 1];
    const double size = static_cast<double>(count);
    if (1 + size * sorted[count - 1] > sum) sparse.threshold = (sum - 1) / size;
  }
  for (std::size_t j = 0; j < row.size(); ++j) {
    sparse.support[j] = row[j] / temperature > sparse.threshold ? 1 : 0;
    sparse.weights[j] = std::max(0.0, row[j] / temperature - sparse.threshold);
  }
  return sparse;
}

// To so many decimals, ties to even, as np.round does.
inline double rounded(double number, std::size_t decimals) {
  const double unit = std::pow(10.0, static_cast<double>(decimals));
  return std::nearbyint(number * unit) / unit;
}

}  // namespace reference
