#include "measures.hpp"

namespace self_attention::training {
namespace {

// The mean weight at the key `key_of(query)` over the queries from `first` on.
template <class KeyOf>
double mean_at(const float* weights, std::size_t tokens, std::size_t first, const KeyOf& key_of) {
  if (tokens <= first) return 0;
  double sum = 0;
  for (std::size_t query = first; query < tokens; ++query) {
    sum += static_cast<double>(weights[query * tokens + key_of(query)]);
  }
  return sum / static_cast<double>(tokens - first);
}

}  // namespace

double previous_token(const float* weights, std::size_t tokens) {
  return mean_at(weights, tokens, 1, [](std::size_t query) { return query - 1; });
}

double first_token(const float* weights, std::size_t tokens) {
  return mean_at(weights, tokens, 1, [](std::size_t) { return std::size_t{0}; });
}

double prefix_matching(const float* weights, std::size_t tokens, std::size_t period) {
  return mean_at(weights, tokens, period, [period](std::size_t query) { return query - period + 1; });
}

double same_token(const float* weights, std::size_t tokens, std::size_t period) {
  return mean_at(weights, tokens, period, [period](std::size_t query) { return query - period; });
}

}  // namespace self_attention::training
