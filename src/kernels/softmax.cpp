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

// exp((scores − maximum) / temperature) into `weights`; returns their sum, added lane by lane and then across. What is
// missing from the last lanes counts as hidden: it adds 0.
float exponentiate(const float* scores, float* weights, std::size_t columns, float maximum, float temperature) {
  const Lanes shift(maximum);
  const Lanes divisor(temperature);
  Lanes sums(0.0F);
  std::array<float, lanes> part;
  for (std::size_t column = 0; column < columns; column += lanes) {
    const std::size_t width = std::min(lanes, columns - column);
    part.fill(hidden);
    std::copy_n(scores + column, width, part.begin());
    const Lanes power = xsimd::exp((Lanes::load_unaligned(part.data()) - shift) / divisor);
    power.store_unaligned(part.data());
    std::copy_n(part.begin(), width, weights + column);
    sums += power;
  }
  return xsimd::reduce_add(sums);
}

}  // namespace

void softmax(const float* scores, float* weights, std::size_t rows, std::size_t columns, float temperature,
             bool stable) {
  for (std::size_t row = 0; row < rows; ++row, scores += columns, weights += columns) {
    const float maximum = *std::max_element(scores, scores + columns);
    if (maximum == hidden) {
      std::fill_n(weights, columns, 0.0F);
      continue;
    }
    const float sum = exponentiate(scores, weights, columns, stable ? maximum : 0, temperature);
    for (std::size_t column = 0; column < columns; ++column) weights[column] /= sum;
  }
}

std::size_t first_not_finite(const float* data, std::size_t count, bool allow_hidden) {
  // 0 times a number is 0, but NaN for what is not finite: one look at the sum says whether there is anything to find.
  Lanes zeros(0.0F);
  std::size_t index = 0;
  for (; index + lanes <= count; index += lanes) zeros += Lanes::load_unaligned(data + index) * Lanes(0.0F);
  if (xsimd::reduce_add(zeros) == 0) {
    data += index;
  } else {
    index = 0;
  }
  const auto wrong = [&](float number) { return !std::isfinite(number) && !(allow_hidden && number == hidden); };
  return index + static_cast<std::size_t>(std::find_if(data, data + (count - index), wrong) - data);
}

}  // namespace self_attention::kernels
