#include "formula.hpp"
#include "oracle.hpp"
#include "scene_json.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

Scene formula_scene() {
  Scene scene = small_scene(4, 6);
  scene.tokens.push_back("word2");
  return scene;
}

void add_encoder(Scene& scene) {
  scene.encoder.tokens = {"word1", "key", "word3"};
}

}  // namespace

TEST_CASE("evaluating the formulas of every option of attention gives the numbers of the steps") {
  Scene scene = formula_scene();
  Attention& attention = scene.attention;
  SUBCASE("no option") {}
  SUBCASE("unscaled") {
    attention.score = Attention::Score::dot;
  }
  SUBCASE("with a given scale") {
    attention.scale = 0.3;
  }
  SUBCASE("with heads") {
    attention.heads = 3;
  }
  SUBCASE("with shared key/value heads") {
    attention.heads = 6;
    attention.kv_heads = 2;
    scene.parameters.d_k = 2;
    scene.parameters.d_v = 3;
  }
  SUBCASE("with biases") {
    scene.parameters.biases = true;
  }
  SUBCASE("with an output projection") {
    attention.heads = 2;
    scene.parameters.output = true;
  }
  SUBCASE("with a softcap") {
    attention.softcap = 1.5;
  }
  SUBCASE("with a softcap on unscaled scores") {
    attention.score = Attention::Score::dot;
    attention.softcap = 1.5;
  }
  SUBCASE("with a temperature") {
    attention.temperature = 0.5;
  }
  SUBCASE("rounded, and weighted") {
    attention.round = 2;
    attention.weighted = true;
    attention.heads = 6;
    attention.kv_heads = 3;
  }
  SUBCASE("sparsemax") {
    attention.normalizer = Attention::Normalizer::sparsemax;
    attention.temperature = 0.5;
    attention.heads = 2;
    attention.mask.kind = Mask::Kind::causal;
  }
  SUBCASE("with an encoder") {
    add_encoder(scene);
    attention.heads = 2;
  }
  SUBCASE("with everything") {
    scene.parameters.biases = scene.parameters.output = true;
    scene.parameters.d_v = 4;
    attention.heads = 2;
    attention.kv_heads = 1;
    attention.mask.kind = Mask::Kind::causal;
    attention.temperature = 2;
    attention.softcap = 3;
  }
  check_formulas(scene);
}

TEST_CASE("evaluating the formulas of every embedding gives the numbers of the steps") {
  Scene scene = formula_scene();
  SUBCASE("one-hot") {
    scene.embedding.kind = Embedding::Kind::one_hot;
  }
  SUBCASE("with x given") {
    scene.embedding.kind = Embedding::Kind::given;
    scene.embedding.x = random_tensor({5, 6}, 1);
  }
  SUBCASE("zero") {
    scene.embedding.kind = Embedding::Kind::zero;
    scene.positions.kind = Positions::Kind::sinusoidal;
  }
  SUBCASE("with ids") {
    scene.embedding.kind = Embedding::Kind::ids;
    scene.embedding.rows = random_tensor({4, 6}, 1);
    scene.tokens = {"3", "0", "3"};
  }
  SUBCASE("with q, k and v given") {
    scene.embedding.kind = Embedding::Kind::qkv;
    scene.embedding.layers[0][Matrix::q] = scene.embedding.layers[0][Matrix::k] = scene.embedding.layers[0][Matrix::v] =
        random_tensor({5, 6}, 1);
    scene.parameters.kind = Parameters::Kind::given;
    scene.attention.heads = 2;
  }
  check_formulas(scene);
}

TEST_CASE("the formulas of every score function, alone and with shared key/value heads") {
  using Score = Attention::Score;
  for (const Score score : {Score::additive, Score::general, Score::cosine, Score::given}) {
    for (const bool shared : {false, true}) {
      Scene scene = formula_scene();
      scene.attention.score = score;
      if (score == Score::given) scene.attention.scores = random_tensor({5, 5}, 1);
      if (shared) {
        scene.attention.heads = 2;
        scene.attention.kv_heads = 1;
        scene.attention.scale = 2;
        scene.parameters.d_a = 2;
      }
      INFO(static_cast<int>(score), shared ? " shared" : "");
      check_formulas(scene);
    }
  }
}

TEST_CASE("the formula of a cosine gives 0 for a zero vector") {
  Scene scene = formula_scene();
  scene.attention.score = Attention::Score::cosine;
  scene.embedding.kind = Embedding::Kind::zero;
  check_formulas(scene);
}

