#include "scene/dimensions.hpp"

#include <chrono>

#include "limits.hpp"
#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

Result<Dimensions> checked(const Scene& scene) {
  Dimensions dimensions;
  if (auto wrong = dimensions_of(scene, steps::vocabulary(scene), dimensions)) return *wrong;
  return dimensions;
}
std::string wrong(const Scene& scene) {
  return text_of(checked(scene));
}

// 2 heads on d_model 4, d_k 3, d_v 2, everything given.
Scene given_scene() {
  Scene scene = small_scene(3, 4);
  scene.attention.heads = 2;
  scene.parameters.kind = Parameters::Kind::given;
  scene.parameters.matrices[Matrix::w_q] = random_tensor({4, 6}, 1);
  scene.parameters.matrices[Matrix::w_k] = random_tensor({4, 6}, 2);
  scene.parameters.matrices[Matrix::w_v] = random_tensor({4, 4}, 3);
  scene.parameters.matrices[Matrix::w_o] = random_tensor({4, 4}, 4);
  scene.parameters.matrices[Matrix::b_q] = random_tensor({6}, 5);
  scene.parameters.matrices[Matrix::b_k] = random_tensor({6}, 6);
  scene.parameters.matrices[Matrix::b_v] = random_tensor({4}, 7);
  scene.parameters.matrices[Matrix::b_o] = random_tensor({4}, 8);
  return scene;
}

Scene table_scene() {
  Scene scene = small_scene(3);
  scene.embedding.kind = Embedding::Kind::table;
  scene.embedding.row_names = {"word0", "word1", "word2"};
  scene.embedding.rows = random_tensor({3, 4}, 1);
  return scene;
}

Scene with_x(const Tensor& x) {
  Scene scene = small_scene(2);
  scene.embedding.kind = Embedding::Kind::given;
  scene.embedding.x = x;
  return scene;
}

// The scene after `change`.
template <class Change>
Scene changed(Scene scene, Change change) {
  change(scene);
  return scene;
}

template <class Change>
std::string wrong_attention(Change change) {
  return wrong(changed(small_scene(3, 12), [&](Scene& scene) { change(scene.attention); }));
}

template <class Change>
std::string wrong_given(Change change) {
  return wrong(changed(given_scene(), [&](Scene& scene) { change(scene.parameters.matrices); }));
}

}  // namespace

TEST_CASE("a valid scene has the sizes that it describes") {
  Scene scene = small_scene(3, 12);
  scene.tokens.push_back("word0");
  scene.attention.heads = 4;
  scene.attention.kv_heads = 2;
  scene.parameters.d_v = 5;
  const auto dimensions = value_of(checked(scene));
  CHECK(dimensions.T_q == 4);
  CHECK(dimensions.T_k == 4);
  CHECK(dimensions.V == 3);
  CHECK(dimensions.d_model == 12);
  CHECK(dimensions.H == 4);
  CHECK(dimensions.H_kv == 2);
  CHECK(dimensions.group() == 2);
  CHECK(dimensions.d_k == 3);
  CHECK(dimensions.d_v == 5);
}

TEST_CASE("given matrices determine d_k and d_v") {
  const auto dimensions = value_of(checked(given_scene()));
  CHECK(dimensions.d_k == 3);
  CHECK(dimensions.d_v == 2);
}

TEST_CASE("token count: 0, 1, the limit and one more") {
  CHECK(wrong(small_scene(0)) == "empty /tokens: there are no tokens");
  CHECK(wrong(small_scene(1)) == "");
  CHECK(wrong(small_scene(8192)) == "");
  CHECK(wrong(small_scene(8193)) == "too-large /tokens: the number of tokens is 8193; the limit is 8192");
}

TEST_CASE("100 000 different words are refused before anything is computed") {
  const Scene scene = small_scene(100'000);
  const auto start = std::chrono::steady_clock::now();
  CHECK(text_of(attend(scene)) == "too-large /tokens: the number of tokens is 100000; the limit is 8192");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(1));
}

