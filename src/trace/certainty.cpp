#include "certainty.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace self_attention {
namespace {

// Where the row of a token comes from, the least certain last.
enum class Source { given, estimated, random };

Source source_of(const Embedding& embedding, const std::string& token) {
  const auto has = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), token) != names.end();
  };
  if (embedding.kind == Embedding::Kind::random) return Source::random;
  if (embedding.kind != Embedding::Kind::table) return Source::given;
  if (!has(embedding.row_names)) return Source::random;
  return has(embedding.estimated) ? Source::estimated : Source::given;
}

// A row of weights, and which of its keys are hidden.
struct WeightRow {
  std::vector<float> weights, masked;

  bool is_hidden(std::size_t key) const {
    return !masked.empty() && masked[key] == -std::numeric_limits<float>::infinity();
  }
  // The key with the largest weight, the first of several.
  std::size_t largest() const {
    return static_cast<std::size_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
  }
  bool has_nan() const {
    return std::any_of(weights.begin(), weights.end(), [](float weight) { return std::isnan(weight); });
  }
  // Whether the row of every visible key is given.
  bool has_given_keys(const Scene& scene) const {
    const std::vector<std::string>& tokens = scene.encoder.tokens.empty() ? scene.tokens : scene.encoder.tokens;
    for (std::size_t key = 0; key < tokens.size(); ++key) {
      if (!is_hidden(key) && source_of(scene.embedding, tokens[key]) != Source::given) return false;
    }
    return true;
  }
  bool stands_out() const {
    std::vector<float> visible;
    for (std::size_t key = 0; key < weights.size(); ++key) {
      if (!is_hidden(key)) visible.push_back(weights[key]);
    }
    return self_attention::stands_out(visible);
  }
};

class Rows {
 public:
  Rows(Evaluator& evaluator, Trace& trace) : evaluator_(evaluator), trace_(trace) {}

  // Without weights in a layer without them.
  MaybeError read(std::size_t layer, std::size_t head, std::size_t query, WeightRow& row) {
    const std::string_view name = of_layer("rounded", layer) == nullptr ? "weights" : "rounded";
    if (auto wrong = read(of_layer(name, layer), head, query, row.weights)) return wrong;
    return read(of_layer("masked", layer), head, query, row.masked);
  }

 private:
  TraceTensor* of_layer(std::string_view name, std::size_t layer) {
    auto* found = const_cast<TraceTensor*>(trace_.find(name, layer));
    return found == nullptr || found->layer != layer ? nullptr : found;
  }

  MaybeError read(TraceTensor* tensor, std::size_t head, std::size_t query, std::vector<float>& row) {
    row.clear();
    if (tensor == nullptr) return {};
    row.resize(tensor->width);
    return evaluator_.read(*tensor, head, {query, query + 1}, {0, tensor->width}, row.data());
  }

  Evaluator& evaluator_;
  Trace& trace_;
};

// The tokens that decide a row: positions of the queries' sentence, and the worst source among them and the keys of
// another sentence.
class Deciding {
 public:
  explicit Deciding(const Scene& scene)
      : scene_(scene),
        decides_(scene.tokens.size(), 0),
        worst_(scene.parameters.kind == Parameters::Kind::random ? Source::random : Source::given) {}

  Source worst() const { return worst_; }

  void add_query(std::size_t query) {
    decides_[query] = 1;
    worst_ = std::max(worst_, source_of(scene_.embedding, scene_.tokens[query]));
  }

  void add_key(std::size_t key) {
    if (scene_.encoder.tokens.empty()) return add_query(key);
    worst_ = std::max(worst_, source_of(scene_.embedding, scene_.encoder.tokens[key]));
  }

  // Adds what the tokens took in, in a layer below.
  MaybeError add_layer(Rows& rows, std::size_t layer) {
    const std::vector<unsigned char> above = decides_;
    WeightRow row;
    for (std::size_t query = 0; query < above.size(); ++query) {
      for (std::size_t head = 0; above[query] != 0 && head < scene_.attention.heads; ++head) {
        if (auto wrong = rows.read(layer, head, query, row)) return wrong;
        if (row.stands_out()) add_key(row.largest());
      }
    }
    return {};
  }

 private:
  const Scene& scene_;
  // 1 for each token that decides.
  std::vector<unsigned char> decides_;
  Source worst_;
};

}  // namespace

bool stands_out(std::span<const float> visible) {
  if (visible.empty()) return false;
  const double largest = *std::max_element(visible.begin(), visible.end());
  const double others = std::accumulate(visible.begin(), visible.end(), -largest);
  return largest > 1.5 * others * (1 + 1e-6);
}

MaybeError certainty_of(Evaluator& evaluator, Trace& trace, std::size_t layer, std::size_t head, std::size_t query,
                        RowCertainty& result) {
  Rows rows(evaluator, trace);
  WeightRow row;
  if (auto wrong = rows.read(layer, head, query, row)) return wrong;
  if (row.weights.empty()) return error("unknown-tensor", "weights", "layer {} has no weights", layer);
  result.key = row.largest();
  result.weight = row.weights[result.key];
  result.certainty = row.has_nan() ? Certainty::not_a_number : Certainty::unclear;
  if (!row.stands_out()) return {};
  Deciding deciding(*trace.scene);
  deciding.add_query(query);
  deciding.add_key(result.key);
  while (layer > 0) {
    if (auto wrong = deciding.add_layer(rows, --layer)) return wrong;
  }
  const bool is_guess = deciding.worst() == Source::estimated || !row.has_given_keys(*trace.scene);
  result.certainty = deciding.worst() == Source::random ? Certainty::noise
                     : is_guess                         ? Certainty::guess
                                                        : Certainty::clear;
  return {};
}

}  // namespace self_attention
