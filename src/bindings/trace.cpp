// Traces for JavaScript: takes a scene and returns descriptions and windows of its tensors.
#include <emscripten/bind.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../attention.hpp"
#include "../scene/checks.hpp"
#include "../trace/certainty.hpp"
#include "../trace/combined_weights.hpp"
#include "../trace/decoding.hpp"
#include "../trace/explanation.hpp"
#include "../trace/head_patterns.hpp"
#include "../trace/incremental_trace.hpp"
#include "../trace/overview.hpp"
#include "descriptions.hpp"
#include "scene.hpp"
#include "tensors.hpp"

namespace self_attention {

// This module computes no gradients: the linker drops the steps' backward functions.
const bool links_gradients = false;

}  // namespace self_attention

namespace self_attention::bindings {
namespace {

using emscripten::val;

struct TraceDescription {
  Descriptions steps{val::undefined()}, parameters{val::undefined()};
  Symbols symbols{val::undefined()};
};

// Part of a tensor, which is found as by Trace::find.
struct Window {
  std::string name;
  std::size_t layer;
  Span heads{}, rows{}, columns{};
};

// A certainty, or an error.
struct CertaintyAnswer {
  MaybeError error;
  Certainty certainty;
  std::size_t key;
  float weight;
};

class SceneTrace {
 public:
  MaybeError update(Scene& scene, const TensorArray& tensors, bool lazy) {
    auto next = std::make_unique<Scene>(std::move(scene));
    read_tensors(tensors, *next);
    return incremental_.update(std::move(next), lazy);
  }

  TraceDescription describe() {
    const Trace& trace = incremental_.trace();
    return {described(trace.steps), described(trace.parameters), symbols_of(trace)};
  }

  TextArray vocabulary() const { return TextArray(val::array(incremental_.trace().vocabulary)); }

  std::optional<TensorDescription> find(const std::string& name, std::size_t layer) {
    const TraceTensor* found = incremental_.trace().find(name, layer);
    return found == nullptr ? std::nullopt : std::optional(description(*found));
  }

  std::string formula(const std::string& name, std::size_t layer) { return tensor(name, layer).formula(); }

  std::size_t computed(const std::string& name, std::size_t layer) { return tensor(name, layer).computed_rows; }

  MaybeError read(const Window& window) {
    const std::size_t size = (window.rows.to - window.rows.from) * (window.columns.to - window.columns.from);
    if (auto wrong = reserve((window.heads.to - window.heads.from) * size)) return wrong;
    float* out = numbers_.data();
    for (std::size_t head = window.heads.from; head < window.heads.to; ++head, out += size) {
      TraceTensor& found = tensor(window.name, window.layer);
      if (auto wrong = incremental_.evaluator().read(found, head, window.rows, window.columns, out)) return wrong;
    }
    return {};
  }

  // Of the window's first head: the means, then the maxima, then the fractions of hidden cells.
  MaybeError overview(const Window& window, std::size_t height, std::size_t width) {
    const std::size_t pixels = height * width;
    if (auto wrong = reserve(3 * pixels)) return wrong;
    float* out = numbers_.data();
    return self_attention::overview(incremental_.evaluator(), incremental_.scene(), tensor(window.name, window.layer),
                                    window.heads.from, window.rows, window.columns,
                                    {height, width, out, out + pixels, out + 2 * pixels});
  }

  FloatArray numbers() { return view_of(numbers_); }

  // Replaces the numbers that were read last, in rows of so many columns, by the sums of the rows.
  void row_sums(std::size_t columns) {
    const std::size_t rows = numbers_.size() / columns;
    self_attention::row_sums(numbers_.data(), rows, columns);
    numbers_.resize(rows);
  }

  // Of a row of weights; an error if the layer has none, or its numbers overflow.
  CertaintyAnswer certainty(std::size_t layer, std::size_t head, std::size_t query) {
    RowCertainty row;
    auto wrong = certainty_of(incremental_.evaluator(), incremental_.trace(), layer, head, query, row);
    return {std::move(wrong), row.certainty, row.key, row.weight};
  }

