#include <sstream>

#include "oracle.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Names = std::vector<std::string>;

Names names_of(const std::list<TraceTensor>& list) {
  Names names;
  for (const TraceTensor& traced : list) names.emplace_back(traced.name);
  return names;
}

std::optional<double> symbol_of(const Trace& trace, std::string_view name) {
  for (const Symbol& symbol : trace.symbols) {
    if (symbol.name == name) return symbol.value;
  }
  return {};
}

// Every option is on: 4 heads share 2, d_k ≠ d_v, biases, w_o, scale, softcap, causal mask, temperature.
Scene full_scene() {
  Scene scene = small_scene(5, 8);
  scene.tokens.push_back("word1");
  scene.parameters.d_k = 3;
  scene.parameters.d_v = 5;
  scene.parameters.biases = scene.parameters.output = true;
  scene.attention.heads = 4;
  scene.attention.kv_heads = 2;
  scene.attention.scale = 0.7;
  scene.attention.mask.kind = Mask::Kind::causal;
  scene.attention.temperature = 0.8;
  scene.attention.softcap = 2;
  return scene;
}

// 6 queries and 2 keys, sinusoids beside the words, additive scores of d_a 7, sparsemax, weighted values.
Scene cross_scene() {
  Scene scene = full_scene();
  scene.encoder.tokens = {"word0", "key"};
  scene.positions.kind = Positions::Kind::sinusoidal;
  scene.positions.concat = true;
  scene.positions.width = 9;
  scene.parameters.d_a = 7;
  scene.attention.score = Attention::Score::additive;
  scene.attention.normalizer = Attention::Normalizer::sparsemax;
  scene.attention.round = 3;
  scene.attention.weighted = true;
  return scene;
}

// Relative positions and a block of d_ff 11, twice.
Scene deep_scene() {
  Scene scene = full_scene();
  scene.positions.kind = Positions::Kind::relative;
  scene.block = {.residual = true, .norm = Block::Norm::layer, .d_ff = 11};
  scene.layers = 2;
  scene.attention.score = Attention::Score::general;
  return scene;
}

Scene bare_scene() {
  Scene scene = small_scene();
  scene.attention.score = Attention::Score::dot;
  return scene;
}

}  // namespace

TEST_CASE("steps are in the order of the computation") {
  CHECK(names_of(value_of(attend(full_scene())).steps) == Names{"tokens", "x0", "q", "k", "v", "scores", "scaled",
                                                                "capped", "blocked", "mask", "masked", "weights", "z",
                                                                "output"});
}

TEST_CASE("the trace leaves out steps that are off") {
  CHECK(names_of(value_of(attend(bare_scene())).steps) ==
        Names{"tokens", "x0", "q", "k", "v", "scores", "weights", "z", "output"});
  CHECK(names_of(value_of(attend(small_scene())).steps) ==
        Names{"tokens", "x0", "q", "k", "v", "scores", "scaled", "weights", "z", "output"});
  Scene scene = bare_scene();
  scene.attention.mask.kind = Mask::Kind::causal;
  CHECK(names_of(value_of(attend(scene)).steps) ==
        Names{"tokens", "x0", "q", "k", "v", "scores", "blocked", "mask", "masked", "weights", "z", "output"});
  scene.attention.softcap = 3;
  CHECK(names_of(value_of(attend(scene)).steps) == Names{"tokens", "x0", "q", "k", "v", "scores", "capped", "blocked",
                                                         "mask", "masked", "weights", "z", "output"});
}

TEST_CASE("the trace leaves out unused parameters, and E if x is given") {
  CHECK(names_of(value_of(attend(full_scene())).parameters) ==
        Names{"E", "w_q", "b_q", "w_k", "b_k", "w_v", "b_v", "w_o", "b_o"});
  CHECK(names_of(value_of(attend(small_scene())).parameters) == Names{"E", "w_q", "w_k", "w_v"});
  Scene scene = small_scene(2, 4);
  scene.embedding.kind = Embedding::Kind::given;
  scene.embedding.x = random_tensor({2, 4}, 1);
  const Trace trace = value_of(attend(scene));
  CHECK(names_of(trace.parameters) == Names{"w_q", "w_k", "w_v"});
  CHECK(difference(tensor_of(trace, "x0"), scene.embedding.x) == "");
}