TEST_CASE("d_model: 0, the limit and one more") {
  CHECK(wrong(small_scene(3, 0)) == "range /embedding/dModel: d_model is 0; it must be from 1 to 1024");
  CHECK(wrong(small_scene(3, 1024)) == "");
  CHECK(wrong(small_scene(3, 1025)) == "too-large /embedding/dModel: d_model is 1025; the limit is 1024");
}

TEST_CASE("one-hot rows need a d_model of at least the number of distinct tokens, which is the default") {
  Scene scene = small_scene(3, 0);
  scene.embedding.kind = Embedding::Kind::one_hot;
  CHECK(value_of(checked(scene)).d_model == 3);
  scene.embedding.d_model = 5;
  CHECK(value_of(checked(scene)).d_model == 5);
  scene.embedding.d_model = 2;
  CHECK(wrong(scene) ==
        "shape /embedding/dModel: d_model 2 is too small for one-hot rows: there are 3 distinct tokens");
}

TEST_CASE("a given x has one row for each token, 1 to 1024 columns and finite numbers") {
  CHECK(wrong(with_x(random_tensor({2, 4}, 1))) == "");
  CHECK(wrong(with_x(random_tensor({3, 4}, 1))) == "shape /embedding/x: x has 3 rows, expected 2 (one a token)");
  CHECK(wrong(with_x(random_tensor({2}, 1))) == "shape /embedding/x: x has 1 axes, expected 2 (rows and columns)");
  CHECK(wrong(with_x(filled({2, 0}, 0))) == "range /embedding/x: d_model is 0; it must be from 1 to 1024");
  CHECK(wrong(with_x(filled({2, 1025}, 0))) == "too-large /embedding/x: d_model is 1025; the limit is 1024");
  for (const auto& [number, name] :
       {std::pair{not_a_number, "nan"}, std::pair{infinity, "inf"}, std::pair{-infinity, "-inf"}}) {
    Tensor x = random_tensor({2, 4}, 1);
    x.data()[6] = number;
    CHECK(wrong(with_x(x)) == joined("not-finite /embedding/x: x[1,2] is ", name,
                                     "; every number must be finite and fit float32 (up to 3.4e38)"));
  }
}

TEST_CASE("the error names tokens without a table row, as many as fit a sentence") {
  Scene scene = table_scene();
  CHECK(wrong(scene) == "");
  scene.tokens.push_back("animal");
  CHECK(wrong(scene) == "missing-token /embedding: the table has no row for \"animal\"");
  scene.tokens.push_back("雪");
  CHECK(wrong(scene) == "missing-token /embedding: the table has no row for \"animal\", \"雪\"");
  for (const char* token : {"a", "b", "c", "d", "e"}) scene.tokens.emplace_back(token);
  CHECK(wrong(scene) ==
        "missing-token /embedding: the table has no row for \"animal\", \"雪\", \"a\", \"b\", \"c\" and 2 more");
  scene.embedding.draw_missing = true;
  CHECK(wrong(scene) == "");
  scene = table_scene();
  scene.tokens = {"{}", "word0", ""};
  CHECK(wrong(scene) == "missing-token /embedding: the table has no row for \"{}\", \"\"");
}

TEST_CASE("a table has a name for each row, two axes and finite numbers") {
  Scene scene = table_scene();
  scene.embedding.row_names.pop_back();
  CHECK(wrong(scene) == "shape /embedding/rows: the table has 3 rows and 2 names");
  scene = table_scene();
  scene.embedding.rows = random_tensor({12}, 1);
  CHECK(wrong(scene) == "shape /embedding/rows: the table has 1 axes, expected 2 (rows and columns)");
  scene = table_scene();
  scene.embedding.rows.data()[11] = not_a_number;
  CHECK(wrong(scene) ==
        "not-finite /embedding/rows: the table[2,3] is nan; "
        "every number must be finite and fit float32 (up to 3.4e38)");
}

