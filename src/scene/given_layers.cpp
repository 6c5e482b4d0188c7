#include "given_layers.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include "parameters.hpp"

namespace self_attention {
namespace {

using Score = Attention::Score;

// How far the sum of a row of weights may be from 1. bfloat16 rounds each weight by up to 1/256 of it.
constexpr double sum_tolerance = 0.01;

// Paths here are inside one layer.

MaybeError check_cells(const Tensor& cells, const Dimensions& dimensions, StaticString name, StaticString path) {
  const auto& [H, T_q, T_k] = std::tie(dimensions.H, dimensions.T_q, dimensions.T_k);
  if (cells.shape() == Tensor::shape_type{H, T_q, T_k}) return check_finite(cells, name, path);
  return error("shape", path, "{} is {}, expected {}{}", name, shape_text(cells), sentence("{}×", H),
               sentence("{}×{}", T_q, T_k));
}

// A row of zeros is one whose keys are all hidden.
MaybeError check_weights(const Tensor& weights, const Dimensions& dimensions) {
  constexpr StaticString name = "weights", path = "/weights";
  if (auto wrong = check_cells(weights, dimensions, name, path)) return wrong;
  const float* next = weights.data();
  for (std::size_t row = 0; row < dimensions.H * dimensions.T_q; ++row) {
    double sum = 0;
    float least = 0;
    for (const float* end = next + dimensions.T_k; next != end; ++next) {
      sum += static_cast<double>(*next);
      least = std::min(least, *next);
    }
    const bool adds_up = sum == 0 || std::abs(sum - 1) <= sum_tolerance;
    if (adds_up && least == 0) continue;
    const std::string place = sentence("{},{}", row / dimensions.T_q, row % dimensions.T_q);
    if (least < 0) return error("range", path, "{}[{}] has {}; no weight may be below 0", name, place, least);
    return error("range", path, "{}[{}] adds up to {}; it must be 1, within 0.01", name, place,
                 static_cast<float>(sum));
  }
  return {};
}

// Sets the widths of the heads of one layer.
MaybeError size_layer(const Matrices& given, const Scene& scene, Dimensions& dimensions) {
  const Score score = scene.attention.score;
  const bool compared = is_compared(score), has_weights = score == Score::weights;
  const bool has_scores = score == Score::given && scene.attention.scores.size() == 0;
  const Tensor &q = given[Matrix::q], &k = given[Matrix::k], &v = given[Matrix::v], &scores = given[Matrix::scores],
               &weights = given[Matrix::weights];
  struct Use {
    const Tensor* tensor;
    bool is_used;
    StaticString name, path;
  };
  for (const auto& [tensor, is_used, name, path] : {Use{&q, compared, "q", "/q"},
                                                    {&k, compared, "k", "/k"},
                                                    {&scores, has_scores, "scores", "/scores"},
                                                    {&weights, has_weights, "weights", "/weights"}}) {
    const bool is_there = tensor->size() != 0;
    if (is_there == is_used) continue;
    if (is_used) return error("shape", path, "{} is missing", name);
    return error("shape", path, "{} is given, but the score does not use it: leave it out", name);
  }
  MaybeError wrong;
  const std::size_t T_q = dimensions.T_q, T_k = dimensions.T_k, H_kv = dimensions.H_kv;
  if (compared || v.size() != 0) {
    if ((wrong = find_width(v, H_kv, T_k, "v", "/v", dimensions.d_v))) return wrong;
    if ((wrong = check_rows(v, T_k, "v", "/v"))) return wrong;
  }
  if (has_weights) return check_weights(weights, dimensions);
  if (has_scores) return check_cells(scores, dimensions, "scores", "/scores");
  if (!compared) return {};
  if ((wrong = find_width(q, dimensions.H, T_q, "q", "/q", dimensions.d_k))) return wrong;
  if ((wrong = check_rows(q, T_q, "q", "/q"))) return wrong;
  return check_shape(k, T_k, H_kv * dimensions.d_k, "k", "/k");
}

// Weights are the first step of their scene, and without values its last one.
MaybeError check_unused(const Scene& scene, bool has_values) {
  const Attention& attention = scene.attention;
  const Block& block = scene.block;
  const bool starts = attention.score == Score::weights;
  const bool around = block.residual || block.norm != Block::Norm::none || block.d_ff != 0;
  for (const auto& [unused, path] :
       {std::pair{starts && scene.positions.kind != Positions::Kind::none, "/positions"},
        {starts && attention.scale.has_value(), "/attention/scale"},
        {starts && attention.softcap != 0, "/attention/softcap"},
        {starts && attention.mask.kind != Mask::Kind::none, "/attention/mask"},
        {starts && attention.temperature != 1, "/attention/temperature"},
        {starts && attention.normalizer != Attention::Normalizer::softmax, "/attention/normalizer"},
        {!has_values && attention.weighted, "/attention/weightedValues"},
        {!has_values && around, "/block"},
        {!has_values && has_w_o(scene.parameters), "/parameters/wO"}}) {
    if (unused) return error("range", path, "the given layers have no step for this");
  }
  return {};
}

}  // namespace

MaybeError size_given_layers(const Scene& scene, Dimensions& dimensions) {
  const std::vector<Matrices>& layers = scene.embedding.layers;
  constexpr StaticString path = "/embedding/layers";
  if (auto wrong = check_count(layers.size(), limits::max_given_layers, "layers", path)) return wrong;
  if (layers.size() != scene.layers) {
    return error("shape", path, "{} layers are given; the scene has {}", layers.size(), scene.layers);
  }
  Dimensions first = dimensions;
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    Dimensions own = dimensions;
    if (auto wrong = size_layer(layers[layer], scene, own)) {
      wrong->path = sentence("/embedding/layers/{}", layer) + wrong->path;
      return layers.size() == 1 ? wrong : in_layer(*wrong, layer);
    }
    if (layer == 0) first = own;
    if (auto wrong = check_same_widths(own, first, layer, path)) return wrong;
  }
  dimensions = first;
  return check_unused(scene, dimensions.d_v != 0);
}

}  // namespace self_attention
