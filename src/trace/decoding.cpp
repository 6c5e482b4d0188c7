#include "decoding.hpp"

#include <string_view>

#include "../steps/steps.hpp"

namespace self_attention {
namespace {

MaybeError check_cached(const Trace& trace) {
  const Scene& scene = *trace.scene;
  if (!scene.encoder.tokens.empty())
    return error("range", "/encoder", "the keys come from an encoder, so a new token adds none to a cache");
  if (scene.mistake != Mistake::none)
    return error("range", "/mistake",
                 "with a mistake, rows of earlier tokens can change; a cache needs a scene without");
  if (!steps::hides_the_future(scene.attention.mask)) {
    return error("range", "/attention/mask",
                 "the mask shows later tokens, so rows of earlier tokens change with every new one; a cache needs a "
                 "causal mask, or a window with 0 after");
  }
  if (trace.find("k") == nullptr || trace.find("v") == nullptr)
    return error("range", "/attention/score", "the scene has no keys and values that a cache could keep");
  return {};
}

double size_of(const TraceTensor& tensor) {
  return static_cast<double>(tensor.heads) * static_cast<double>(tensor.rows) * static_cast<double>(tensor.width);
}

double width_of(const TraceTensor& tensor) {
  return static_cast<double>(tensor.heads) * static_cast<double>(tensor.width);
}

bool is_named(const TraceTensor* tensor, std::string_view beginning) {
  return tensor != nullptr && std::string_view(tensor->name).starts_with(beginning);
}

// The products of a step, of these rows and of these pairs of a query and a key.
double products_of(const TraceTensor& step, double rows, double pairs) {
  const TraceTensor *first = step.inputs[0], *second = step.inputs[1];
  // A row times a matrix takes as many as the matrix has numbers.
  if (is_named(second, "w_") || is_named(second, "u_")) return rows * size_of(*second);
  const double heads = static_cast<double>(step.heads);
  const std::string_view name = step.name;
  if (name == "scores" || name == "relative") return pairs * heads * static_cast<double>(first->width);
  if (is_named(second, "v") && (name == "z" || name == "weighted")) {
    return pairs * heads * static_cast<double>(second->width);
  }
  return 0;
}

}  // namespace

MaybeError decoding_of(const Trace& trace, Decoding& result) {
  if (auto wrong = check_cached(trace)) return wrong;
  const Mask& mask = trace.scene->attention.mask;
  const std::size_t tokens = trace.scene->tokens.size();
  double pairs = 0;
  for (std::size_t query = 0; query < tokens; ++query) {
    result.keys = steps::count_visible(mask, query, tokens);
    pairs += static_cast<double>(result.keys);
  }
  const double keys = static_cast<double>(result.keys);
  for (const TraceTensor& step : trace.steps) {
    result.operations += products_of(step, 1, keys);
    result.recomputed += products_of(step, static_cast<double>(tokens), pairs);
    const std::string_view name = step.name;
    // The scores read k, rotated or multiplied where that is done once for each key.
    const TraceTensor* cached = name == "scores" ? step.inputs[1] : name == "v" ? &step : nullptr;
    if (cached != nullptr) result.bytes += keys * width_of(*cached) * sizeof(float);
  }
  return {};
}

MaybeError check_cache(const Trace& trace, std::size_t most_keys) {
  if (auto wrong = check_cached(trace)) return wrong;
  const std::size_t tokens = trace.scene->tokens.size();
  const std::size_t keys = steps::count_visible(trace.scene->attention.mask, tokens, tokens + 1);
  if (keys <= most_keys) return {};
  return error("too-large", "", "the cache would hold {} keys; its limit is {}", keys, most_keys);
}

}  // namespace self_attention
