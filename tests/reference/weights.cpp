// Scores to weights. Reducers that keep an axis are evaluated before they are broadcast, because xtensor broadcasts
// such lazy reducers incorrectly.
#include <xtensor/core/xmath.hpp>
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/misc/xmanipulation.hpp>
#include <xtensor/misc/xsort.hpp>

#include "../reference.hpp"

namespace reference {
namespace {

std::size_t last_axis(const Array& array) {
  return array.dimension() - 1;
}

// Each score minus the largest of its row, `maximum`. If every key is hidden, xtensor's maximum is the lowest finite
// number, so every key stays at −∞.
Array below(const Array& scores, const Array& maximum, double temperature) {
  return (scores - maximum) / temperature;
}

Array row_maximum(const Array& scores) {
  return xt::amax(scores, {last_axis(scores)}, xt::keep_dims);
}

}  // namespace

Array softmax(const Array& scores, double temperature) {
  const Array exponentials = xt::exp(below(scores, row_maximum(scores), temperature));
  const Array sum = xt::sum(exponentials, {last_axis(scores)}, xt::keep_dims);
  return xt::where(sum > 0, exponentials / sum, 0.0);
}

Sparsemax sparsemax(const Array& scores, double temperature) {
  const std::size_t axis = last_axis(scores);
  const Array maximum = row_maximum(scores);
  // Relative to the row's maximum, because a large one would swallow the 1.
  const Array z = below(scores, maximum, temperature);
  const Array sorted = xt::flip(xt::sort(z), axis);
  const Array k = xt::arange(1.0, static_cast<double>(scores.shape(axis)) + 1);
  // k(z) = max { k : 1 + k·z_(k) > Σ_{j ≤ k} z_(j) }
  const Array sums = xt::cumsum(sorted, static_cast<std::ptrdiff_t>(axis));
  const Array size = xt::amax(xt::where(1 + k * sorted > sums, k, 0.0), {axis}, xt::keep_dims);
  const Array total = xt::sum(xt::where(k <= size, sorted, 0.0), {axis}, xt::keep_dims);
  const Array threshold = xt::where(size > 0, (total - 1) / size, infinity);
  const Array support = xt::where(z > threshold, 1.0, 0.0);
  const Array above_zero = xt::where(size > 0, maximum / temperature + threshold, 0.0);
  return {support, xt::squeeze(above_zero, axis), xt::where(support > 0, z - threshold, 0.0)};
}

Array rounded(const Array& weights, std::size_t decimals) {
  const double unit = std::pow(10.0, static_cast<double>(decimals));
  const Array cut = xt::floor(weights * unit);
  const Array lost = weights * unit - cut;
  const Array missing = xt::nearbyint(xt::eval(xt::sum(lost, {last_axis(weights)}, xt::keep_dims)));
  // Its rank among the weights of its row that lost most.
  const auto order = xt::argsort(xt::eval(-lost), -1, xt::sorting_method::stable);
  const Array place = xt::cast<double>(xt::argsort(order));
  return (cut + xt::where(place < missing, 1.0, 0.0)) / unit;
}

}  // namespace reference
