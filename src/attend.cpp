#include <algorithm>
#include <cmath>
#include <utility>

#include "attention.hpp"
#include "dimensions.hpp"
#include "layer.hpp"
#include "parameters.hpp"
#include "recorder.hpp"
#include "steps/steps.hpp"

namespace self_attention {
namespace {

using namespace steps;

std::vector<Symbol> symbols_of(const Scene& scene, const Dimensions& dimensions) {
  const auto at = [](std::size_t number) { return static_cast<double>(number); };
  const Attention& attention = scene.attention;
  const Mask& mask = attention.mask;
  std::vector<Symbol> symbols{{"T", at(dimensions.T_q)},
                              {"T_q", at(dimensions.T_q)},
                              {"T_k", at(dimensions.T_k)},
                              {"V", at(dimensions.V)},
                              {"d_word", at(dimensions.d_word)},
                              {"d_model", at(dimensions.d_model)},
                              {"H", at(dimensions.H)},
                              {"H_kv", at(dimensions.H_kv)},
                              {"group", at(dimensions.group())},
                              {"d_k", at(dimensions.d_k)},
                              {"d_v", at(dimensions.d_v)},
                              {"layers", at(dimensions.layers)},
                              {"temperature", attention.temperature},
                              {"softcap", attention.softcap}};
  const auto when = [&](bool used, Literal name, double value) {
    if (used) symbols.push_back({name, value});
  };
  when(attention.scale.has_value(), "scale", attention.scale.value_or(0));
  when(dimensions.d_p != 0, "d_p", at(dimensions.d_p));
  when(dimensions.d_a != 0, "d_a", at(dimensions.d_a));
  when(dimensions.d_ff != 0, "d_ff", at(dimensions.d_ff));
  when(dimensions.distances != 0, "R", at(dimensions.distances));
  when(scene.positions.clip != 0, "clip", at(scene.positions.clip));
  using Place = Positions::Kind;
  when(scene.positions.kind == Place::sinusoidal || scene.positions.kind == Place::rope, "base", scene.positions.base);
  when(scene.block.norm != Block::Norm::none, "epsilon", norm_epsilon);
  when(attention.round.has_value(), "digits", at(attention.round.value_or(0)));
  when(mask.kind == Mask::Kind::padding || mask.kind == Mask::Kind::prefix, "length", at(mask.length));
  when(mask.kind == Mask::Kind::window, "before", at(mask.before));
  when(mask.kind == Mask::Kind::window, "after", at(mask.after));
  return symbols;
}

// The tokens of one side or both as the layers read them: embedded, and with their places where those are added. Steps
// go side by side: tokens of both, x0 of both …
class Embedder {
 public:
  Embedder(const Scene& scene, const Dimensions& dimensions, std::span<const std::string> vocabulary, Recorder& record)
      : scene_(scene), dimensions_(dimensions), record_(record) {
    const bool cross = !scene.encoder.tokens.empty();
    sides_.push_back({cross ? Side::queries : Side::both, scene.tokens, scene.embedding.x});
    if (cross) sides_.push_back({Side::keys, scene.encoder.tokens, scene.encoder.x});
    for (One& one : sides_) {
      one.tokens = &record.step(describe_tokens(one.side), tokenize(one.words, vocabulary));
    }
    if (scene.embedding.kind == Embedding::Kind::qkv) return;
    embed_all(vocabulary);
    place_all();
  }

  Named queries() const { return sides_.front().x; }
  Named keys() const { return sides_.back().x; }

 private:
  struct One {
    Side side;
    const std::vector<std::string>& words;
    const Tensor& given;
    const Tensor* tokens = nullptr;
    Named x{};
  };

  bool sinusoids() const { return scene_.positions.kind == Positions::Kind::sinusoidal; }
  bool concat() const { return sinusoids() && scene_.positions.concat; }

