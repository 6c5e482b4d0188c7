// Cross-attention: queries from one sequence, keys and values from another.

#include "oracle.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Names = std::vector<std::string>;

Scene cross_scene(std::size_t queries = 3, std::size_t keys = 5, std::size_t d_model = 8) {
  Scene scene = small_scene(queries, d_model);
  scene.attention.heads = 2;
  for (std::size_t key = 0; key < keys; ++key) scene.encoder.tokens.push_back("key" + std::to_string(key));
  return scene;
}

std::optional<double> symbol_of(const Trace& trace, std::string_view name) {
  for (const Symbol& symbol : trace.symbols) {
    if (symbol.name == name) return symbol.value;
  }
  return {};
}

std::string refused(const Scene& scene) {
  return text_of(attend(scene));
}

}  // namespace

TEST_CASE("queries come from the scene's tokens, keys and values from the encoder's") {
  for (const std::size_t queries : {1U, 3U, 8U}) {
    for (const std::size_t keys : {1U, 3U, 6U}) {
      INFO(queries, " queries, ", keys, " keys");
      const Trace trace = checked_trace(cross_scene(queries, keys));
      CHECK(step_names(trace) ==
            Names{"tokens", "tokens_k", "x0", "x0_k", "q", "k", "v", "scores", "scaled", "weights", "z", "output"});
      CHECK(shape_of(tensor_of(trace, "x0_k")) == Shape{keys, 8});
      CHECK(shape_of(tensor_of(trace, "weights")) == Shape{2, queries, keys});
      CHECK(shape_of(tensor_of(trace, "output")) == Shape{queries, 8});
      CHECK(symbol_of(trace, "T_q") == queries);
      CHECK(symbol_of(trace, "T_k") == keys);
    }
  }
}

TEST_CASE("a sequence that attends to itself as an encoder gives what self-attention gives") {
  Scene scene = cross_scene(4, 0);
  const Trace alone = value_of(attend(scene));
  scene.encoder.tokens = scene.tokens;
  const Trace cross = checked_trace(scene);
  for (const char* name : {"q", "k", "v", "weights", "output"}) {
    CHECK(difference(tensor_of(cross, name), tensor_of(alone, name)) == "");
  }
}

TEST_CASE("the same word has the same vector on both sides") {
  Scene scene = cross_scene();
  scene.encoder.tokens[4] = "word1";
  const Trace trace = checked_trace(scene);
  CHECK(xt::row(matrix_of(tensor_of(trace, "x0_k")), 4) == xt::row(matrix_of(tensor_of(trace, "x0")), 1));
  CHECK(trace.vocabulary.size() == 7);
  CHECK(tensor_of(trace, "E").shape(0) == 7);
}

TEST_CASE("every kind of embedding works on both sides") {
  Scene scene = cross_scene();
  SUBCASE("one-hot: as wide as the words of both sides") {
    scene.embedding.kind = Embedding::Kind::one_hot;
    scene.embedding.d_model = 0;
    CHECK(tensor_of(checked_trace(scene), "x0").shape(1) == 8);
  }
  SUBCASE("given: the encoder has a separate x") {
    scene.embedding.kind = Embedding::Kind::given;
    scene.embedding.x = random_tensor({3, 8}, 1);
    scene.encoder.x = random_tensor({5, 8}, 2);
    const Trace trace = checked_trace(scene);
    CHECK(difference(tensor_of(trace, "x0_k"), scene.encoder.x) == "");
  }
  SUBCASE("a table") {
    scene.embedding.kind = Embedding::Kind::table;
    scene.embedding.row_names = {"word0", "word1", "word2", "key0", "key1", "key2", "key3", "key4"};
    scene.embedding.rows = random_tensor({8, 6}, 1);
    checked_trace(scene);
    scene.embedding.row_names[6] = "other";
    CHECK(without(refused(scene), {"missing-token", "key3"}) == "");
  }
  SUBCASE("ids") {
    scene.embedding.kind = Embedding::Kind::ids;
    scene.embedding.rows = random_tensor({4, 6}, 1);
    scene.tokens = {"0", "3", "1"};
    scene.encoder.tokens = {"2", "2", "3"};
    const Trace trace = checked_trace(scene);
    CHECK(xt::row(matrix_of(tensor_of(trace, "x0_k")), 2) == xt::row(matrix_of(scene.embedding.rows), 3));
    scene.encoder.tokens[1] = "4";
    CHECK(without(refused(scene), {"out-of-range /encoder/tokens", "id 4 is outside the table of 4 rows (0 to 3)"}) ==
          "");
    scene.encoder.tokens[1] = "03";
    CHECK(without(refused(scene), {"\"03\" is no id of the table of 4 rows (0 to 3)"}) == "");
  }
  SUBCASE("zero") {
    scene.embedding.kind = Embedding::Kind::zero;
    checked_trace(scene);
  }
  SUBCASE("q, k and v given") {
    scene.embedding.kind = Embedding::Kind::qkv;
    scene.embedding.layers[0][Matrix::q] = random_tensor({3, 8}, 1);
    scene.embedding.layers[0][Matrix::k] = random_tensor({5, 8}, 2);
    scene.embedding.layers[0][Matrix::v] = random_tensor({5, 6}, 3);
    scene.parameters.kind = Parameters::Kind::given;
    const Trace trace = checked_trace(scene);
    CHECK(step_names(trace) ==
          Names{"tokens", "tokens_k", "q", "k", "v", "scores", "scaled", "weights", "z", "output"});
    CHECK(trace.find("E") == nullptr);
  }
}

