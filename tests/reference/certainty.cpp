// How far a row of weights can be trusted, from the weights alone, as plain loops. The sources of tokens are followed
// upwards, from the embedding to the layer that is asked, where the core goes down.
#include <algorithm>
#include <cmath>

#include "../reference.hpp"

namespace reference {
namespace {

class Judge {
 public:
  explicit Judge(const Judged& judged) : judged_(judged) {}

  Verdict verdict(std::size_t layer, std::size_t head, std::size_t query) const {
    const Array& weights = judged_.layers[layer].weights;
    Verdict verdict;
    for (std::size_t key = 0; key < weights.shape(2); ++key) {
      if (std::isnan(weights(head, query, key))) return {"not a number", 0};
      if (weights(head, query, key) > weights(head, query, verdict.key)) verdict.key = key;
    }
    if (!stands_out(layer, head, query, verdict.key)) return {"unclear", verdict.key};
    const Source worst =
        std::max({judged_.parameters, source_of_query(layer, query), source_of_key(layer, verdict.key)});
    const char* kinds[] = {"clear", "guess", "noise"};
    verdict.kind = kinds[static_cast<std::size_t>(worst)];
    if (verdict.kind != "clear") return verdict;
    const std::vector<Source>& of_keys = judged_.of_keys.empty() ? judged_.of_queries : judged_.of_keys;
    for (std::size_t key = 0; key < of_keys.size(); ++key) {
      if (is_visible(layer, head, query, key) && of_keys[key] != Source::given) verdict.kind = "guess";
    }
    return verdict;
  }

 private:
  bool stands_out(std::size_t layer, std::size_t head, std::size_t query, std::size_t key) const {
    const Array& weights = judged_.layers[layer].weights;
    double others = 0;
    for (std::size_t other = 0; other < weights.shape(2); ++other) {
      if (other != key && is_visible(layer, head, query, other)) others += weights(head, query, other);
    }
    // What float32 cannot tell from three fifths of the row is three fifths of the row.
    return is_visible(layer, head, query, key) && weights(head, query, key) > 1.5 * others * (1 + 1e-6);
  }

  bool is_visible(std::size_t layer, std::size_t head, std::size_t query, std::size_t key) const {
    const Array& masked = judged_.layers[layer].masked;
    return !is_there(masked) || masked(head, query, key) != -infinity;
  }

  Source source_of_key(std::size_t layer, std::size_t key) const {
    return judged_.of_keys.empty() ? source_of_query(layer, key) : judged_.of_keys[key];
  }

  // Of the row of a token that enters a layer.
  Source source_of_query(std::size_t layer, std::size_t query) const {
    if (layer == 0) return judged_.of_queries[query];
    Source worst = source_of_query(layer - 1, query);
    const Array& weights = judged_.layers[layer - 1].weights;
    for (std::size_t head = 0; head < weights.shape(0); ++head) {
      for (std::size_t key = 0; key < weights.shape(2); ++key) {
        if (stands_out(layer - 1, head, query, key)) worst = std::max(worst, source_of_key(layer - 1, key));
      }
    }
    return worst;
  }

  const Judged& judged_;
};

}  // namespace

Verdict verdict(const Judged& judged, std::size_t layer, std::size_t head, std::size_t query) {
  return Judge(judged).verdict(layer, head, query);
}

}  // namespace reference
