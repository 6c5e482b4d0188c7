#include <algorithm>
#include <cmath>
#include <utility>

#include "attention.hpp"
#include "layer.hpp"
#include "scene/dimensions.hpp"
#include "scene/parameters.hpp"
#include "steps/steps.hpp"
#include "trace/evaluate.hpp"
#include "trace/trace_builder.hpp"

namespace self_attention {
namespace {

using namespace steps;

std::vector<Symbol> symbols_of(const Scene& scene, const Dimensions& dimensions) {
  struct Size {
    Literal name;
    std::size_t Dimensions::*of;
    bool always;  // or only where it is not 0
  };
  static constexpr Size sizes[] = {
      {"T", &Dimensions::T_q, true},    {"T_q", &Dimensions::T_q, true},       {"T_k", &Dimensions::T_k, true},
      {"V", &Dimensions::V, true},      {"d_word", &Dimensions::d_word, true}, {"d_model", &Dimensions::d_model, true},
      {"H", &Dimensions::H, true},      {"H_kv", &Dimensions::H_kv, true},     {"d_k", &Dimensions::d_k, true},
      {"d_v", &Dimensions::d_v, true},  {"layers", &Dimensions::layers, true}, {"d_p", &Dimensions::d_p, false},
      {"d_a", &Dimensions::d_a, false}, {"d_ff", &Dimensions::d_ff, false},    {"R", &Dimensions::distances, false}};
  std::vector<Symbol> symbols;
  const auto when = [&](bool used, Literal name, double value) {
    if (used) symbols.push_back({name, value});
  };
  const auto at = [](std::size_t number) { return static_cast<double>(number); };
  for (const auto& [name, of, always] : sizes) when(always || dimensions.*of != 0, name, at(dimensions.*of));
  const Attention& attention = scene.attention;
  when(true, "group", at(dimensions.group()));
  when(true, "temperature", attention.temperature);
  when(true, "softcap", attention.softcap);
  when(attention.scale.has_value(), "scale", attention.scale.value_or(0));
  when(scene.positions.clip != 0, "clip", at(scene.positions.clip));
  using Place = Positions::Kind;
  when(scene.positions.kind == Place::sinusoidal || scene.positions.kind == Place::rope, "base", scene.positions.base);
  when(scene.block.norm != Block::Norm::none, "epsilon", norm_epsilon);
  when(attention.round.has_value(), "digits", at(attention.round.value_or(0)));
  const std::vector<Symbol> of_mask = mask_symbols(attention.mask);
  symbols.insert(symbols.end(), of_mask.begin(), of_mask.end());
  return symbols;
}

// The tokens of one side or both as the layers read them: embedded, and with their places where those are added. Steps
// go side by side: tokens of both, x0 of both …
class Embedder {
 public:
  Embedder(const Trace& trace, const Dimensions& dimensions, TraceBuilder& builder, const Trace* before)
      : scene_(*trace.scene),
        dimensions_(dimensions),
        vocabulary_(trace.vocabulary),
        builder_(builder),
        sides_(sides_of(scene_)) {
    for (One& one : sides_) {
      one.tokens = &TraceBuilder::store(builder.step(describe_tokens(one.side), {one.words.size()}, nullptr),
                                        tokenize(one.words, vocabulary_));
    }
    if (scene_.embedding.kind == Embedding::Kind::qkv) return;
    embed_all(before);
    place_all();
  }

  TraceTensor* queries() const { return sides_.front().x; }
  TraceTensor* keys() const { return sides_.back().x; }

 private:
  struct One {
    Side side;
    const std::vector<std::string>& words;
    const Tensor& given;
    TraceTensor* tokens = nullptr;
    TraceTensor* x = nullptr;
    TraceTensor* places = nullptr;
  };

  static std::vector<One> sides_of(const Scene& scene) {
    const bool cross = !scene.encoder.tokens.empty();
    const One sides[] = {{cross ? Side::queries : Side::both, scene.tokens, scene.embedding.x},
                         {Side::keys, scene.encoder.tokens, scene.encoder.x}};
    return {sides, sides + (cross ? 2 : 1)};
  }

  bool sinusoids() const { return scene_.positions.kind == Positions::Kind::sinusoidal; }
  bool concat() const { return sinusoids() && scene_.positions.concat; }

