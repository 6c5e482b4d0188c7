#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "kernels.hpp"
#include "lanes.hpp"

namespace self_attention::kernels {
namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();

// exp((scores − maximum) / temperature) into `weights`; returns their sum, added lane by lane and then across.
float exponentiate(const float* scores, float* weights, std::size_t columns, float maximum, float temperature) {
  const Lanes shift(maximum);
  const Lanes divisor(temperature);
  Lanes sums(0.0F);
  std::size_t column = 0;
  const auto exponential = [&](Lanes score) { return xsimd::exp((score - shift) / divisor); };
  for (; column + lanes <= columns; column += lanes) {
    const Lanes power = exponential(Lanes::load_unaligned(scores + column));
    power.store_unaligned(weights + column);
    sums += power;
  }
  if (column < columns) {
    std::array<float, lanes> tail;
    tail.fill(hidden);
    std::copy(scores + column, scores + columns, tail.begin());
    const Lanes power = exponential(Lanes::load_unaligned(tail.data()));
    power.store_unaligned(tail.data());
    std::copy_n(tail.begin(), columns - column, weights + column);
    sums += power;
  }
  return xsimd::reduce_add(sums);
}

}  // namespace

void softmax(const float* scores, float* weights, std::size_t rows, std::size_t columns, float temperature) {
  for (std::size_t row = 0; row < rows; ++row, scores += columns, weights += columns) {
    const float maximum = *std::max_element(scores, scores + columns);
    if (maximum == hidden) {
      std::fill_n(weights, columns, 0.0F);
      continue;
    }
    const float sum = exponentiate(scores, weights, columns, maximum, temperature);
    for (std::size_t column = 0; column < columns; ++column) weights[column] /= sum;
  }
}

std::size_t first_not_finite(const float* data, std::size_t count, bool allow_hidden) {
  const auto wrong = [&](float number) { return !std::isfinite(number) && !(allow_hidden && number == hidden); };
  return static_cast<std::size_t>(std::find_if(data, data + count, wrong) - data);
}

}  // namespace self_attention::kernels
