#include "certainty.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "../steps/views.hpp"

namespace self_attention {
namespace {

using steps::row_at;
using steps::sum_of;

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

class Rows {
 public:
  Rows(Evaluator& evaluator, Trace& trace, std::size_t head, std::size_t query)
      : evaluator_(evaluator), trace_(trace), head_(head), query_(query) {}

  // The row of a tensor with one number for each key. Empty if the layer has no such tensor.
  MaybeError read(std::string_view name, std::size_t layer, std::vector<float>& row) {
    row.clear();
    auto* found = const_cast<TraceTensor*>(trace_.find(name, layer));
    if (found == nullptr || found->layer != layer) return {};
    row.resize(found->width);
    return evaluator_.read(*found, head_, {query_, query_ + 1}, {0, found->width}, row.data());
  }

 private:
  Evaluator& evaluator_;
  Trace& trace_;
  std::size_t head_, query_;
};

std::size_t largest_of(const std::vector<float>& row) {
  return static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
}

}  // namespace

bool stands_out(std::span<const float> visible) {
  if (visible.empty()) return false;
  const float sum = sum_of(row_at(visible.data(), visible.size()));
  return *std::max_element(visible.begin(), visible.end()) > sum / 2;
}

MaybeError certainty_of(Evaluator& evaluator, Trace& trace, std::size_t layer, std::size_t head, std::size_t query,
                        RowCertainty& result) {
  Rows rows(evaluator, trace, head, query);
  std::vector<float> weights, masked;
  if (auto wrong = rows.read("weights", layer, weights)) return wrong;
  if (weights.empty()) return error("unknown-tensor", "weights", "layer {} has no weights", layer);
  if (auto wrong = rows.read("masked", layer, masked)) return wrong;
  result.key = largest_of(weights);
  result.weight = weights[result.key];
  if (std::any_of(weights.begin(), weights.end(), [](float weight) { return std::isnan(weight); })) {
    result.certainty = Certainty::not_a_number;
    return {};
  }
  std::vector<float> visible;
  for (std::size_t key = 0; key < weights.size(); ++key) {
    if (masked.empty() || masked[key] != -std::numeric_limits<float>::infinity()) visible.push_back(weights[key]);
  }
  result.certainty = Certainty::unclear;
  if (!stands_out(visible)) return {};
  const Scene& scene = *trace.scene;
  const auto& keys = scene.encoder.tokens.empty() ? scene.tokens : scene.encoder.tokens;
  Source worst = scene.parameters.kind == Parameters::Kind::random ? Source::random
                                                                   : source_of(scene.embedding, scene.tokens[query]);
  worst = std::max(worst, source_of(scene.embedding, keys[result.key]));
  for (std::size_t earlier = 0; earlier < layer; ++earlier) {
    if (auto wrong = rows.read("weights", earlier, weights)) return wrong;
    if (!weights.empty()) worst = std::max(worst, source_of(scene.embedding, keys[largest_of(weights)]));
  }
  result.certainty = worst == Source::random      ? Certainty::noise
                     : worst == Source::estimated ? Certainty::guess
                                                  : Certainty::clear;
  return {};
}

}  // namespace self_attention
