#include "oracle.hpp"

#include <algorithm>
#include <utility>

#include "scene_json.hpp"

namespace self_attention::testing {
namespace {

// 1 where query i sees key j in this scene.
Array visible_of(const Mask& mask, std::size_t T_q, std::size_t T_k) {
  const auto counted = [](std::size_t count) { return xt::arange<double>(static_cast<double>(count)); };
  const std::array<std::size_t, 2> shape{T_q, T_k};
  const Array i = xt::broadcast(xt::expand_dims(counted(T_q), 1), shape), j = xt::broadcast(counted(T_k), shape);
  const double length = static_cast<double>(mask.length);
  switch (mask.kind) {
    case Mask::Kind::none:
      return {};
    case Mask::Kind::causal:
      return xt::cast<double>(j <= i + static_cast<double>(mask.causal_offset));
    case Mask::Kind::padding:
      return xt::cast<double>(j < length);
    case Mask::Kind::window:
      return xt::cast<double>((i - j <= static_cast<double>(mask.before) || j < static_cast<double>(mask.sinks)) &&
                              j - i <= static_cast<double>(mask.after));
    case Mask::Kind::prefix:
      return xt::cast<double>(j < length || j <= i);
    case Mask::Kind::painted:
      return array_of(mask.visible);
  }
  return {};
}

template <class Value>
std::string name_of(Value value, const std::vector<std::pair<std::string_view, Value>>& words) {
  return std::string(std::ranges::find(words, value, [](const auto& pair) { return pair.second; })->first);
}

std::string name_of(const Positions& positions) {
  using Kind = Positions::Kind;
  return name_of<Kind>(positions.kind, {{"", Kind::none},
                                        {positions.concat ? "concat" : "sinusoidal", Kind::sinusoidal},
                                        {"learned", Kind::learned},
                                        {"rope", Kind::rope},
                                        {"alibi", Kind::alibi},
                                        {"relative", Kind::relative},
                                        {"given", Kind::given}});
}

std::string name_of(Attention::Score score) {
  using Score = Attention::Score;
  return name_of<Score>(score, {{"dot", Score::dot},
                                {"scaledDot", Score::scaled_dot},
                                {"additive", Score::additive},
                                {"general", Score::general},
                                {"cosine", Score::cosine},
                                {"given", Score::given}});
}

}  // namespace

std::vector<Mask> masks_of_every_kind(std::size_t T) {
  using Kind = Mask::Kind;
  Tensor visible(Tensor::shape_type{T, T});
  for (std::size_t cell = 0; cell < visible.size(); ++cell)
    visible.data()[cell] = cell / T != 1 && cell % 3 == 0 ? 1 : 0;
  return {{},
          {.kind = Kind::causal},
          {.kind = Kind::causal, .causal_offset = 1},
          {.kind = Kind::causal, .causal_offset = -1},
          {.kind = Kind::padding, .length = 2},
          {.kind = Kind::window, .before = 2, .after = 1},
          {.kind = Kind::window, .before = 1, .sinks = 2},
          {.kind = Kind::prefix, .length = 2},
          {.kind = Kind::painted, .visible = visible}};
}

reference::Setup setup_of(const Scene& scene, const Trace& trace) {
  const auto traced = [&](std::string_view name) {
    const TraceTensor* found = trace.find(name, 0);
    return found == nullptr ? Array() : array_of(found->tensor);
  };
  const auto heads_from = [](const Tensor& tensor, std::size_t heads) {
    return tensor.size() == 0 ? Array() : reference::split_heads(array_of(tensor), heads);
  };
  const Attention& attention = scene.attention;
  const Positions& positions = scene.positions;
  reference::Setup setup;
  setup.heads = attention.heads;
  setup.kv_heads = attention.kv_heads == 0 ? attention.heads : attention.kv_heads;
  setup.x0 = traced("x0");
  setup.x0_k = traced("x0_k");
  if (scene.embedding.kind == Embedding::Kind::qkv) {
    setup.q = heads_from(scene.embedding.layers[0][Matrix::q], setup.heads);
    setup.k = heads_from(scene.embedding.layers[0][Matrix::k], setup.kv_heads);
    setup.v = heads_from(scene.embedding.layers[0][Matrix::v], setup.kv_heads);
  }
  setup.positions = name_of(positions);
  setup.halves = positions.pairs == Positions::Pairs::halves;
  setup.reference_slopes = positions.slopes == Positions::Slopes::reference;
  setup.base = positions.base;
  setup.width = positions.width;
  setup.clip = positions.clip;
  setup.P = traced("P");
  setup.E_rel = traced("E_rel");
  setup.S_rel = traced("S_rel");
  const std::size_t T_q = scene.tokens.size(), T_k = scene.encoder.tokens.empty() ? T_q : scene.encoder.tokens.size();
  setup.distances = attention.mask.kind == Mask::Kind::causal && attention.mask.causal_offset <= 0 && T_q == T_k
                        ? T_q
                        : T_q + T_k - 1;
  setup.score = name_of(attention.score);
  if (attention.score == Attention::Score::given) setup.scores = array_of(attention.scores);
  setup.scale = attention.scale;
  setup.softcap = attention.softcap;
  setup.temperature = attention.temperature;
  setup.visible = visible_of(attention.mask, T_q, T_k);
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
  for (const TraceTensor& parameter : trace.parameters) {
    if (parameter.tensor.size() == 0) continue;
    setup.layers[parameter.layer].emplace(parameter.name, array_of(parameter.tensor));
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