TEST_CASE("the bounds of a draw are finite and in order, for embedding and parameters") {
  const auto bad = [](double low, double high, double mean, double std) {
    return Draw{.distribution = Distribution::uniform, .seed = 1, .low = low, .high = high, .mean = mean, .std = std};
  };
  for (const auto& [draw, message] :
       {std::pair{bad(1, 1, 0, 1), "low 1 must be less than high 1, both finite"},
        std::pair{bad(2, -1, 0, 1), "low 2 must be less than high -1, both finite"},
        std::pair{bad(-1, reference::infinity, 0, 1), "low -1 must be less than high inf, both finite"},
        std::pair{bad(-1, 1, 0, -0.5), "mean 0 and std -0.5 must be finite, std at least 0"},
        std::pair{bad(-1, 1, reference::infinity, 1), "mean inf and std 1 must be finite, std at least 0"}}) {
    Scene scene = small_scene();
    scene.embedding.draw = draw;
    CHECK(wrong(scene) == std::string("range /embedding: ") + message);
    scene = small_scene();
    scene.parameters.draw = draw;
    CHECK(wrong(scene) == std::string("range /parameters: ") + message);
  }
  Scene scene = small_scene();
  scene.embedding.draw.low = std::nan("");
  CHECK(code_of(checked(scene)) == "range");
}

TEST_CASE("heads must divide d_model unless the widths are given") {
  Scene scene = small_scene(3, 144);
  scene.attention.heads = 7;
  CHECK(wrong(scene) == "heads /attention/heads: d_model 144 is not divisible by 7 heads");
  scene.parameters.d_k = 5;
  CHECK(wrong(scene) == "heads /attention/heads: d_model 144 is not divisible by 7 heads");
  scene.parameters.d_v = 6;
  CHECK(wrong(scene) == "");
}

TEST_CASE("head count: 0, the limit, one more, and key/value heads that do not divide it") {
  CHECK(wrong_attention([](Attention& a) { a.heads = 0; }) ==
        "range /attention/heads: heads is 0; it must be from 1 to 64");
  CHECK(wrong_attention([](Attention& a) { a.heads = 65; }) ==
        "too-large /attention/heads: heads is 65; the limit is 64");
  CHECK(wrong_attention([](Attention& a) { a.heads = 6, a.kv_heads = 4; }) ==
        "heads /attention/kvHeads: 6 heads cannot share 4 key/value heads: 6 is not a multiple of 4");
  CHECK(wrong_attention([](Attention& a) { a.heads = 2, a.kv_heads = 4; }) ==
        "heads /attention/kvHeads: 2 heads cannot share 4 key/value heads: 2 is not a multiple of 4");
  Scene scene = small_scene(3, 64);
  scene.attention.heads = 64;
  CHECK(wrong(scene) == "");
}

TEST_CASE("head width: the limit and one more") {
  Scene scene = small_scene();
  scene.parameters.d_k = scene.parameters.d_v = 1024;
  CHECK(wrong(scene) == "");
  scene.parameters.d_k = 1025;
  CHECK(wrong(scene) == "too-large /parameters/dK: d_k is 1025; the limit is 1024");
  scene.parameters.d_k = 4;
  scene.parameters.d_v = 1025;
  CHECK(wrong(scene) == "too-large /parameters/dV: d_v is 1025; the limit is 1024");
}

TEST_CASE("given matrices have d_model rows, and the heads divide their columns") {
  CHECK(wrong(given_scene()) == "");
  CHECK(wrong_given([](Matrices& p) {
          p[Matrix::w_q] = random_tensor({4, 3}, 1);
        }) == "shape /parameters/wQ: w_q is 4×3, expected 4×(2·d): 3 columns are not divisible by 2 heads");
  CHECK(wrong_given([](Matrices& p) {
          p[Matrix::w_q] = random_tensor({3, 6}, 1);
        }) == "shape /parameters/wQ: w_q is 3×6, expected 4×(2·3)");
  CHECK(wrong_given([](Matrices& p) { p[Matrix::w_q] = random_tensor({24}, 1); }) ==
        "shape /parameters/wQ: w_q has 1 axes, expected 2 (rows and columns)");
  CHECK(wrong_given([](Matrices& p) {
          p[Matrix::w_k] = random_tensor({4, 4}, 1);
        }) == "shape /parameters/wK: w_k is 4×4, expected 4×(2·3)");
  CHECK(wrong_given([](Matrices& p) {
          p[Matrix::w_v] = random_tensor({5, 4}, 1);
        }) == "shape /parameters/wV: w_v is 5×4, expected 4×(2·2)");
  CHECK(wrong_given([](Matrices& p) {
          p[Matrix::w_o] = random_tensor({3, 4}, 1);
        }) == "shape /parameters/wO: w_o is 3×4, expected 4×4");
}

