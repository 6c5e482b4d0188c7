#include "head_patterns.hpp"

#include <limits>

namespace self_attention {
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

// The mean weight so many places after the last occurrence, over the tokens that have one.
double mean_after(const float* weights, const LastOccurrences& last, std::size_t distance) {
  double sum = 0, repeated = 0;
  for (std::size_t query = 0; query < last.size(); ++query) {
    if (last[query] == query) continue;
    sum += static_cast<double>(weights[query * last.size() + last[query] + distance]);
    ++repeated;
  }
  return repeated == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / repeated;
}

}  // namespace

double previous_token(const float* weights, std::size_t tokens) {
  return mean_at(weights, tokens, 1, [](std::size_t query) { return query - 1; });
}

double first_token(const float* weights, std::size_t tokens) {
  return mean_at(weights, tokens, 1, [](std::size_t) { return std::size_t{0}; });
}

LastOccurrences last_occurrences(const std::vector<std::string>& tokens) {
  LastOccurrences last(tokens.size());
  for (std::size_t place = 0; place < tokens.size(); ++place) {
    last[place] = place;
    for (std::size_t before = place; before-- > 0 && last[place] == place;) {
      if (tokens[before] == tokens[place]) last[place] = before;
    }
  }
  return last;
}

double prefix_matching(const float* weights, const LastOccurrences& last) {
  return mean_after(weights, last, 1);
}

double same_token(const float* weights, const LastOccurrences& last) {
  return mean_after(weights, last, 0);
}

}  // namespace self_attention
