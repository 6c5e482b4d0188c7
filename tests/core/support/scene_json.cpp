#include "scene_json.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace self_attention::testing {
namespace {

using Names = std::vector<std::string>;

template <class Value>
Value word(const Json& json, const std::vector<std::pair<std::string_view, Value>>& words) {
  const auto found = std::ranges::find(words, json.text, [](const auto& pair) { return pair.first; });
  INFO("unknown word ", json.text);
  REQUIRE(found != words.end());
  return found->second;
}

Names names_of(const Json& json) {
  Names names;
  for (const Json& item : json.items) names.push_back(item.text);
  return names;
}

std::size_t count_of(const Json& json) {
  return static_cast<std::size_t>(json.number());
}

// Reads the members of an object. The test ends at an unknown member.
class Members {
 public:
  explicit Members(const Json& json) : json_(json) {}
  Members(const Members&) = delete;
  ~Members() {
    for (const auto& [name, member] : json_.members) {
      INFO("unknown key ", name);
      CHECK(std::ranges::count(known_, name) == 1);
    }
  }

  template <class Read>
  Members& on(std::string_view name, Read read) {
    known_.emplace_back(name);
    if (json_.has(name)) read(json_[name]);
    return *this;
  }
  Members& count(std::string_view name, std::size_t& into) {
    return on(name, [&](const Json& json) { into = count_of(json); });
  }
  Members& number(std::string_view name, double& into) {
    return on(name, [&](const Json& json) { into = json.number(); });
  }
  Members& flag(std::string_view name, bool& into) {
    return on(name, [&](const Json& json) { into = json.text == "true"; });
  }
  Members& seed(std::string_view name, std::uint32_t& into) {
    return on(name, [&](const Json& json) { into = static_cast<std::uint32_t>(json.number()); });
  }
  Members& rows(std::string_view name, Tensor& into) {
    return on(name, [&](const Json& json) { into = matrix(rows_of(json)); });
  }
  Members& row(std::string_view name, Tensor& into) {
    return on(name, [&](const Json& json) { into = vector(row_of(json)); });
  }
  template <class Value>
  Members& word(std::string_view name, Value& into, const std::vector<std::pair<std::string_view, Value>>& words) {
    return on(name, [&](const Json& json) { into = testing::word(json, words); });
  }