TEST_CASE("grouped key and value matrices are narrower than the query matrix") {
  Scene scene = given_scene();
  scene.attention.kv_heads = 1;
  CHECK(wrong(scene) == "shape /parameters/wK: w_k is 4×6, expected 4×(1·3)");
  scene.parameters.matrices[Matrix::w_k] = random_tensor({4, 3}, 1);
  scene.parameters.matrices[Matrix::b_k] = random_tensor({3}, 1);
  scene.parameters.matrices[Matrix::w_v] = random_tensor({4, 2}, 1);
  scene.parameters.matrices[Matrix::b_v] = random_tensor({2}, 1);
  CHECK(wrong(scene) == "");
}

TEST_CASE("a bias needs its matrix and has one number for each of its columns") {
  CHECK(wrong_given([](Matrices& p) { p[Matrix::b_q] = random_tensor({5}, 1); }) ==
        "shape /parameters/bQ: b_q is 5, expected (2·3)");
  CHECK(wrong_given([](Matrices& p) {
          p[Matrix::b_k] = random_tensor({1, 6}, 1);
        }) == "shape /parameters/bK: b_k is 1×6, expected (2·3)");
  CHECK(wrong_given([](Matrices& p) { p[Matrix::b_v] = random_tensor({6}, 1); }) ==
        "shape /parameters/bV: b_v is 6, expected (2·2)");
  CHECK(wrong_given([](Matrices& p) {
          p[Matrix::b_o] = random_tensor({3}, 1);
        }).starts_with("shape /parameters/bO: b_o is 3, expected "));
  CHECK(wrong_given([](Matrices& p) { p[Matrix::w_o] = no_tensor(); }) ==
        "shape /parameters/bO: b_o is given without w_o");
}

TEST_CASE("all three of w_q, w_k and w_v must be given") {
  CHECK(wrong_given([](Matrices& p) { p[Matrix::w_q] = no_tensor(); }) == "shape /parameters/wQ: w_q is missing");
  CHECK(wrong_given([](Matrices& p) { p[Matrix::w_k] = no_tensor(); }) == "shape /parameters/wK: w_k is missing");
  CHECK(wrong_given([](Matrices& p) { p[Matrix::w_v] = no_tensor(); }) == "shape /parameters/wV: w_v is missing");
}

TEST_CASE("NaN and infinity in a given parameter are an error that names the cell") {
  const auto poisoned = [](Matrix matrix, float number) {
    return wrong_given([&](Matrices& p) { p[matrix].data()[1] = number; });
  };
  const char* rule = "; every number must be finite and fit float32 (up to 3.4e38)";
  CHECK(poisoned(Matrix::w_q, not_a_number) == joined("not-finite /parameters/wQ: w_q[0,1] is nan", rule));
  CHECK(poisoned(Matrix::w_k, infinity) == joined("not-finite /parameters/wK: w_k[0,1] is inf", rule));
  CHECK(poisoned(Matrix::w_v, -infinity) == joined("not-finite /parameters/wV: w_v[0,1] is -inf", rule));
  CHECK(poisoned(Matrix::w_o, not_a_number) == joined("not-finite /parameters/wO: w_o[0,1] is nan", rule));
  CHECK(poisoned(Matrix::b_q, not_a_number) == joined("not-finite /parameters/bQ: b_q[1] is nan", rule));
  CHECK(poisoned(Matrix::b_k, not_a_number) == joined("not-finite /parameters/bK: b_k[1] is nan", rule));
  CHECK(poisoned(Matrix::b_v, not_a_number) == joined("not-finite /parameters/bV: b_v[1] is nan", rule));
  CHECK(poisoned(Matrix::b_o, not_a_number) == joined("not-finite /parameters/bO: b_o[1] is nan", rule));
}