  // Of every head of a layer: previous token, first token, same token and prefix matching. They have to be square.
  MaybeError head_patterns(const std::string& name, std::size_t layer) {
    TraceTensor& weights = tensor(name, layer);
    const LastOccurrences last = last_occurrences(incremental_.scene().tokens);
    if (auto wrong = reserve(4 * weights.heads)) return wrong;
    if (auto wrong = check_memory(weights.rows * weights.width * sizeof(float))) return wrong;
    std::vector<float> of_head(weights.rows * weights.width);
    for (std::size_t head = 0; head < weights.heads; ++head) {
      const Span all{0, weights.rows};
      if (auto wrong = incremental_.evaluator().read(weights, head, all, all, of_head.data())) return wrong;
      const float* read = of_head.data();
      const std::array patterns{previous_token(read, weights.rows), first_token(read, weights.rows),
                                same_token(read, last), prefix_matching(read, last)};
      std::copy(patterns.begin(), patterns.end(), numbers_.begin() + static_cast<std::ptrdiff_t>(4 * head));
    }
    return {};
  }

  // (T_q, T_k)
  MaybeError combined(const std::string& name, Combination how, Span layers) {
    const TraceTensor& weights = tensor(name, layers.from);
    if (auto wrong = reserve(weights.rows * weights.width)) return wrong;
    return combine_weights(incremental_.evaluator(), incremental_.trace(), name, how, layers, numbers_.data());
  }
  MaybeError weighted_norms(const std::string& name, std::size_t layer, std::size_t head) {
    const TraceTensor& weights = tensor(name, layer);
    if (auto wrong = reserve(weights.rows * weights.width)) return wrong;
    return self_attention::weighted_norms(incremental_.evaluator(), incremental_.trace(), name, layer, head,
                                          numbers_.data());
  }

  // Then `parts` has the score, what was rounded away, the sum of the parts that are not listed and their number. Seven
  // numbers of each part follow: kind, index and token of the query's origin, the same of the key's, and the value.
  MaybeError explain(const Window& cell, Breakdown how, std::size_t most) {
    ScoreParts found;
    const Pair pair{cell.layer, cell.heads.from, cell.rows.from, cell.columns.from};
    auto wrong = explain_score(incremental_.evaluator(), incremental_.trace(), pair, how, most, found);
    parts_ = {found.score, found.rounding, found.rest, static_cast<double>(found.rest_count)};
    for (const ScorePart& part : found.parts) {
      for (const Origin& origin : {part.query, part.key}) {
        for (const std::uint32_t number : {static_cast<std::uint32_t>(origin.kind), origin.index, origin.token}) {
          parts_.push_back(number);
        }
      }
      parts_.push_back(part.value);
    }
    return wrong;
  }
  MaybeError explain_output(const Window& row) {
    return self_attention::explain_output(incremental_.evaluator(), incremental_.trace(), row.layer, row.rows.from,
                                          row.heads, parts_);
  }
  // Then `parts` has the keys, the bytes, and the operations with the cache and without.
  MaybeError decoding() {
    Decoding found;
    auto wrong = decoding_of(incremental_.trace(), found);
    parts_ = {static_cast<double>(found.keys), found.bytes, found.operations, found.recomputed};
    return wrong;
  }
  MaybeError check_cache(std::size_t most_keys) const {
    return self_attention::check_cache(incremental_.trace(), most_keys);
  }
  DoubleArray parts() const { return DoubleArray(val(emscripten::typed_memory_view(parts_.size(), parts_.data()))); }

  // Replaces the row that was read last by its similarity to each row of a table as wide.
  MaybeError cosine_similarities(const NamedTensor& given) {
    const Tensor table = tensor_from(given);
    const std::vector<float> row = numbers_;
    if (auto wrong = reserve(table.shape(0))) return wrong;
    self_attention::cosine_similarities(row.data(), table, numbers_.data());
    return {};
  }

  double variance() const { return self_attention::variance(numbers_.data(), numbers_.size()); }

  // q and k must have been read before.
  void score_variances(std::size_t layer) {
    const Tensor variances = self_attention::score_variances(tensor("q", layer).tensor, tensor("k", layer).tensor);
    numbers_.assign(variances.data(), variances.data() + variances.size());
  }