 private:
  const Json& json_;
  Names known_;
};

const std::vector<std::pair<std::string_view, Distribution>> distributions{{"uniform", Distribution::uniform},
                                                                           {"normal", Distribution::normal},
                                                                           {"xavier", Distribution::xavier},
                                                                           {"kaiming", Distribution::kaiming}};

Members& draw(Members& members, std::string_view name, Draw& into) {
  return members.word(name, into.distribution, distributions)
      .seed("seed", into.seed)
      .number("low", into.low)
      .number("high", into.high)
      .number("mean", into.mean)
      .number("std", into.std);
}

void read(const Json& json, Embedding& embedding) {
  using enum Embedding::Kind;
  Members members(json);
  members
      .word("kind", embedding.kind,
            {{"given", given}, {"oneHot", one_hot}, {"random", random}, {"ids", ids}, {"zero", zero}, {"qkv", qkv}})
      .count("dModel", embedding.d_model)
      .rows("x", embedding.x)
      .rows("rows", embedding.rows)
      .rows("q", embedding.layers[0][Matrix::q])
      .rows("k", embedding.layers[0][Matrix::k])
      .rows("v", embedding.layers[0][Matrix::v]);
  draw(members, "distribution", embedding.draw);
}

void read(const Json& json, Positions& positions) {
  using enum Positions::Kind;
  Members members(json);
  members
      .word("kind", positions.kind,
            {{"none", none},
             {"sinusoidal", sinusoidal},
             {"learned", learned},
             {"rope", rope},
             {"alibi", alibi},
             {"relative", relative},
             {"given", Positions::Kind::given}})
      .word("join", positions.concat, {{"add", false}, {"concat", true}})
      .word("slopes", positions.slopes,
            {{"geometric", Positions::Slopes::geometric}, {"reference", Positions::Slopes::reference}})
      .word("pairs", positions.pairs, {{"adjacent", Positions::Pairs::adjacent}, {"halves", Positions::Pairs::halves}})
      .number("base", positions.base)
      .count("width", positions.width)
      .seed("seed", positions.seed)
      .number("std", positions.std)
      .count("clip", positions.clip)
      .rows("rows", positions.rows);
}

void read(const Json& json, Parameters& parameters) {
  using enum Parameters::Kind;
  Members members(json);
  members.word("kind", parameters.kind, {{"given", given}, {"none", given}, {"random", random}, {"identity", identity}})
      .count("dK", parameters.d_k)
      .count("dV", parameters.d_v)
      .count("dA", parameters.d_a)
      .flag("biases", parameters.biases)
      .flag("output", parameters.output)
      .rows("wQ", parameters.matrices[Matrix::w_q])
      .rows("wK", parameters.matrices[Matrix::w_k])
      .rows("wV", parameters.matrices[Matrix::w_v])
      .rows("wO", parameters.matrices[Matrix::w_o]);
  draw(members, "init", parameters.draw);
}

void read(const Json& json, Attention& attention) {
  using enum Attention::Score;
  Members members(json);
  members.count("heads", attention.heads)
      .count("kvHeads", attention.kv_heads)
      .word("score", attention.score,
            {{"dot", dot},
             {"scaledDot", scaled_dot},
             {"additive", additive},
             {"general", general},
             {"cosine", cosine},
             {"given", given}})
      .rows("scores", attention.scores)
      .on("scale", [&](const Json& scale) { attention.scale = scale.number(); })
      .on("roundWeights", [&](const Json& digits) { attention.round = count_of(digits); })
      .flag("weightedValues", attention.weighted)
      .number("temperature", attention.temperature)
      .number("softcap", attention.softcap)
      .word("normalizer", attention.normalizer,
            {{"softmax", Attention::Normalizer::softmax}, {"sparsemax", Attention::Normalizer::sparsemax}})
      .on("mask", [&](const Json& given_mask) {
        using enum Mask::Kind;
        Members mask(given_mask);
        mask.word("kind", attention.mask.kind,
                  {{"none", none},
                   {"causal", causal},
                   {"padding", padding},
                   {"window", window},
                   {"prefix", prefix},
                   {"painted", painted}})
            .count("length", attention.mask.length)
            .count("before", attention.mask.before)
            .count("after", attention.mask.after)
            .count("sinks", attention.mask.sinks)
            .rows("visible", attention.mask.visible);
      });
}

void read(const Json& json, Block& block) {
  Members members(json);
  members.flag("residual", block.residual)
      .word("norm", block.norm, {{"none", Block::Norm::none}, {"layer", Block::Norm::layer}, {"rms", Block::Norm::rms}})
      .word("place", block.pre, {{"post", false}, {"pre", true}})
      .on("feedForward", [&](const Json& feed_forward) {
        Members inner(feed_forward);
        inner.count("width", block.d_ff)
            .word("activation", block.activation,
                  {{"relu", Block::Activation::relu}, {"gelu", Block::Activation::gelu}});
      });
}

const std::vector<std::pair<std::string_view, Mistake>> mistakes{
    {"", Mistake::none},
    {"whole-matrix-softmax", Mistake::whole_matrix_softmax},
    {"wrong-axis-values", Mistake::wrong_axis_values},
    {"no-transpose", Mistake::no_transpose},
    {"no-scale", Mistake::no_scale},
    {"model-scale", Mistake::model_scale},
    {"zero-mask", Mistake::zero_mask},
    {"mask-after-softmax", Mistake::mask_after_softmax},
    {"overflow-softmax", Mistake::overflow_softmax},
    {"swapped-qk", Mistake::swapped_qk}};

}  // namespace

Row row_of(const Json& json) {
  Row row = Row::from_shape({json.items.size()});
  std::ranges::transform(json.items, row.begin(), &Json::number);
  return row;
}

Rows rows_of(const Json& json) {
  REQUIRE_FALSE(json.items.empty());
  Rows rows = Rows::from_shape({json.items.size(), json.items[0].items.size()});
  for (std::size_t i = 0; i < json.items.size(); ++i) {
    REQUIRE(json.items[i].items.size() == rows.shape(1));
    xt::row(rows, static_cast<std::ptrdiff_t>(i)) = row_of(json.items[i]);
  }
  return rows;
}

std::vector<std::string> prints_of(const Json& json) {
  if (json.items.empty()) return {json.text};
  Names prints;
  for (const Json& item : json.items) std::ranges::move(prints_of(item), std::back_inserter(prints));
  return prints;
}

Mistake mistake_of(std::string_view name) {
  return std::ranges::find(mistakes, name, [](const auto& pair) { return pair.first; })->second;
}

std::string name_of(Mistake mistake) {
  return std::string(std::ranges::find(mistakes, mistake, [](const auto& pair) { return pair.second; })->first);
}

Scene scene_of(const Json& json) {
  Scene scene;
  Members members(json);
  members.on("version", [](const Json& version) { CHECK(version.text == "1"); })
      .on("tokens", [&](const Json& tokens) { scene.tokens = names_of(tokens); })
      .on("encoder",
          [&](const Json& encoder) {
            Members inner(encoder);
            inner.on("tokens", [&](const Json& tokens) { scene.encoder.tokens = names_of(tokens); })
                .rows("x", scene.encoder.x);
          })
      .on("embedding", [&](const Json& embedding) { read(embedding, scene.embedding); })
      .on("positions", [&](const Json& positions) { read(positions, scene.positions); })
      .on("parameters", [&](const Json& parameters) { read(parameters, scene.parameters); })
      .on("attention", [&](const Json& attention) { read(attention, scene.attention); })
      .on("block", [&](const Json& block) { read(block, scene.block); })
      .count("layers", scene.layers)
      .word("mistake", scene.mistake, mistakes);
  return scene;
}

}  // namespace self_attention::testing
