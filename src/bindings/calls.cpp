// Attention on JavaScript's tensors, and an attention layer that is prepared once.
#include <emscripten/bind.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "../attention.hpp"
#include "../attention/multi_head_attention.hpp"
#include "../limits.hpp"
#include "../scene/checks.hpp"
#include "tensors.hpp"

namespace self_attention::bindings {
namespace {

using emscripten::val;

// A result, or an error.
struct AttentionAnswer {
  MaybeError error;
  std::optional<FloatArray> output, weights, scores, scaled, capped, masked;
  std::optional<FloatArray> log_sum_exp, largest, entropy;
  IntegerArray largest_key{val::undefined()};
};

double get_causal_offset(const AttentionOptions& options) {
  return static_cast<double>(options.causal_offset);
}
void set_causal_offset(AttentionOptions& options, double offset) {
  options.causal_offset = static_cast<std::int64_t>(offset);
}

// "too-large" if the inputs alone exceed the limit, checked before they are copied.
MaybeError check_given(const std::vector<NamedTensor>& tensors) {
  double numbers = 0;
  for (const NamedTensor& tensor : tensors) {
    const std::vector<std::size_t> shape = shape_from(tensor.shape);
    numbers += std::accumulate(shape.begin(), shape.end(), 1.0, std::multiplies<>());
  }
  if (auto wrong = check_bytes(numbers * sizeof(float), limits::max_bytes)) return wrong;
  return check_memory(static_cast<std::size_t>(numbers) * sizeof(float));
}

// The tensors are named q, k, v and optionally mask and alibi.
AttentionAnswer attention(const TensorArray& given, AttentionOptions& options) {
  const auto tensors = emscripten::vecFromJSArray<NamedTensor>(given);
  AttentionAnswer answer;
  answer.error = check_given(tensors);
  if (answer.error) return answer;
  Tensor q, k, v;
  for (const NamedTensor& tensor : tensors) {
    if (tensor.name == "q") q = tensor_from(tensor);
    if (tensor.name == "k") k = tensor_from(tensor);
    if (tensor.name == "v") v = tensor_from(tensor);
    if (tensor.name == "mask") options.mask = tensor_from(tensor);
    if (tensor.name == "alibi") options.slopes = tensor_from(tensor);
  }
  AttentionResult result;
  answer.error = scaled_dot_product_attention(q, k, v, options, result);
  if (answer.error) return answer;
  answer.output = copy_of(result.output);
  if (options.keep_weights) answer.weights = copy_of(result.weights);
  const auto copy_if_kept = [](const std::optional<Tensor>& tensor) {
    return tensor ? std::optional(copy_of(*tensor)) : std::nullopt;
  };
  answer.scores = copy_if_kept(result.scores);
  answer.scaled = copy_if_kept(result.scaled);
  answer.capped = copy_if_kept(result.capped);
  answer.masked = copy_if_kept(result.masked);
  if (options.statistics) {
    const auto copied = [](const auto& numbers) {
      return val(emscripten::typed_memory_view(numbers.size(), numbers.data())).template call<val>("slice");
    };
    answer.log_sum_exp = FloatArray(copied(result.log_sum_exp));
    answer.largest = FloatArray(copied(result.largest));
    answer.entropy = FloatArray(copied(result.entropy));
    answer.largest_key = IntegerArray(copied(result.largest_key));
  }
  return answer;
}

// How many keys a query sees on one side. Nothing means all.
using Reach = std::optional<std::size_t>;
Reach reach_of(std::ptrdiff_t reach) {
  return reach == kernels::Band::all ? Reach() : Reach(static_cast<std::size_t>(reach));
}
std::ptrdiff_t reach_from(Reach reach) {
  return reach ? static_cast<std::ptrdiff_t>(*reach) : kernels::Band::all;
}
Reach get_before(const MultiHeadOptions& options) {
  return reach_of(options.band.before);
}
void set_before(MultiHeadOptions& options, Reach before) {
  options.band.before = reach_from(before);
}
Reach get_after(const MultiHeadOptions& options) {
  return reach_of(options.band.after);
}
void set_after(MultiHeadOptions& options, Reach after) {
  options.band.after = reach_from(after);
}

// The matrices are named as in LayerMatrices of web/core/types.ts.
MaybeError prepare(MultiHeadAttention& layer, const TensorArray& matrices, const MultiHeadOptions& options) {
  Projections given;
  const std::array<std::pair<std::string_view, Tensor*>, 8> places{{
      {"wQ", &given.w_q},
      {"bQ", &given.b_q},
      {"wK", &given.w_k},
      {"bK", &given.b_k},
      {"wV", &given.w_v},
      {"bV", &given.b_v},
      {"wO", &given.w_o},
      {"bO", &given.b_o},
  }};
  const auto tensors = emscripten::vecFromJSArray<NamedTensor>(matrices);
  if (auto wrong = check_given(tensors)) return wrong;
  for (const NamedTensor& matrix : tensors) {
    for (const auto& [name, tensor] : places) {
      if (name == matrix.name) *tensor = tensor_from(matrix);
    }
  }
  return layer.prepare(given, options);
}

FloatArray input(MultiHeadAttention& layer) {
  return view_of(layer.input());
}
FloatArray output(MultiHeadAttention& layer) {
  return view_of(layer.output());
}
FloatArray weights(MultiHeadAttention& layer) {
  return view_of(layer.weights());
}

}  // namespace

EMSCRIPTEN_BINDINGS(calls) {
  using namespace emscripten;

  constant("maxTokens", static_cast<double>(limits::max_tokens));

  enum_<EmptyRows>("EmptyRows", enum_value_type::string)
      .value("zeros", EmptyRows::zeros)
      .value("uniform", EmptyRows::uniform)
      .value("nan", EmptyRows::nan);
  value_object<AttentionOptions>("AttentionOptions")
      .field("causal", &AttentionOptions::causal)
      .field("causalOffset", &get_causal_offset, &set_causal_offset)
      .field("scale", &AttentionOptions::scale)
      .field("softcap", &AttentionOptions::softcap)
      .field("before", &AttentionOptions::before)
      .field("after", &AttentionOptions::after)
      .field("emptyRows", &AttentionOptions::empty_rows)
      .field("keepWeights", &AttentionOptions::keep_weights)
      .field("statistics", &AttentionOptions::statistics)
      .field("keepScores", &AttentionOptions::keep_scores)
      .field("keepScaled", &AttentionOptions::keep_scaled)
      .field("keepCapped", &AttentionOptions::keep_capped)
      .field("keepMasked", &AttentionOptions::keep_masked);
  value_object<AttentionAnswer>("AttentionAnswer")
      .field("error", &AttentionAnswer::error)
      .field("output", &AttentionAnswer::output)
      .field("weights", &AttentionAnswer::weights)
      .field("scores", &AttentionAnswer::scores)
      .field("scaled", &AttentionAnswer::scaled)
      .field("capped", &AttentionAnswer::capped)
      .field("masked", &AttentionAnswer::masked)
      .field("logSumExp", &AttentionAnswer::log_sum_exp)
      .field("largest", &AttentionAnswer::largest)
      .field("largestKey", &AttentionAnswer::largest_key)
      .field("entropy", &AttentionAnswer::entropy);
  function("attention(tensors, options)", &attention);

  value_object<MultiHeadOptions>("LayerOptions")
      .field("heads", &MultiHeadOptions::heads)
      .field("kvHeads", &MultiHeadOptions::kv_heads)
      .field("before", &get_before, &set_before)
      .field("after", &get_after, &set_after)
      .field("scale", &MultiHeadOptions::scale);
  class_<MultiHeadAttention>("MultiHeadAttention")
      .constructor<>()
      .function("prepare(matrices, options)", &prepare)
      .function("reserve(tokens, weights)", &MultiHeadAttention::reserve)
      .function("attend(from, to)", &MultiHeadAttention::attend)
      .function("width", &MultiHeadAttention::width)
      .function("rowsAtOnce", &MultiHeadAttention::rows_at_once)
      .function("input", &input)
      .function("output", &output)
      .function("weights", &weights);
}

}  // namespace self_attention::bindings
