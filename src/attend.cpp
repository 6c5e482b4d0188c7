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
  std::vector<Symbol> symbols;
  const auto add = [&](StaticString name, auto value) { symbols.push_back({name, static_cast<double>(value)}); };
  for (const auto& [name, size, always] : dimension_names) {
    if (always || dimensions.*size != 0) add(name, dimensions.*size);
  }
  const Attention& attention = scene.attention;
  const Positions& positions = scene.positions;
  add("group", dimensions.group());
  add("temperature", attention.temperature);
  add("softcap", attention.softcap);
  if (attention.scale) add("scale", *attention.scale);
  if (positions.clip != 0) add("clip", positions.clip);
  if (positions.kind == Positions::Kind::sinusoidal || positions.kind == Positions::Kind::rope) {
    add("base", positions.base);
  }
  if (positions.kind == Positions::Kind::alibi && positions.slopes == Positions::Slopes::reference) {
    add("H_2", power_of_two_in(attention.heads));
  }
  if (scene.block.norm != Block::Norm::none) add("epsilon", norm_epsilon);
  if (attention.round) add("digits", *attention.round);
  const std::vector<Symbol> of_mask = mask_symbols(attention.mask);
  symbols.insert(symbols.end(), of_mask.begin(), of_mask.end());
  return symbols;
}

// The tokens of one side or of both, embedded, with their positions where those are added. Each step is added for both
// sides before the next one: tokens and tokens_k, x0 and x0_k …
class Embedder {
 public:
  Embedder(const Trace& trace, const Dimensions& dimensions, TraceBuilder& builder, const Trace* previous)
      : scene_(*trace.scene),
        dimensions_(dimensions),
        vocabulary_(trace.vocabulary),
        builder_(builder),
        sides_(sides_of(scene_)) {
    for (TokenSide& side : sides_) {
      side.tokens = &builder.step(tokens(side.side), {});
      TraceBuilder::store(*side.tokens, tokenize(side.words, vocabulary_));
    }
    if (scene_.embedding.kind == Embedding::Kind::qkv) return;
    embed_all(previous);
    add_positions();
  }

  TraceTensor* queries() const { return sides_.front().x; }
  TraceTensor* keys() const { return sides_.back().x; }

 private:
  struct TokenSide {
    Side side;
    const std::vector<std::string>& words;
    const Tensor& given;
    TraceTensor* tokens = nullptr;
    TraceTensor* x = nullptr;
    TraceTensor* positions = nullptr;
  };

  static std::vector<TokenSide> sides_of(const Scene& scene) {
    const bool cross = !scene.encoder.tokens.empty();
    const TokenSide sides[] = {{cross ? Side::queries : Side::both, scene.tokens, scene.embedding.x},
                               {Side::keys, scene.encoder.tokens, scene.encoder.x}};
    return {sides, sides + (cross ? 2 : 1)};
  }

  bool has_sinusoids() const { return scene_.positions.kind == Positions::Kind::sinusoidal; }
  bool puts_beside() const { return has_sinusoids() && scene_.positions.concat; }

  // E. Rows that were drawn for the previous scene are not drawn again.
  TraceTensor* embeddings(const Trace* previous) {
    const Embedding& embedding = scene_.embedding;
    const StaticString axes = puts_beside() ? "V d_word" : "V d_model";
    if (embedding.kind == Embedding::Kind::ids) return &builder_.parameter(given("E", axes, embedding.rows));
    const TraceTensor* known = previous == nullptr ? nullptr : previous->find("E");
    const bool same = known != nullptr && embedding.kind == Embedding::Kind::random &&
                      previous->scene->embedding.kind == embedding.kind &&
                      previous->scene->embedding.draw == embedding.draw && known->width == dimensions_.d_word &&
                      // 0 and −0 are equal means, but without a spread they are the numbers themselves.
                      std::signbit(previous->scene->embedding.draw.mean) == std::signbit(embedding.draw.mean);
    const std::size_t d_word = dimensions_.d_word;
    return &TraceBuilder::store(
        builder_.parameter({.name = "E", .axes = axes}),
        same ? embedding_matrix(embedding, vocabulary_, d_word, previous->vocabulary, &known->tensor)
             : embedding_matrix(embedding, vocabulary_, d_word));
  }

  void embed_all(const Trace* previous) {
    const bool is_given = scene_.embedding.kind == Embedding::Kind::given;
    TraceTensor* E = is_given ? nullptr : embeddings(previous);
    for (TokenSide& side : sides_) {
      side.x = is_given ? &builder_.step(given_x0(side.side, puts_beside(), side.given), {})
                        : &builder_.step(embed(side.side, puts_beside()), {side.tokens, E});
    }
  }

  void add_positions() {
    const bool learned = scene_.positions.kind == Positions::Kind::learned;
    if (!has_sinusoids() && !learned) return;
    TraceTensor* P = learned ? &builder_.parameter(learned_positions(scene_.positions, dimensions_)) : nullptr;
    for (TokenSide& side : sides_) {
      side.positions = learned ? P : &builder_.step(sinusoidal(side.side, scene_.positions.base), {});
    }
    for (TokenSide& side : sides_) {
      const Op op = puts_beside() ? position_beside(side.side) : position(side.side);
      side.x = &builder_.step(op, {side.x, side.positions});
    }
  }

  const Scene& scene_;
  const Dimensions& dimensions_;
  const std::vector<std::string>& vocabulary_;
  TraceBuilder& builder_;
  std::vector<TokenSide> sides_;
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

MaybeError build_trace(std::unique_ptr<Scene> given, const Trace* previous, Trace& trace) {
  if (auto wrong = check_token_count(*given)) return wrong;
  trace.scene = std::move(given);
  const Scene& scene = *trace.scene;
  trace.vocabulary = vocabulary(scene);
  Dimensions dimensions{.kept_score_bytes = trace.kept_score_bytes};
  if (auto wrong = dimensions_of(scene, trace.vocabulary, dimensions)) return wrong;
  trace.symbols = symbols_of(scene, dimensions);

  TraceBuilder builder(trace, dimensions);
  const Embedder embedded(trace, dimensions, builder, previous);
  TraceTensor* x = embedded.queries();
  const bool cross = !scene.encoder.tokens.empty();
  if (scene.positions.kind == Positions::Kind::relative) {
    builder.E_rel = &builder.parameter(relative_embedding(scene.positions, dimensions));
  }
  if (scene.positions.kind == Positions::Kind::given) {
    builder.S_rel = &builder.parameter(steps::given("S_rel", "T_q T_k", scene.positions.rows));
  }
  for (std::size_t layer = 0; layer < scene.layers; ++layer) {
    builder.layer = layer;
    const bool reads_previous = layer > 0 && scene.embedding.kind != Embedding::Kind::qkv;
    if (reads_previous) x = &builder.step(next_x(), {x});
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