TEST_CASE("every tensor has the shape of its axes") {
  for (const Scene& scene : {full_scene(), bare_scene(), cross_scene(), deep_scene()}) {
    const Trace trace = value_of(attend(scene));
    // "H·d_k" is a product of symbols.
    const auto extent = [&](std::string_view axis) {
      double product = 1;
      for (std::size_t dot = 0; dot != std::string_view::npos;) {
        dot = axis.find("·");
        const auto symbol = symbol_of(trace, axis.substr(0, dot));
        INFO(std::string(axis));
        REQUIRE(symbol.has_value());
        product *= *symbol;
        if (dot != std::string_view::npos) axis.remove_prefix(dot + std::string_view("·").size());
      }
      return static_cast<std::size_t>(product);
    };
    for (const auto* list : {&trace.steps, &trace.parameters}) {
      for (const TraceTensor& traced : *list) {
        Shape expected;
        std::istringstream axes{std::string(traced.axes)};
        for (std::string axis; axes >> axis;) expected.push_back(extent(axis));
        INFO(std::string(traced.name));
        CHECK(shape_of(traced.tensor) == expected);
      }
    }
  }
}

TEST_CASE("heads are the first axis, even if there is only one") {
  const Trace trace = value_of(attend(small_scene()));
  for (const char* name : {"q", "k", "v", "scores", "scaled", "weights", "z"}) {
    CHECK(tensor_of(trace, name).dimension() == 3);
    CHECK(tensor_of(trace, name).shape(0) == 1);
  }
}

TEST_CASE("symbols hold the scene's sizes and settings") {
  const Trace trace = value_of(attend(full_scene()));
  for (const auto& [name, value] :
       {std::pair{"T", 6.0}, std::pair{"T_q", 6.0}, std::pair{"T_k", 6.0}, std::pair{"V", 5.0},
        std::pair{"d_model", 8.0}, std::pair{"H", 4.0}, std::pair{"H_kv", 2.0}, std::pair{"group", 2.0},
        std::pair{"d_k", 3.0}, std::pair{"d_v", 5.0}, std::pair{"temperature", 0.8}, std::pair{"softcap", 2.0},
        std::pair{"scale", 0.7}}) {
    INFO(name);
    CHECK(symbol_of(trace, name) == value);
  }
  CHECK_FALSE(symbol_of(value_of(attend(small_scene())), "scale").has_value());
}

TEST_CASE("find returns null for a name that the trace does not have") {
  const Trace trace = value_of(attend(bare_scene()));
  for (const char* name : {"", "masked", "w_o", "Weights", "constructor"}) CHECK(trace.find(name) == nullptr);
}

TEST_CASE("scenes of many sizes agree with the oracle") {
  std::uint32_t seed = 0;
  for (const std::size_t tokens : {1U, 2U, 7U, 16U}) {
    for (const std::size_t d_model : {4U, 12U, 32U}) {
      for (const std::size_t heads : {1U, 2U, 4U}) {
        for (const std::size_t kv_heads : {1U, 2U}) {
          if (heads % kv_heads != 0) continue;
          Scene scene = small_scene(tokens, d_model);
          scene.embedding.draw.seed = ++seed;
          scene.parameters.draw.seed = ++seed;
          scene.parameters.biases = seed % 3 == 0;
          scene.parameters.output = seed % 4 == 0;
          scene.attention.heads = heads;
          scene.attention.kv_heads = kv_heads;
          INFO(tokens, " tokens, d_model ", d_model, ", ", heads, " heads sharing ", kv_heads);
          checked_trace(scene);
        }
      }
    }
  }
}

TEST_CASE("every option agrees with the oracle, alone and combined") {
  checked_trace(full_scene());
  checked_trace(bare_scene());
  const auto with = [](auto change) {
    Scene scene = small_scene(6, 8);
    scene.attention.heads = 2;
    change(scene);
    checked_trace(scene);
  };
  with([](Scene& scene) { scene.attention.mask.kind = Mask::Kind::causal; });
  with([](Scene& scene) { scene.attention.temperature = 0.2; });
  with([](Scene& scene) { scene.attention.temperature = 5; });
  with([](Scene& scene) { scene.attention.softcap = 0.5; });
  with([](Scene& scene) { scene.attention.scale = -1.5; });
  with([](Scene& scene) { scene.attention.scale = 0; });
  with([](Scene& scene) { scene.parameters.biases = true; });
  with([](Scene& scene) { scene.parameters.output = true; });
  with([](Scene& scene) { scene.parameters.d_k = 1, scene.parameters.d_v = 9; });
  with([](Scene& scene) { scene.parameters.kind = Parameters::Kind::identity; });
  with([](Scene& scene) { scene.embedding.kind = Embedding::Kind::one_hot; });
  with([](Scene& scene) { scene.parameters.draw.distribution = Distribution::kaiming; });
}