  // How much memory the tensors use.
  std::size_t bytes() const {
    std::size_t floats = numbers_.capacity() + 2 * parts_.capacity();
    for (const auto* list : {&incremental_.trace().steps, &incremental_.trace().parameters}) {
      for (const TraceTensor& one : *list) floats += one.tensor.size();
    }
    return floats * sizeof(float);
  }

 private:
  // Makes room for so many numbers. The previous numbers are freed first.
  MaybeError reserve(std::size_t count) {
    if (numbers_.capacity() < count) {
      numbers_ = {};
      if (auto wrong = check_memory(count * sizeof(float))) return wrong;
    }
    numbers_.resize(count);
    return {};
  }

  TraceTensor& tensor(const std::string& name, std::size_t layer) {
    return const_cast<TraceTensor&>(*incremental_.trace().find(name, layer));
  }

  IncrementalTrace incremental_;
  // The result of the last call that reads.
  std::vector<float> numbers_;
  // The result of the last explanation.
  std::vector<double> parts_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(trace) {
  using namespace emscripten;

  value_object<TraceDescription>("TraceDescription")
      .field("steps", &TraceDescription::steps)
      .field("parameters", &TraceDescription::parameters)
      .field("symbols", &TraceDescription::symbols);
  enum_<Certainty>("Certainty", enum_value_type::string)
      .value("clear", Certainty::clear)
      .value("unclear", Certainty::unclear)
      .value("guess", Certainty::guess)
      .value("noise", Certainty::noise)
      .value("notANumber", Certainty::not_a_number);
  enum_<Combination>("Combination", enum_value_type::string)
      .value("mean", Combination::mean)
      .value("max", Combination::largest)
      .value("rollout", Combination::rollout);
  value_object<CertaintyAnswer>("CertaintyAnswer")
      .field("error", &CertaintyAnswer::error)
      .field("certainty", &CertaintyAnswer::certainty)
      .field("key", &CertaintyAnswer::key)
      .field("weight", &CertaintyAnswer::weight);
  enum_<Breakdown>("Breakdown", enum_value_type::string)
      .value("dimensions", Breakdown::dimensions)
      .value("features", Breakdown::features)
      .value("places", Breakdown::places)
      .value("sources", Breakdown::sources)
      .value("querySources", Breakdown::query_sources)
      .value("keySources", Breakdown::key_sources);
  value_object<Span>("Span").field("from", &Span::from).field("to", &Span::to);
  value_object<Window>("Window")
      .field("name", &Window::name)
      .field("layer", &Window::layer)
      .field("heads", &Window::heads)
      .field("rows", &Window::rows)
      .field("columns", &Window::columns);

  class_<SceneTrace>("SceneTrace")
      .constructor<>()
      .function("update(scene, tensors, lazy)", &SceneTrace::update)
      .function("describe", &SceneTrace::describe)
      .function("vocabulary", &SceneTrace::vocabulary)
      .function("find(name, layer)", &SceneTrace::find)
      .function("formula(name, layer)", &SceneTrace::formula)
      .function("computed(name, layer)", &SceneTrace::computed)
      .function("read(window)", &SceneTrace::read)
      .function("overview(window, height, width)", &SceneTrace::overview)
      .function("numbers", &SceneTrace::numbers)
      .function("rowSums(columns)", &SceneTrace::row_sums)
      .function("certainty(layer, head, query)", &SceneTrace::certainty)
      .function("headPatterns(name, layer)", &SceneTrace::head_patterns)
      .function("combined(name, how, layers)", &SceneTrace::combined)
      .function("weightedNorms(name, layer, head)", &SceneTrace::weighted_norms)
      .function("explain(cell, how, most)", &SceneTrace::explain)
      .function("explainOutput(row)", &SceneTrace::explain_output)
      .function("decoding", &SceneTrace::decoding)
      .function("checkCache(most)", &SceneTrace::check_cache)
      .function("parts", &SceneTrace::parts)
      .function("cosineSimilarities(table)", &SceneTrace::cosine_similarities)
      .function("variance", &SceneTrace::variance)
      .function("scoreVariances(layer)", &SceneTrace::score_variances)
      .function("bytes", &SceneTrace::bytes);
}

}  // namespace self_attention::bindings