TEST_CASE("temperature must be greater than 0") {
  for (const auto& [temperature, text] :
       {std::pair{0.0, "0"}, std::pair{-1.0, "-1"}, std::pair{reference::infinity, "inf"}, std::pair{1e-46, "1e-46"},
        std::pair{1e39, "1e+39"}}) {
    CHECK(wrong_attention([&, number = temperature](Attention& a) { a.temperature = number; }) ==
          joined("range /attention/temperature: temperature is ", text, "; it must be a number greater than 0"));
  }
  CHECK(wrong_attention([](Attention& a) {
          a.temperature = std::nan("");
        }).starts_with("range /attention/temperature: "));
  CHECK(wrong_attention([](Attention& a) { a.temperature = 1e-3; }) == "");
}

TEST_CASE("softcap must be 0 or greater, and scale finite") {
  CHECK(wrong_attention([](Attention& a) { a.softcap = -1; }) ==
        "range /attention/softcap: softcap is -1; it must be 0 (off) or greater");
  CHECK(wrong_attention([](Attention& a) { a.softcap = std::nan(""); }).starts_with("range /attention/softcap: "));
  CHECK(wrong_attention([](Attention& a) { a.softcap = 50; }) == "");
  CHECK(wrong_attention([](Attention& a) { a.scale = reference::infinity; }) ==
        "range /attention/scale: scale is inf; it must be a finite number");
  CHECK(wrong_attention([](Attention& a) { a.scale = std::nan(""); }).starts_with("range /attention/scale: "));
  CHECK(wrong_attention([](Attention& a) { a.scale = -2; }) == "");
}

TEST_CASE("a scene within every separate limit can still be too large as a whole") {
  Scene scene = small_scene(512, 1024);
  scene.attention.heads = 64;
  scene.parameters.d_k = scene.parameters.d_v = 1024;
  CHECK(wrong(scene).starts_with("too-large : this needs "));
  CHECK(wrong(scene).ends_with(" MiB; the limit is 128 MiB"));
}

TEST_CASE("with given scores only d_v is derived from d_model") {
  Scene scene = small_scene(2, 4);
  scene.attention.heads = 3;
  scene.attention.score = Attention::Score::given;
  scene.attention.scores = random_tensor({2, 2}, 1);
  CHECK(wrong(scene) == "heads /attention/heads: d_model 4 is not divisible by 3 heads");
  scene.parameters.d_v = 5;
  CHECK(wrong(scene) == "");
}

TEST_CASE("given q, k and v need no memory for projections") {
  Scene scene = small_scene(2);
  scene.attention.heads = 8;
  scene.embedding.kind = Embedding::Kind::qkv;
  scene.embedding.layers[0][Matrix::q] = scene.embedding.layers[0][Matrix::k] = scene.embedding.layers[0][Matrix::v] =
      random_tensor({2, 4096}, 1);
  scene.parameters.kind = Parameters::Kind::given;
  CHECK(wrong(scene) == "");
}

TEST_CASE("a scale is refused for a score that is not scaled") {
  Scene scene = small_scene(2, 4);
  scene.attention.score = Attention::Score::dot;
  scene.attention.scale = 3;
  CHECK(wrong(scene) == "range /attention/scale: scale is 3, but the score is the plain dot product, which has none");
}

TEST_CASE("byte count: the limit passes, one more does not, and the message rounds up") {
  constexpr auto limit = static_cast<double>(limits::max_scene_bytes);
  CHECK(text_of(check_bytes(limit, limits::max_scene_bytes)) == "");
  CHECK(text_of(check_bytes(limit + 1, limits::max_scene_bytes)) ==
        "too-large : this needs 129 MiB; the limit is 128 MiB");
  CHECK(text_of(check_bytes(1e30, limits::max_bytes)).starts_with("too-large : this needs "));
}

TEST_CASE("shapes are written with ×") {
  CHECK(shape_text(filled({4, 3, 2}, 0)) == "4×3×2");
  CHECK(shape_text(filled({7}, 0)) == "7");
  CHECK(shape_text(filled({}, 0)) == "a single number");
}