TEST_CASE("a sentence of the largest size agrees with the oracle") {
  Scene scene = small_scene(512, 8);
  scene.attention.heads = 2;
  scene.attention.mask.kind = Mask::Kind::causal;
  checked_trace(scene);
}

TEST_CASE("equal tokens have equal vectors at every position") {
  Scene scene = small_scene(2, 6);
  scene.tokens = {"the", "cat", "saw", "the", "cat"};
  const Rows x0 = matrix_of(tensor_of(value_of(attend(scene)), "x0"));
  CHECK(xt::row(x0, 0) == xt::row(x0, 3));
  CHECK(xt::row(x0, 1) == xt::row(x0, 4));
  CHECK(xt::row(x0, 0) != xt::row(x0, 1));
}

TEST_CASE("replacing a word leaves the bits of all other rows of x0, q, k and v") {
  Scene scene = small_scene(1, 6);
  scene.parameters.biases = true;
  scene.tokens = {"the", "cat", "sat"};
  const Trace before = value_of(attend(scene));
  scene.tokens = {"the", "cat", "sat", "on", "the", "mat"};
  const Trace after = value_of(attend(scene));
  const Rows x0_after = matrix_of(tensor_of(after, "x0"));
  CHECK(matrix_of(tensor_of(before, "x0")) == xt::view(x0_after, xt::range(0, 3)));
  for (const char* name : {"q", "k", "v"}) {
    const Heads all = heads_of(tensor_of(after, name));
    INFO(name);
    CHECK(heads_of(tensor_of(before, name)) == xt::view(all, xt::all(), xt::range(0, 3)));
  }
}

TEST_CASE("under a causal mask, later tokens do not change earlier outputs") {
  Scene scene = small_scene(1, 6);
  scene.attention.mask.kind = Mask::Kind::causal;
  scene.tokens = {"the", "cat", "sat"};
  const Rows before = matrix_of(tensor_of(value_of(attend(scene)), "output"));
  scene.tokens = {"the", "cat", "ran", "off"};
  const Rows after = matrix_of(tensor_of(value_of(attend(scene)), "output"));
  for (const std::size_t token : {0U, 1U}) {
    CHECK(difference(vector(xt::view(after, token)), xt::view(before, token), 1e-6) == "");
  }
  CHECK(xt::row(after, 2) != xt::row(before, 2));
}

TEST_CASE("the same scene gives the same bits") {
  const Trace one = value_of(attend(full_scene())), other = value_of(attend(full_scene()));
  for (const auto* list : {&one.steps, &one.parameters}) {
    for (const TraceTensor& traced : *list) {
      INFO(std::string(traced.name));
      CHECK(difference(tensor_of(other, traced.name), traced.tensor) == "");
    }
  }
}

TEST_CASE("scores of ±1e4 leave the weights finite") {
  Scene scene = small_scene(2, 1);
  scene.embedding.kind = Embedding::Kind::given;
  scene.embedding.x = matrix({{100}, {-100}});
  scene.parameters.kind = Parameters::Kind::identity;
  const Trace trace = value_of(attend(scene));
  CHECK(difference(tensor_of(trace, "scores"), Heads{{{1e4, -1e4}, {-1e4, 1e4}}}, 0) == "");
  CHECK(difference(tensor_of(trace, "weights"), Heads{{{1, 0}, {0, 1}}}, 0) == "");
  CHECK(difference(tensor_of(trace, "output"), Rows{{100}, {-100}}, 0) == "");
}

TEST_CASE("an intermediate result that overflows float32 is an error that names the step") {
  Scene scene = small_scene(2, 1);
  scene.embedding.kind = Embedding::Kind::given;
  scene.embedding.x = matrix({{1e38}, {1}});
  scene.parameters.kind = Parameters::Kind::identity;
  CHECK(text_of(attend(scene)).starts_with("not-finite : scores[0,0,0] is inf"));
  scene.parameters.kind = Parameters::Kind::given;
  for (const Matrix w : {Matrix::w_q, Matrix::w_k, Matrix::w_v}) scene.parameters.matrices[w] = matrix({{10}});
  CHECK(text_of(attend(scene)).starts_with("not-finite : q[0,0,0] is inf"));
  scene.embedding = {};
  scene.embedding.d_model = 1;
  scene.embedding.draw = {.distribution = Distribution::uniform, .seed = 1, .low = 1e300, .high = 2e300};
  CHECK(text_of(attend(scene)).starts_with("not-finite : x0[0,0] is inf"));
}
