#include "dimensions.hpp"

#include <algorithm>
#include <cmath>

#include "../steps/steps.hpp"
#include "given_layers.hpp"
#include "mistakes.hpp"
#include "options.hpp"
#include "parameters.hpp"

namespace self_attention {
namespace {

using Kind = Embedding::Kind;

// The first names, in quotes. More would not fit in a sentence.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
    text += sentence(i == 0 ? "\"{}\"" : ", \"{}\"", names[i]);
  if (names.size() > most) text += sentence(" and {} more", names.size() - most);
  return text;
}

MaybeError check_table(const Embedding& embedding, const std::vector<std::string>& vocabulary) {
  if (auto wrong = check_matrix(embedding.rows, "the table", "/embedding/rows")) return wrong;
  if (embedding.row_names.size() != embedding.rows.shape(0)) {
    return error("shape", "/embedding/rows", "the table has {} rows and {} names", embedding.rows.shape(0),
                 embedding.row_names.size());
  }
  if (embedding.draw_missing) return {};
  const auto names = steps::indices_of(embedding.row_names);
  std::vector<std::string> missing;
  for (const std::string& token : vocabulary) {
    if (!names.contains(token)) missing.push_back(token);
  }
  if (missing.empty()) return {};
  return error("missing-token", "/embedding", "the table has no row for {}", listed(missing));
}

// Checks the tokens of an `ids` embedding, whose vocabulary is the indices of its rows.
MaybeError check_ids(const std::vector<std::string>& tokens, const std::vector<std::string>& vocabulary,
                     StaticString path) {
  const auto ids = steps::indices_of(vocabulary);
  for (const std::string& token : tokens) {
    if (ids.contains(token)) continue;
    // 007 is not an id, even if 7 is one. 0 always is.
    const bool whole =
        !token.starts_with('0') && std::ranges::all_of(token, [](char c) { return c >= '0' && c <= '9'; });
    return error(
        "out-of-range", path,
        whole ? "id {} is outside the table of {} rows (0 to {})" : "\"{}\" is no id of the table of {} rows (0 to {})",
        token, vocabulary.size(), vocabulary.size() - 1);
  }
  return {};
}

// Checks the embedding and sets d_word.
MaybeError size_embedding(const Scene& scene, const std::vector<std::string>& vocabulary, Dimensions& dimensions) {
  const Embedding& embedding = scene.embedding;
  if (auto wrong = check_draw(embedding.draw, "/embedding")) return wrong;
  std::size_t& d_word = dimensions.d_word;
  d_word = embedding.d_model;
  StaticString path = "/embedding/dModel";
  MaybeError wrong;
  switch (embedding.kind) {
    case Kind::given:
      path = "/embedding/x";
      if ((wrong = check_rows(embedding.x, dimensions.T_q, "x", path))) return wrong;
      d_word = embedding.x.shape(1);
      if (scene.encoder.tokens.empty()) break;
      if ((wrong = check_rows(scene.encoder.x, dimensions.T_k, "the encoder's x", "/encoder/x"))) return wrong;
      if ((wrong = check_shape(scene.encoder.x, dimensions.T_k, d_word, "the encoder's x", "/encoder/x"))) return wrong;
      break;
    case Kind::one_hot:
      if (d_word == 0) d_word = vocabulary.size();
      if (d_word < vocabulary.size()) {
        return error("shape", path, "d_model {} is too small for one-hot rows: there are {} distinct tokens", d_word,
                     vocabulary.size());
      }
      break;
    case Kind::table:
      path = "/embedding/rows";
      if ((wrong = check_table(embedding, vocabulary))) return wrong;
      d_word = embedding.rows.shape(1);
      break;
    case Kind::ids:
      path = "/embedding/rows";
      if ((wrong = check_matrix(embedding.rows, "the table", path))) return wrong;
      if ((wrong = check_ids(scene.tokens, vocabulary, "/tokens"))) return wrong;
      if ((wrong = check_ids(scene.encoder.tokens, vocabulary, "/encoder/tokens"))) return wrong;
      d_word = embedding.rows.shape(1);
      break;
    case Kind::qkv:
      return {};
    case Kind::random:
    case Kind::zero:
      break;
  }
  return check_count(d_word, limits::max_d_model, "d_model", path);
}

// Checks the positions and sets d_p, d_model and the numbers of distances.
MaybeError size_positions(const Scene& scene, Dimensions& dimensions) {
  const Positions& positions = scene.positions;
  using Place = Positions::Kind;
  dimensions.d_model = dimensions.d_word;
  if (!(positions.base > 1) || !std::isfinite(positions.base)) {
    return error("range", "/positions/base", "base is {}; it must be a number greater than 1", positions.base);
  }
  if (!(positions.std >= 0) || !std::isfinite(static_cast<float>(positions.std))) {
    return error("range", "/positions/std", "std is {}; it must be a number from 0", positions.std);
  }
  const bool added = positions.kind == Place::sinusoidal || positions.kind == Place::learned;
  if (added && scene.embedding.kind == Kind::qkv) {
    return error("range", "/positions", "positions are added to embeddings, but q, k and v are given: there are none");
  }
  if (positions.kind == Place::sinusoidal) {
    dimensions.d_p = positions.concat && positions.width != 0 ? positions.width : dimensions.d_word;
    if (positions.concat) dimensions.d_model += dimensions.d_p;
    const StaticString path = "/positions/width";
    if (auto wrong = check_count(dimensions.d_p, limits::max_d_model, "the width of the positions", path)) return wrong;
    return check_count(dimensions.d_model, limits::max_d_model, "d_model", path);
  }
  if (positions.kind == Place::learned && positions.rows.size() != 0) {
    const std::size_t places = std::max(dimensions.T_q, dimensions.T_k);
    const Tensor& rows = positions.rows;
    if (auto wrong = check_matrix(rows, "P", "/positions/rows")) return wrong;
    if (rows.shape(0) < places || rows.shape(1) != dimensions.d_model) {
      return error("shape", "/positions/rows", "P is {}, expected {}×{} (a row a place; more rows are allowed)",
                   shape_text(rows), places, dimensions.d_model);
    }
  }
  if (positions.kind == Place::relative) {
    // No distance is longer, and 2·clip + 1 must not overflow.
    if (positions.clip > limits::max_tokens) {
      return check_count(positions.clip, limits::max_tokens, "clip", "/positions/clip");
    }
    const Mask& mask = scene.attention.mask;
    const bool past = mask.kind == Mask::Kind::causal && mask.causal_offset <= 0 && dimensions.T_q == dimensions.T_k;
    dimensions.distances = past ? dimensions.T_q : dimensions.T_q + dimensions.T_k - 1;
    if (positions.clip != 0) dimensions.clipped_distances = 2 * positions.clip + 1;
  }
  return {};
}

MaybeError check_heads(const Attention& attention, std::size_t kv_heads) {
  if (auto wrong = check_count(attention.heads, limits::max_heads, "heads", "/attention/heads")) return wrong;
  if (attention.heads % kv_heads != 0) {
    return error("heads", "/attention/kvHeads", "{} heads cannot share {} key/value heads: {} is not a multiple of {}",
                 attention.heads, kv_heads, attention.heads, kv_heads);
  }
  return {};
}

std::size_t default_d_a(const Parameters& parameters, const Dimensions& dimensions) {
  return parameters.d_a == 0 ? dimensions.d_k : parameters.d_a;
}

// Checks one set of given matrices and sets the widths of its heads.
MaybeError check_given(const Matrices& matrices, const Scene& scene, Dimensions& dimensions) {
  const auto width = [&](Matrix matrix, std::size_t heads, std::size_t rows, std::size_t& into) -> MaybeError {
    const auto& [name, axes, path, vector] = name_of(matrix);
    return find_width(matrices[matrix], heads, rows, name, path, into);
  };
  const bool projected = scene.embedding.kind != Kind::qkv;
  if (projected) {
    if (need_of(Matrix::w_q, scene) != Need::none) {
      if (auto wrong = width(Matrix::w_q, dimensions.H, dimensions.d_model, dimensions.d_k)) return wrong;
    }
    if (auto wrong = width(Matrix::w_v, dimensions.H_kv, dimensions.d_model, dimensions.d_v)) return wrong;
  }
  if (scene.attention.score == Attention::Score::additive) {
    dimensions.d_a = default_d_a(scene.parameters, dimensions);
    if (matrices[Matrix::w_a].size() != 0) {
      if (auto wrong = width(Matrix::w_a, dimensions.H, dimensions.d_k, dimensions.d_a)) return wrong;
    }
  }
  for (std::size_t index = 0; index < Matrices::count; ++index) {
    const auto matrix = static_cast<Matrix>(index);
    const Tensor& tensor = matrices[matrix];
    const auto& [name, axes, path, vector] = name_of(matrix);
    if (!projected && matrix <= Matrix::b_v && tensor.size() != 0) {
      return error("shape", path, "{} is given, but so are q, k and v themselves: nothing is projected", name);
    }
    const Need need = need_of(matrix, scene);
    if (need == Need::none) continue;
    if (tensor.size() == 0) {
      if (need == Need::required) return error("shape", path, "{} is missing", name);
      continue;
    }
    if (matrix == Matrix::b_o && matrices[Matrix::w_o].size() == 0) {
      return error("shape", path, "b_o is given without w_o");
    }
    const auto [rows, blocks, wide, by_head] = shape_of(matrix, scene, dimensions);
    const bool fits = vector ? tensor.dimension() == 1 && tensor.size() == blocks * wide
                             : tensor.dimension() == 2 && tensor.shape(0) == rows && tensor.shape(1) == blocks * wide;
    if (!fits) {
      const std::string before = vector ? "" : sentence("{}×", rows);
      const std::string columns = by_head ? sentence("({}·{})", blocks, wide) : sentence("{}", wide);
      return error("shape", path, "{} is {}, expected {}{}", name, shape_text(tensor), before, columns);
    }
    if (auto wrong = check_finite(tensor, name, path)) return wrong;
  }
  return {};
}

// Sets the widths of one head that are not given.
MaybeError default_widths(const Scene& scene, Dimensions& dimensions) {
  const Parameters& parameters = scene.parameters;
  const std::size_t d_model = dimensions.d_model, H = dimensions.H;
  if (scene.embedding.kind != Kind::qkv) {
    const bool compared = is_compared(scene.attention.score);
    if (((compared && parameters.d_k == 0) || parameters.d_v == 0) && d_model % H != 0) {
      return error("heads", "/attention/heads", "d_model {} is not divisible by {} heads", d_model, H);
    }
    if (compared) dimensions.d_k = parameters.d_k == 0 ? d_model / H : parameters.d_k;
    dimensions.d_v = parameters.d_v == 0 ? d_model / H : parameters.d_v;
  }
  if (scene.attention.score == Attention::Score::additive) dimensions.d_a = default_d_a(parameters, dimensions);
  return {};
}

MaybeError size_parameters(const Scene& scene, Dimensions& dimensions) {
  const Parameters& parameters = scene.parameters;
  if (scene.embedding.kind == Kind::qkv) {
    if (auto wrong = size_given_layers(scene, dimensions)) return wrong;
    dimensions.d_model = dimensions.merged();
  }
  if (auto wrong = check_draw(parameters.draw, "/parameters")) return wrong;
  if (parameters.kind != Parameters::Kind::given) return default_widths(scene, dimensions);
  if (parameters.stack.empty()) return check_given(parameters.matrices, scene, dimensions);
  constexpr StaticString path = "/parameters/layers";
  if (parameters.stack.size() != scene.layers) {
    return error("shape", path, "there are parameters for {} layers; the scene has {}", parameters.stack.size(),
                 scene.layers);
  }
  Dimensions first = dimensions;
  for (std::size_t layer = 0; layer < scene.layers; ++layer) {
    Dimensions own = dimensions;
    if (auto wrong = check_given(parameters.stack[layer], scene, own)) {
      wrong->path = path;
      return in_layer(*wrong, layer);
    }
    if (layer == 0) first = own;
    if (auto wrong = check_same_widths(own, first, layer, path)) return wrong;
  }
  dimensions = first;
  return {};
}

// How many floats the tensors of the trace have. This is an upper bound: a step that is off may be counted.
struct Floats {
  double scores, others;
};
Floats floats_of(const Scene& scene, const Dimensions& dimensions) {
  const auto real = [](std::size_t number) { return static_cast<double>(number); };
  const double T_q = real(dimensions.T_q), T_k = real(dimensions.T_k), V = real(dimensions.V),
               d_model = real(dimensions.d_model), H = real(dimensions.H), H_kv = real(dimensions.H_kv),
               d_k = real(dimensions.d_k), d_v = real(dimensions.d_v),
               d_a = real(scene.attention.score == Attention::Score::general ? dimensions.d_k : dimensions.d_a),
               d_ff = real(dimensions.d_ff), R = real(dimensions.distances),
               rows = real(std::max(dimensions.distances, dimensions.clipped_distances)),
               layers = real(dimensions.layers);
  const double T = T_q + (scene.encoder.tokens.empty() ? 0 : T_k);
  using Place = Positions::Kind;
  const Place place = scene.positions.kind;
  const bool placed = place == Place::sinusoidal || place == Place::learned;
  const double embeddings = (T + V) * real(dimensions.d_word) + (placed ? 2 * T * d_model : 0);
  const double read = scene.embedding.kind == Kind::qkv ? 0 : d_model;
  const double parameters = read * (H * d_k + H_kv * (d_k + d_v)) +
                            d_model * ((has_w_o(scene.parameters) ? H * d_v : 0) + 2 * d_ff) + 2 * d_k * H * d_a +
                            rows * H * d_k;
  const double projected =
      (T_q * H * d_k + T_k * H_kv * (d_k + d_v)) * (place == Place::rope ? 2 : 1) + (T_q + T_k) * H * d_a;
  // scores, scaled, capped, masked and weights; three more for relative positions, and one for each other option.
  // blocked, mask and S_rel exist once for all heads.
  const Attention& attention = scene.attention;
  const double scores = 5 + (R > 0 ? 3 : 0) + (place == Place::alibi || place == Place::given ? 1 : 0) +
                        (attention.normalizer == Attention::Normalizer::sparsemax ? 1 : 0) + (attention.round ? 1 : 0) +
                        (needs_weighted(scene) ? d_v : 0);
  const Block& block = scene.block;
  const bool around = block.residual || block.norm != Block::Norm::none || block.d_ff != 0 || is_chained(scene);
  const double after = T_q * (2 * H * d_v + d_model + (around ? 7 * d_model + d_ff : 0));
  const double given = place == Place::given ? T_q * T_k : 0;
  return {layers * ((scores * H + 2) * T_q * T_k + H * T_q * R),
          embeddings + given + layers * (parameters + projected + after)};
}

// Checks the memory of the tensors that are kept. With a mistake all are kept, because one of its steps may need all
// rows of another.
MaybeError size_memory(const Scene& scene, Dimensions& dimensions) {
  const auto [scores, others] = floats_of(scene, dimensions);
  dimensions.keeps_scores =
      scene.mistake != Mistake::none || scores * sizeof(float) <= static_cast<double>(dimensions.kept_score_bytes);
  return check_bytes((others + (dimensions.keeps_scores ? scores : 0)) * sizeof(float),
                     scene.embedding.kind == Kind::qkv ? limits::max_given_scene_bytes : limits::max_scene_bytes);
}

}  // namespace

