#include "oracle.hpp"

#include <algorithm>
#include <utility>

#include "scene_json.hpp"

namespace self_attention::testing {
namespace {

// Which cells a mask shows, from what the scene says.
std::function<bool(std::size_t, std::size_t)> visible_of(const Mask& mask) {
  switch (mask.kind) {
    case Mask::Kind::none:
      break;
    case Mask::Kind::causal:
      return [](std::size_t i, std::size_t j) { return j <= i; };
    case Mask::Kind::padding:
      return [length = mask.length](std::size_t, std::size_t j) { return j < length; };
    case Mask::Kind::window:
      return [before = mask.before, after = mask.after](std::size_t i, std::size_t j) {
        return j <= i ? i - j <= before : j - i <= after;
      };
    case Mask::Kind::prefix:
      return [length = mask.length](std::size_t i, std::size_t j) { return j < length || j <= i; };
    case Mask::Kind::painted:
      return [rows = matrix_of(mask.visible)](std::size_t i, std::size_t j) { return rows[i][j] == 1; };
  }
  return {};
}

template <class Value>
std::string name_of(Value value, const std::vector<std::pair<std::string_view, Value>>& words) {
  return std::string(std::ranges::find(words, value, [](const auto& pair) { return pair.second; })->first);
}

}  // namespace

std::vector<Mask> masks_of_every_kind(std::size_t T) {
  using Kind = Mask::Kind;
  Tensor visible = Tensor::of_shape({T, T});
  for (std::size_t cell = 0; cell < visible.size(); ++cell)
    visible.data()[cell] = cell / T != 1 && cell % 3 == 0 ? 1 : 0;
  return {{},
          {.kind = Kind::causal},
          {.kind = Kind::padding, .length = 2},
          {.kind = Kind::window, .before = 2, .after = 1},
          {.kind = Kind::prefix, .length = 2},
          {.kind = Kind::painted, .visible = visible}};
}

reference::Setup setup_of(const Scene& scene, const Trace& trace) {
  const auto rows = [&](std::string_view name, std::size_t layer = 0) {
    const TraceTensor* found = trace.find(name, layer);
    if (found == nullptr || found->layer != layer) return Rows();
    return found->tensor.rank() == 1 ? Rows{row_of(found->tensor)} : matrix_of(found->tensor);
  };
  const auto heads_from = [](const Tensor& tensor, std::size_t heads) {
    return tensor.size() == 0 ? Heads() : reference::split(matrix_of(tensor), heads);
  };
  using Kind = Positions::Kind;
  using Score = Attention::Score;
  const Attention& attention = scene.attention;
  const Positions& positions = scene.positions;
  reference::Setup setup;
  setup.heads = attention.heads;
  setup.kv_heads = attention.kv_heads == 0 ? attention.heads : attention.kv_heads;
  setup.x0 = rows("x0");
  setup.x0_k = rows("x0_k");
  if (scene.embedding.kind == Embedding::Kind::qkv) {
    setup.q = heads_from(scene.embedding.q, setup.heads);
    setup.k = heads_from(scene.embedding.k, setup.kv_heads);
    setup.v = heads_from(scene.embedding.v, setup.kv_heads);
  }
  setup.positions = name_of<Kind>(positions.kind, {{"", Kind::none},
                                                   {positions.concat ? "concat" : "sinusoidal", Kind::sinusoidal},
                                                   {"learned", Kind::learned},
                                                   {"rope", Kind::rope},
                                                   {"alibi", Kind::alibi},
                                                   {"relative", Kind::relative}});
  setup.base = positions.base;
  setup.width = positions.width;
  setup.clip = positions.clip;
  setup.P = rows("P");
  setup.E_rel = rows("E_rel");
  const std::size_t T_q = scene.tokens.size(), T_k = scene.encoder.tokens.empty() ? T_q : scene.encoder.tokens.size();
  setup.distances = attention.mask.kind == Mask::Kind::causal && T_q == T_k ? T_q : T_q + T_k - 1;
  setup.score = name_of<Score>(attention.score, {{"dot", Score::dot},
                                                 {"scaledDot", Score::scaled_dot},
                                                 {"additive", Score::additive},
                                                 {"general", Score::general},
                                                 {"cosine", Score::cosine},
                                                 {"given", Score::given}});
  if (attention.score == Score::given) setup.scores = matrix_of(attention.scores);
  setup.scale = attention.scale;
  setup.softcap = attention.softcap;
  setup.temperature = attention.temperature;
  setup.visible = visible_of(attention.mask);
  setup.sparsemax = attention.normalizer == Attention::Normalizer::sparsemax;
  setup.round = attention.round;
  setup.weighted = attention.weighted;
  setup.residual = scene.block.residual;
  setup.pre = scene.block.pre;
  setup.norm = name_of<Block::Norm>(
      scene.block.norm, {{"", Block::Norm::none}, {"layer", Block::Norm::layer}, {"rms", Block::Norm::rms}});
  if (scene.block.d_ff != 0) setup.activation = scene.block.activation == Block::Activation::relu ? "relu" : "gelu";
  setup.mistake = name_of(scene.mistake);
  setup.layers.resize(scene.layers);
  for (std::size_t layer = 0; layer < scene.layers; ++layer) {
    for (const TraceTensor& parameter : trace.parameters) {
      if (parameter.layer != layer) continue;
      const std::string name(parameter.name);
      setup.layers[layer][name] = rows(name, layer);
    }
  }
  return setup;
}

Trace checked_trace(const Scene& scene, double tolerance) {
  Trace trace = value_of(attend(scene));
  const std::vector<reference::Step> expected = reference::attend(setup_of(scene, trace));
  auto next = expected.begin();
  for (const TraceTensor& step : trace.steps) {
    const std::string name(step.name);
    if (name == "tokens" || name == "tokens_k") continue;
    REQUIRE(next != expected.end());
    INFO("layer ", step.layer, ", ", name);
    CHECK(joined(step.layer, " ", name) == joined(next->layer, " ", next->name));
    CHECK(difference(step.tensor, next->tensor, tolerance) == "");
    ++next;
  }
  const std::string left = next == expected.end() ? "" : next->name;
  CHECK(left == "");
  return trace;
}

std::vector<std::string> step_names(const Trace& trace, std::size_t layer) {
  std::vector<std::string> names;
  for (const TraceTensor& step : trace.steps) {
    if (step.layer == layer) names.emplace_back(step.name);
  }
  return names;
}

}  // namespace self_attention::testing