TEST_CASE("the formula of given position scores") {
  Scene scene = formula_scene();
  scene.attention.heads = 3;
  scene.positions = {.kind = Positions::Kind::given,
                     .rows = random_tensor({scene.tokens.size(), scene.tokens.size()}, 7)};
  check_formulas(scene);
}

TEST_CASE("the formulas of every kind of position, with and without an encoder, a mask and a clip") {
  using Kind = Positions::Kind;
  for (const Kind kind : {Kind::sinusoidal, Kind::learned, Kind::rope, Kind::alibi, Kind::relative}) {
    for (const bool masked : {false, true}) {
      for (const bool other : {false, true}) {
        Scene scene = formula_scene();
        scene.attention.heads = 3;
        scene.positions.kind = kind;
        scene.positions.base = 50;
        if (masked) scene.attention.mask.kind = Mask::Kind::causal;
        if (other) add_encoder(scene);
        INFO(static_cast<int>(kind), masked ? " masked" : "", other ? " encoder" : "");
        check_formulas(scene);
        scene.positions.concat = true;
        scene.positions.width = 3;
        scene.positions.clip = 2;
        scene.parameters.d_k = scene.parameters.d_v = 2;
        check_formulas(scene);
      }
    }
  }
}

TEST_CASE("the formulas of ALiBi's reference slopes and of RoPE on halves") {
  for (const std::size_t heads : {1U, 2U, 3U, 6U}) {
    Scene scene = formula_scene();
    scene.attention.heads = heads;
    scene.parameters.d_k = 4;
    scene.positions = {.kind = Positions::Kind::alibi, .slopes = Positions::Slopes::reference};
    check_formulas(scene);
    scene.positions = {.kind = Positions::Kind::rope, .pairs = Positions::Pairs::halves, .base = 20};
    check_formulas(scene);
  }
}

TEST_CASE("the formulas of every mask, including rows without a visible key") {
  for (const Mask& mask : masks_of_every_kind(5)) {
    for (const auto normalizer : {Attention::Normalizer::softmax, Attention::Normalizer::sparsemax}) {
      Scene scene = formula_scene();
      scene.attention.normalizer = normalizer;
      scene.attention.mask = mask;
      INFO(static_cast<int>(mask.kind));
      check_formulas(scene);
    }
  }
}

TEST_CASE("the formulas of every block, in one layer and in three") {
  for (const bool residual : {false, true}) {
    for (const auto norm : {Block::Norm::none, Block::Norm::layer, Block::Norm::rms}) {
      for (const bool pre : {false, true}) {
        for (const std::size_t d_ff : {0U, 4U}) {
          for (const auto activation : {Block::Activation::relu, Block::Activation::gelu}) {
            Scene scene = small_scene(3, 4);
            scene.attention.heads = 2;
            scene.block = {residual, norm, pre, d_ff, activation};
            scene.parameters.biases = pre;
            INFO(residual, " ", static_cast<int>(norm), " ", pre, " ", d_ff, " ", static_cast<int>(activation));
            check_formulas(scene);
            scene.layers = 3;
            // Without a norm, the rows of later layers are nearly equal, and their sums nearly cancel.
            check_formulas(scene, 1e-5);
          }
        }
      }
    }
  }
}

TEST_CASE("the formulas of layers that attend to an encoder, with positions in every layer") {
  for (const auto kind : {Positions::Kind::sinusoidal, Positions::Kind::rope, Positions::Kind::relative}) {
    Scene scene = formula_scene();
    scene.attention.heads = 3;
    scene.layers = 2;
    scene.positions.kind = kind;
    check_formulas(scene);
    add_encoder(scene);
    check_formulas(scene);
  }
}

TEST_CASE("a mistake's formulas describe the wrong computation") {
  for (const char* name : {"whole-matrix-softmax", "wrong-axis-values", "no-transpose", "no-scale", "model-scale",
                           "zero-mask", "mask-after-softmax", "overflow-softmax", "swapped-qk"}) {
    for (const double temperature : {1.0, 0.5}) {
      Scene scene = formula_scene();
      scene.attention.heads = 2;
      scene.attention.kv_heads = 1;
      scene.attention.temperature = temperature;
      scene.attention.mask.kind = Mask::Kind::causal;
      scene.parameters.d_k = scene.parameters.d_v = 5;
      scene.mistake = mistake_of(name);
      INFO(name);
      check_formulas(scene);
    }
  }
}
