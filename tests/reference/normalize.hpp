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

// The point of the simplex nearest to row / temperature (Algorithm 1 of the paper), from the row's maximum down, since
// a large one would swallow the 1. Zeros when every key is hidden.
inline Sparse sparsemax(const Row& row, double temperature) {
  Sparse sparse{Row(row.size(), 0.0), Row(row.size(), 0.0), 0};
  const double maximum = *std::max_element(row.begin(), row.end());
  if (maximum == -infinity) return sparse;
  Row below = row;
  for (double& number : below) number = (number - maximum) / temperature;
  Row sorted = below;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0, threshold = 0;
  for (std::size_t count = 1; count <= sorted.size() && sorted[count - 1] != -infinity; ++count) {
    sum += sorted[count - 1];
    const double size = static_cast<double>(count);
    if (1 + size * sorted[count - 1] > sum) threshold = (sum - 1) / size;
  }
  for (std::size_t j = 0; j < row.size(); ++j) {
    sparse.support[j] = below[j] > threshold ? 1 : 0;
    sparse.weights[j] = std::max(0.0, below[j] - threshold);
  }
  sparse.threshold = maximum / temperature + threshold;
  return sparse;
}

// A row to so many decimals by the method of the largest remainder, so that it adds up to what it did: all are cut
// down, and what is missing goes, a unit each, to those that lost most; of equals to the first.
inline Row rounded(const Row& row, std::size_t decimals) {
  const double unit = std::pow(10.0, static_cast<double>(decimals));
  Row cut, lost;
  double missing = 0;
  for (const double number : row) {
    cut.push_back(std::floor(number * unit));
    lost.push_back(number * unit - cut.back());
    missing += lost.back();
  }
  for (missing = std::nearbyint(missing); missing > 0; --missing) {
    const auto most = std::max_element(lost.begin(), lost.end());
    cut[static_cast<std::size_t>(most - lost.begin())] += 1;
    *most = -1;
  }
  for (double& number : cut) number /= unit;
  return cut;
}

}  // namespace reference