Error in_layer(Error wrong, std::size_t layer) {
  wrong.format = "layer {}: " + wrong.format;
  wrong.arguments.insert(wrong.arguments.begin(), argument_of(layer + 1));
  return wrong;
}

MaybeError check_same_widths(const Dimensions& own, const Dimensions& first, std::size_t layer, StaticString path) {
  if (own.d_k == first.d_k && own.d_v == first.d_v && own.d_a == first.d_a) return {};
  return error("shape", path,
               "layer {} has d_k {}, d_v {} and d_a {}, layer 1 has {}, {} and {}; all must have the same", layer + 1,
               own.d_k, own.d_v, own.d_a, first.d_k, first.d_v, first.d_a);
}

double operations_of(const Scene& scene, const Dimensions& dimensions) {
  // Operations for one cell of the scores: scaling, masking, softmax and copies; sorting its row; a tanh with what
  // surrounds it.
  constexpr double cell = 24, order = 24, tanh = 8;
  const Attention& attention = scene.attention;
  const auto real = [](std::size_t number) { return static_cast<double>(number); };
  const double T_q = real(dimensions.T_q), T_k = real(dimensions.T_k), d_model = real(dimensions.d_model),
               H = real(dimensions.H), d_k = real(dimensions.d_k), d_v = real(dimensions.d_v),
               d_ff = real(dimensions.d_ff), R = real(dimensions.distances);
  const double score = attention.score == Attention::Score::additive ? tanh * real(dimensions.d_a) : d_k;
  const double sorted =
      (attention.round ? order : 0) + (attention.normalizer == Attention::Normalizer::sparsemax ? order : 0);
  const double cells = T_k * (score + (R > 0 ? d_k : 0) + (needs_weighted(scene) ? 3 : 1) * d_v + cell + sorted);
  const double read = scene.embedding.kind == Kind::qkv ? 0 : T_q * d_k + T_k * (d_k + d_v);
  const double projected = d_model * (read + (has_w_o(scene.parameters) ? T_q * d_v : 0));
  const double fed = T_q * d_ff * (2 * d_model + (scene.block.activation == Block::Activation::gelu ? tanh : 1));
  return real(dimensions.layers) * (H * (T_q * (cells + R * d_k) + projected) + fed);
}