TEST_CASE("every kind of position works on both sides") {
  using Kind = Positions::Kind;
  for (const Kind kind : {Kind::sinusoidal, Kind::learned, Kind::rope, Kind::alibi, Kind::relative}) {
    for (const std::size_t keys : {2U, 5U}) {
      Scene scene = cross_scene(3, keys);
      scene.positions.kind = kind;
      const Trace trace = checked_trace(scene);
      if (kind == Kind::sinusoidal) CHECK(shape_of(tensor_of(trace, "p_k")) == Shape{keys, 8});
      if (kind == Kind::sinusoidal || kind == Kind::learned) CHECK(shape_of(tensor_of(trace, "x_k")) == Shape{keys, 8});
    }
  }
  Scene scene = cross_scene();
  scene.positions.kind = Kind::sinusoidal;
  scene.positions.concat = true;
  scene.positions.width = 2;
  CHECK(step_names(checked_trace(scene)) == Names{"tokens", "tokens_k", "x0", "x0_k", "p", "p_k", "x", "x_k", "q", "k",
                                                  "v", "scores", "scaled", "weights", "z", "output"});
  scene.positions.kind = Kind::learned;
  scene.positions.concat = false;
  scene.positions.rows = random_tensor({4, 8}, 1);
  CHECK(without(refused(scene), {"shape /positions/rows", "4×8", "5×8"}) == "");
}

TEST_CASE("cross-attention with grouped heads, biases, w_o, a block and layers") {
  Scene scene = cross_scene();
  scene.attention.heads = 4;
  scene.attention.kv_heads = 2;
  scene.parameters.biases = scene.parameters.output = true;
  scene.parameters.d_k = 3;
  scene.parameters.d_v = 5;
  scene.attention.score = Attention::Score::additive;
  scene.block = {.residual = true, .norm = Block::Norm::layer, .pre = true, .d_ff = 6};
  scene.layers = 2;
  checked_trace(scene);
  scene.block.pre = false;
  checked_trace(scene);
}

TEST_CASE("given scores over encoder states have queries as rows and states as columns") {
  Scene scene = cross_scene(2, 3);
  scene.attention.heads = 1;
  scene.attention.score = Attention::Score::given;
  scene.attention.scores = matrix({{13, 9, 9}, {0, 0, 0}});
  scene.embedding.kind = Embedding::Kind::qkv;
  scene.embedding.layers[0][Matrix::v] = matrix({{3}, {6}, {9}});
  scene.parameters.kind = Parameters::Kind::given;
  const Trace trace = checked_trace(scene);
  CHECK(matrix_of(tensor_of(trace, "output"))(1, 0) == doctest::Approx(6));
  scene.attention.scores = matrix({{13, 9}, {9, 0}, {0, 0}});
  CHECK(without(refused(scene), {"shape /attention/scores", "3×2", "2×3"}) == "");
}