  // E; what is drawn for a token of the scene before is not drawn again.
  TraceTensor* embeddings(const Trace* before) {
    const Embedding& embedding = scene_.embedding;
    const TraceTensor* known = before == nullptr ? nullptr : before->find("E");
    const bool alike = known != nullptr && embedding.kind == Embedding::Kind::random &&
                       before->scene->embedding.kind == embedding.kind &&
                       before->scene->embedding.draw == embedding.draw && known->width == dimensions_.d_word &&
                       // Equal means may be 0 and −0, which without a spread are the numbers drawn.
                       std::signbit(before->scene->embedding.draw.mean) == std::signbit(embedding.draw.mean);
    const std::size_t d_word = dimensions_.d_word;
    const Literal axes = concat() ? "V d_word" : "V d_model";
    const Tensor::shape_type shape{vocabulary_.size(), d_word};
    if (embedding.kind == Embedding::Kind::ids) {
      return &builder_.parameter("E", axes, {.shape = shape, .compute = copy_given, .given = &embedding.rows});
    }
    Tensor E = alike ? embedding_matrix(embedding, vocabulary_, d_word, before->vocabulary, &known->tensor)
                     : embedding_matrix(embedding, vocabulary_, d_word);
    return &TraceBuilder::store(builder_.parameter("E", axes, {.shape = shape}), std::move(E));
  }

  void embed_all(const Trace* before) {
    const bool given = scene_.embedding.kind == Embedding::Kind::given;
    TraceTensor* E = given ? nullptr : embeddings(before);
    for (One& one : sides_) {
      const Description described = describe_x0(one.side, given, concat());
      const Tensor::shape_type shape{one.words.size(), dimensions_.d_word};
      if (given) {
        one.x = &builder_.step(described, shape, copy_given, one.given);
      } else {
        one.x = &builder_.step(described, shape, embed).reads_row(one.tokens).reads_all(E);
        one.x->computation.compares_rows = true;
      }
    }
  }

  void place_all() {
    const Positions& positions = scene_.positions;
    const bool learned = positions.kind == Positions::Kind::learned;
    if (!sinusoids() && !learned) return;
    const Literal axes = dimensions_.T_k > dimensions_.T_q ? "T_k d_model" : "T d_model";
    TraceTensor* P = learned ? &builder_.parameter("P", axes, learned_positions(positions, dimensions_)) : nullptr;
    for (One& one : sides_) {
      const Tensor::shape_type shape{one.words.size(), dimensions_.d_p};
      one.places = learned ? P : &builder_.step(describe_p(one.side), shape, sinusoidal).with_constant(positions.base);
    }
    for (One& one : sides_) {
      TraceTensor& x = builder_.step(describe_x(one.side, learned, concat()), {one.words.size(), dimensions_.d_model},
                                     concat() ? position_beside : static_cast<Compute>(position));
      one.x = &(concat() ? x.reads_row(one.x) : x.in_place_of(*one.x)).reads_row(one.places);
    }
  }

  const Scene& scene_;
  const Dimensions& dimensions_;
  const std::vector<std::string>& vocabulary_;
  TraceBuilder& builder_;
  std::vector<One> sides_;
};

}  // namespace

const TraceTensor* Trace::find(std::string_view name, std::size_t layer) const {
  for (const auto* list : {&steps, &parameters}) {
    const auto found = std::find_if(list->rbegin(), list->rend(), [&](const TraceTensor& traced) {
      return traced.name == name && traced.layer <= layer;
    });
    if (found != list->rend()) return &*found;
  }
  return nullptr;
}

Check build_trace(std::unique_ptr<Scene> given, const Trace* before, Trace& trace) {
  if (auto wrong = check_token_count(*given)) return wrong;
  trace.scene = std::move(given);
  const Scene& scene = *trace.scene;
  trace.vocabulary = vocabulary(scene);
  Dimensions dimensions{.kept_score_bytes = trace.kept_score_bytes};
  if (auto wrong = dimensions_of(scene, trace.vocabulary, dimensions)) return wrong;
  trace.symbols = symbols_of(scene, dimensions);

  TraceBuilder builder(trace, dimensions);
  const Embedder embedded(trace, dimensions, builder, before);
  TraceTensor* x = embedded.queries();
  const bool cross = !scene.encoder.tokens.empty();
  if (scene.positions.kind == Positions::Kind::relative) {
    builder.E_rel = &builder.parameter("E_rel", scene.positions.clip == 0 ? "R H·d_k" : "R_clip H·d_k",
                                       relative_embedding(scene.positions, dimensions));
  }
  if (scene.positions.kind == Positions::Kind::given) {
    Source source{.shape = {dimensions.T_q, dimensions.T_k}};
    builder.S_rel = &builder.parameter("S_rel", "T_q T_k", source.copy(scene.positions.rows));
  }
  for (std::size_t layer = 0; layer < scene.layers; ++layer) {
    builder.layer = layer;
    if (layer > 0) x = &builder.step(describe_next_x(x->name), x->shape, copy).in_place_of(*x);
    x = &attend_layer(scene, dimensions, x, cross ? embedded.keys() : x, builder);
  }
  return {};
}

Result<Trace> attend(const Scene& scene) {
  Trace trace;
  if (auto wrong = build_trace(std::make_unique<Scene>(scene), nullptr, trace)) return *wrong;
  if (auto wrong = Evaluator(trace).compute_all()) return *wrong;
  return trace;
}

}  // namespace self_attention