MaybeError check_token_count(const Scene& scene) {
  if (scene.tokens.empty()) return error("empty", "/tokens", "there are no tokens");
  if (auto wrong = check_count(scene.tokens.size(), limits::max_tokens, "the number of tokens", "/tokens"))
    return wrong;
  if (scene.encoder.tokens.size() <= limits::max_tokens) return {};
  return check_count(scene.encoder.tokens.size(), limits::max_tokens, "the number of the encoder's tokens",
                     "/encoder/tokens");
}

MaybeError dimensions_of(const Scene& scene, const std::vector<std::string>& vocabulary, Dimensions& dimensions) {
  const Attention& attention = scene.attention;
  dimensions.T_q = scene.tokens.size();
  dimensions.T_k = scene.encoder.tokens.empty() ? dimensions.T_q : scene.encoder.tokens.size();
  dimensions.V = vocabulary.size();
  dimensions.H = attention.heads;
  dimensions.H_kv = attention.kv_heads == 0 ? attention.heads : attention.kv_heads;
  dimensions.d_ff = scene.block.d_ff;
  dimensions.layers = scene.layers;
  MaybeError wrong = check_token_count(scene);
  if (wrong || (wrong = size_embedding(scene, vocabulary, dimensions)) || (wrong = size_positions(scene, dimensions)) ||
      (wrong = check_heads(attention, dimensions.H_kv)) || (wrong = size_parameters(scene, dimensions))) {
    return wrong;
  }
  for (const auto& [width, name, path] :
       {std::tuple{dimensions.d_k, "d_k", "/parameters/dK"}, std::tuple{dimensions.d_v, "d_v", "/parameters/dV"},
        std::tuple{dimensions.d_a, "d_a", "/parameters/dA"}}) {
    // d_k is 0 with given scores, d_v is 0 without values, and d_a is 0 unless the score is additive.
    if (width != 0 || (path == std::string_view("/parameters/dV") && scene.embedding.kind != Kind::qkv)) {
      if ((wrong = check_count(width, limits::max_head_width, name, path))) return wrong;
    }
  }
  if ((wrong = check_options(scene, dimensions))) return wrong;
  if ((wrong = check_mistake(scene.mistake, scene, dimensions).error)) return wrong;
  return size_memory(scene, dimensions);
}

}  // namespace self_attention