TEST_CASE("an encoder of the wrong size or with the wrong rows is refused with the numbers") {
  CHECK(without(refused(cross_scene(3, 8193)), {"too-large /encoder/tokens", "8193", "8192"}) == "");
  Scene scene = cross_scene();
  scene.embedding.kind = Embedding::Kind::given;
  scene.embedding.x = random_tensor({3, 8}, 1);
  CHECK(without(refused(scene), {"/encoder/x"}) == "");
  scene.encoder.x = random_tensor({4, 8}, 2);
  CHECK(without(refused(scene), {"shape /encoder/x", "4", "5"}) == "");
  scene.encoder.x = random_tensor({5, 7}, 2);
  CHECK(without(refused(scene), {"shape /encoder/x", "5×7", "5×8"}) == "");
  scene.encoder.x = random_tensor({5, 8}, 2);
  scene.encoder.x.data()[10] = infinity;
  CHECK(without(refused(scene), {"not-finite /encoder/x", "[1,2]", "inf"}) == "");
}

TEST_CASE("given q, k and v that do not fit each other or the tokens are refused with their shapes") {
  Scene scene = cross_scene(3, 5);
  scene.embedding.kind = Embedding::Kind::qkv;
  scene.parameters.kind = Parameters::Kind::given;
  const Tensor q = scene.embedding.layers[0][Matrix::q] = random_tensor({3, 8}, 1),
               k = scene.embedding.layers[0][Matrix::k] = random_tensor({5, 8}, 2);
  scene.embedding.layers[0][Matrix::v] = random_tensor({5, 6}, 3);
  CHECK(refused(scene) == "");
  scene.embedding.layers[0][Matrix::q] = random_tensor({4, 8}, 1);
  CHECK(without(refused(scene), {"shape /embedding/layers/0/q", "4", "3"}) == "");
  scene.embedding.layers[0][Matrix::q] = random_tensor({3, 7}, 1);
  CHECK(without(refused(scene), {"shape /embedding/layers/0/q", "7", "2 heads"}) == "");
  scene.embedding.layers[0][Matrix::q] = q;
  scene.embedding.layers[0][Matrix::k] = random_tensor({5, 6}, 1);
  CHECK(without(refused(scene), {"shape /embedding/layers/0/k", "5×6", "5×8"}) == "");
  scene.embedding.layers[0][Matrix::k] = random_tensor({3, 8}, 1);
  CHECK(without(refused(scene), {"shape /embedding/layers/0/k", "3×8", "5×8"}) == "");
  scene.embedding.layers[0][Matrix::k] = no_tensor();
  CHECK(without(refused(scene), {"/embedding/layers/0/k"}) == "");
  scene.embedding.layers[0][Matrix::k] = k;
  scene.embedding.layers[0][Matrix::v] = random_tensor({4, 6}, 1);
  CHECK(without(refused(scene), {"shape /embedding/layers/0/v", "4", "5"}) == "");
  scene.embedding.layers[0][Matrix::v] = no_tensor();
  CHECK(without(refused(scene), {"shape /embedding/layers/0/v", "missing"}) == "");
  scene.embedding.layers[0][Matrix::v] = random_tensor({5, 6}, 3);
  scene.embedding.layers[0][Matrix::v].data()[8] = not_a_number;
  CHECK(without(refused(scene), {"not-finite /embedding/layers/0/v", "[1,2]", "nan"}) == "");
  scene.embedding.layers[0][Matrix::v] = random_tensor({5, 6}, 3);
  scene.attention.score = Attention::Score::given;
  scene.attention.scores = random_tensor({3, 5}, 4);
  CHECK(without(refused(scene), {"shape /embedding/layers/0/q", "q is given"}) == "");
  scene.attention.score = Attention::Score::scaled_dot;
  scene.attention.scores = no_tensor();
  scene.parameters.matrices[Matrix::w_q] = random_tensor({8, 8}, 1);
  CHECK(without(refused(scene), {"/parameters/wQ", "w_q"}) == "");
}
