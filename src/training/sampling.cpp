#include "sampling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "../kernels/kernels.hpp"
#include "../math/elementary_functions.hpp"
#include "../math/random.hpp"
#include "task.hpp"

namespace self_attention::training {
namespace {

MaybeError check_sampling(const SamplingOptions& options, std::size_t symbols) {
  constexpr double least = 0.01, most = 100;
  const double temperature = options.temperature;
  if (temperature != 0 && !(temperature >= least && temperature <= most)) {
    return error("range", "/temperature", "temperature is {}; it must be 0 (greedy), or from {} to {}", temperature,
                 least, most);
  }
  if (options.top_k <= symbols) return {};
  return error("range", "/topK", "top-k is {}; there are {} symbols", options.top_k, symbols);
}

}  // namespace

MaybeError sample(std::span<const float> probabilities, const SamplingOptions& options, std::size_t tokens,
                  Sample& result) {
  const std::size_t symbols = probabilities.size();
  if (auto wrong = check_sampling(options, symbols)) return wrong;
  std::vector<std::size_t> order(symbols);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return probabilities[a] > probabilities[b]; });
  const bool greedy = options.temperature == 0;
  const std::size_t kept = greedy ? 1 : options.top_k == 0 ? symbols : options.top_k;
  result.probabilities.assign(symbols, -std::numeric_limits<float>::infinity());
  for (std::size_t place = 0; place < kept; ++place) {
    const double probability = static_cast<double>(probabilities[order[place]]);
    // Smaller ones are never drawn.
    if (probability >= std::numeric_limits<double>::min()) {
      result.probabilities[order[place]] = static_cast<float>(logarithm(probability));
    }
  }
  const float temperature = greedy ? 1 : static_cast<float>(options.temperature);
  kernels::softmax(result.probabilities.data(), result.probabilities.data(), 1, symbols, temperature);
  // A sum of float32 numbers is only nearly 1.
  double left = 0;
  for (const float probability : result.probabilities) left += static_cast<double>(probability);
  left *= Pcg32(options.seed, for_writing + (static_cast<std::uint64_t>(tokens) << 32U)).uniform();
  result.chosen = order.front();
  for (std::size_t place = 0; place < kept; ++place) {
    const double probability = static_cast<double>(result.probabilities[order[place]]);
    if (probability == 0) break;
    result.chosen = order[place];
    left -= probability;
    if (left < 0) break;
  }
  return {};
}

}  // namespace self_attention::training