  void embed_all(std::span<const std::string> vocabulary) {
    const Embedding& embedding = scene_.embedding;
    const bool given = embedding.kind == Embedding::Kind::given;
    const Tensor* E = given ? nullptr
                            : &record_.parameter("E", concat() ? "V d_word" : "V d_model",
                                                 embedding_matrix(embedding, vocabulary, dimensions_.d_word));
    for (One& one : sides_) {
      one.x = {
          one.side == Side::keys ? "x0_k" : "x0",
          &record_.step(describe_x0(one.side, given, concat()), given ? Tensor(one.given) : embed(*one.tokens, *E))};
    }
  }

  void place_all() {
    const Positions& positions = scene_.positions;
    const bool learned = positions.kind == Positions::Kind::learned;
    if (!sinusoids() && !learned) return;
    const Tensor* P = learned ? &record_.parameter("P", dimensions_.T_k > dimensions_.T_q ? "T_k d_model" : "T d_model",
                                                   learned_positions(positions, dimensions_))
                              : nullptr;
    std::vector<const Tensor*> places;
    for (const One& one : sides_) {
      places.push_back(
          learned ? P
                  : &record_.step(describe_p(one.side), sinusoidal(one.words.size(), dimensions_.d_p, positions.base)));
    }
    for (std::size_t index = 0; index < sides_.size(); ++index) {
      One& one = sides_[index];
      one.x = {one.side == Side::keys ? "x_k" : "x", &record_.step(describe_x(one.side, learned, concat()),
                                                                   position(*one.x.tensor, *places[index], concat()))};
    }
  }

  const Scene& scene_;
  const Dimensions& dimensions_;
  Recorder& record_;
  std::vector<One> sides_;
};

// Sound input can still overflow float32 on the way (1e38 · 10).
Check check_computed(const Trace& trace) {
  for (const Traced& step : trace.steps) {
    if (auto wrong = check_finite(step.tensor, step.name, "", step.name == "masked" || step.name == "mask")) {
      wrong->message += ". The numbers in the scene are too large for its steps";
      return wrong;
    }
  }
  return {};
}

}  // namespace

const Traced* Trace::find(std::string_view name, std::size_t layer) const {
  for (const auto* list : {&steps, &parameters}) {
    const auto found = std::find_if(list->rbegin(), list->rend(),
                                    [&](const Traced& traced) { return traced.name == name && traced.layer <= layer; });
    if (found != list->rend()) return &*found;
  }
  return nullptr;
}

Result<Trace> attend(const Scene& scene) {
  if (auto wrong = check_token_count(scene)) return *wrong;
  Trace trace;
  trace.vocabulary = vocabulary(scene);
  const Result<Dimensions> checked = dimensions_of(scene, trace.vocabulary);
  if (const Error* wrong = std::get_if<Error>(&checked)) return *wrong;
  const auto& dimensions = std::get<Dimensions>(checked);
  trace.symbols = symbols_of(scene, dimensions);

  Recorder record(trace);
  const Embedder embedded(scene, dimensions, trace.vocabulary, record);
  Named x = embedded.queries();
  const bool cross = !scene.encoder.tokens.empty();
  if (scene.positions.kind == Positions::Kind::relative) {
    record.parameter("E_rel", scene.positions.clip == 0 ? "R H·d_k" : "R_clip H·d_k",
                     relative_embedding(scene.positions, dimensions));
  }
  for (std::size_t layer = 0; layer < scene.layers; ++layer) {
    record.layer = layer;
    if (layer > 0) x = {"x", &record.step(describe_next_x(x.name), Tensor(*x.tensor))};
    x = attend_layer(scene, dimensions, x, cross ? embedded.keys() : x, record);
  }

  // A mistake may overflow: that is what it shows.
  if (scene.mistake != Mistake::none) return trace;
  if (auto wrong = check_computed(trace)) return *wrong;
  return trace;
}

}  // namespace self_attention
