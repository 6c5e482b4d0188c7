#include "dimensions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/kernels.hpp"
#include "limits.hpp"
#include "parameters.hpp"

namespace self_attention {
namespace {

Check check_count(std::size_t count, std::size_t limit, std::string_view name, std::string_view path) {
  if (count == 0) return error("range", path, "{} is 0; it must be from 1 to {}", {name, limit});
  if (count > limit) return error("too-large", path, "{} is {}; the limit is {}", {name, count, limit});
  return {};
}

Check check_draw(const Draw& draw, std::string_view path) {
  if (!std::isfinite(draw.low) || !std::isfinite(draw.high) || draw.low >= draw.high) {
    return error("range", path, "low {} must be less than high {}, both finite", {draw.low, draw.high});
  }
  if (!std::isfinite(draw.mean) || !std::isfinite(draw.std) || draw.std < 0) {
    return error("range", path, "mean {} and std {} must be finite, std at least 0", {draw.mean, draw.std});
  }
  return {};
}

Check check_matrix(const Tensor& matrix, std::string_view name, std::string_view path) {
  if (matrix.rank() != 2) {
    return error("shape", path, "{} has {} axes, expected 2 (rows and columns)", {name, matrix.rank()});
  }
  return check_finite(matrix, name, path);
}

// As many names as fit a sentence.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
    text += sentence(i == 0 ? "\"{}\"" : ", \"{}\"", {names[i]});
  if (names.size() > most) text += sentence(" and {} more", {names.size() - most});
  return text;
}

Check check_table(const Embedding& embedding, std::span<const std::string> vocabulary) {
  if (auto wrong = check_matrix(embedding.rows, "the table", "/embedding/rows")) return wrong;
  if (embedding.row_names.size() != embedding.rows.extent(0)) {
    return error("shape", "/embedding/rows", "the table has {} rows and {} names",
                 {embedding.rows.extent(0), embedding.row_names.size()});
  }
  if (embedding.draw_missing) return {};
  std::vector<std::string> missing;
  for (const std::string& token : vocabulary) {
    if (std::ranges::find(embedding.row_names, token) == embedding.row_names.end()) missing.push_back(token);
  }
  if (missing.empty()) return {};
  return error("missing-token", "/embedding", "the table has no row for {}", {listed(missing)});
}

// d_model, once the embedding is known to be sound.
Result<std::size_t> d_model_of(const Embedding& embedding, std::span<const std::string> vocabulary,
                               std::size_t tokens) {
  Check wrong = check_draw(embedding.draw, "/embedding");
  if (wrong) return *wrong;
  std::size_t d_model = embedding.d_model;
  std::string_view path = "/embedding/dModel";
  switch (embedding.kind) {
    case Embedding::Kind::given:
      path = "/embedding/x";
      if ((wrong = check_matrix(embedding.x, "x", path))) return *wrong;
      if (embedding.x.extent(0) != tokens) {
        return error("shape", path, "x has {} rows, expected {} (one a token)", {embedding.x.extent(0), tokens});
      }
      d_model = embedding.x.extent(1);
      break;
    case Embedding::Kind::one_hot:
      if (d_model == 0) d_model = vocabulary.size();
      if (d_model < vocabulary.size()) {
        return error("shape", path, "d_model {} is too small for one-hot rows: there are {} distinct tokens",
                     {d_model, vocabulary.size()});
      }
      break;
    case Embedding::Kind::table:
      path = "/embedding/rows";
      if ((wrong = check_table(embedding, vocabulary))) return *wrong;
      d_model = embedding.rows.extent(1);
      break;
    case Embedding::Kind::random:
      break;
  }
  if ((wrong = check_count(d_model, limits::max_d_model, "d_model", path))) return *wrong;
  return d_model;
}

Check check_heads(const Attention& attention, std::size_t kv_heads) {
  if (auto wrong = check_count(attention.heads, limits::max_heads, "heads", "/attention/heads")) return wrong;
  if (attention.heads % kv_heads != 0) {
    return error("heads", "/attention/kvHeads", "{} heads cannot share {} key/value heads: {} is not a multiple of {}",
                 {attention.heads, kv_heads, attention.heads, kv_heads});
  }
  return {};
}

// The width of one head, from a given matrix that holds `heads` of them side by side.
Result<std::size_t> width_of(Matrix matrix, const Tensor& w, std::size_t d_model, std::size_t heads) {
  const auto& [name, axes, path] = name_of(matrix);
  if (w.size() == 0) return error("shape", path, "{} is missing", {name});
  if (auto wrong = check_matrix(w, name, path)) return *wrong;
  const std::size_t columns = w.extent(1);
  if (columns % heads == 0) return columns / heads;
  return error("shape", path, "{} is {}, expected {}×({}·d): {} columns are not divisible by {} heads",
               {name, shape_text(w), d_model, heads, columns, heads});
}

Check check_given(const Matrices& matrices, Dimensions& dimensions) {
  const auto d_k = width_of(Matrix::w_q, matrices[Matrix::w_q], dimensions.d_model, dimensions.H);
  if (const Error* wrong = std::get_if<Error>(&d_k)) return *wrong;
  const auto d_v = width_of(Matrix::w_v, matrices[Matrix::w_v], dimensions.d_model, dimensions.H_kv);
  if (const Error* wrong = std::get_if<Error>(&d_v)) return *wrong;
  dimensions.d_k = std::get<std::size_t>(d_k);
  dimensions.d_v = std::get<std::size_t>(d_v);

  for (std::size_t index = 0; index < Matrices::count; ++index) {
    const auto matrix = static_cast<Matrix>(index);
    const Tensor& tensor = matrices[matrix];
    const auto& [name, axes, path] = name_of(matrix);
    if (tensor.size() == 0) {
      if (matrix == Matrix::w_k) return error("shape", path, "{} is missing", {name});
      continue;
    }
    if (matrix == Matrix::b_o && matrices[Matrix::w_o].size() == 0) {
      return error("shape", path, "b_o is given without w_o");
    }
    const auto [rows, blocks, width] = shape_of(matrix, dimensions);
    const bool output = matrix == Matrix::w_o || matrix == Matrix::b_o;
    const bool fits = is_bias(matrix)
                          ? tensor.rank() == 1 && tensor.size() == blocks * width
                          : tensor.rank() == 2 && tensor.extent(0) == rows && tensor.extent(1) == blocks * width;
    if (!fits) {
      const std::string before = is_bias(matrix) ? "" : sentence("{}×", {rows});
      const std::string columns = output ? sentence("{}", {width}) : sentence("({}·{})", {blocks, width});
      return error("shape", path, "{} is {}, expected {}{}", {name, shape_text(tensor), before, columns});
    }
    if (auto wrong = check_finite(tensor, name, path)) return wrong;
  }
  return {};
}

// Widths of one head that nobody gave.
Check default_widths(const Parameters& parameters, Dimensions& dimensions) {
  auto& [T, V, d_model, H, H_kv, d_k, d_v] = dimensions;
  d_k = parameters.d_k;
  d_v = parameters.d_v;
  if ((d_k == 0 || d_v == 0) && d_model % H != 0) {
    return error("heads", "/attention/heads", "d_model {} is not divisible by {} heads", {d_model, H});
  }
  if (d_k == 0) d_k = d_model / H;
  if (d_v == 0) d_v = d_model / H;
  return {};
}

// The floats of every tensor in the trace, in double so that no product can wrap.
double floats_of(const Dimensions& dimensions) {
  const auto at = [](std::size_t number) { return static_cast<double>(number); };
  const double T = at(dimensions.T), V = at(dimensions.V), d_model = at(dimensions.d_model), H = at(dimensions.H),
               H_kv = at(dimensions.H_kv), d_k = at(dimensions.d_k), d_v = at(dimensions.d_v);
  const double embeddings = (T + V) * d_model;
  const double parameters = d_model * (H * d_k + H_kv * (d_k + d_v) + H * d_v);
  const double projected = T * (H * d_k + H_kv * (d_k + d_v));
  constexpr double pictures = 5;  // scores, scaled, capped, masked, weights
  return embeddings + parameters + projected + pictures * H * T * T + T * (2 * H * d_v + d_model);
}

}  // namespace

std::string shape_text(const Tensor& tensor) {
  std::string text;
  for (const std::size_t extent : tensor.shape()) text += sentence(text.empty() ? "{}" : "×{}", {extent});
  return text.empty() ? "a single number" : text;
}

Check check_tokens(std::size_t count) {
  if (count == 0) return error("empty", "/tokens", "there are no tokens");
  return check_count(count, limits::max_tokens, "the number of tokens", "/tokens");
}

Check check_bytes(double bytes, std::size_t limit) {
  if (bytes <= static_cast<double>(limit)) return {};
  constexpr double mebibyte = 1 << 20;
  return error("too-large", "", "this needs {} MiB; the limit is {} MiB", {std::ceil(bytes / mebibyte), limit >> 20U});
}

Check check_temperature(double temperature, std::string_view path) {
  // Small enough, it is 0 as a float32, and the softmax divides by it.
  if (std::isfinite(temperature) && static_cast<float>(temperature) >= std::numeric_limits<float>::min() &&
      temperature <= static_cast<double>(std::numeric_limits<float>::max())) {
    return {};
  }
  return error("range", path, "temperature is {}; it must be a number greater than 0", {temperature});
}

Check check_softcap(double softcap, std::string_view path) {
  if (softcap == 0 || !check_temperature(softcap, path)) return {};
  return error("range", path, "softcap is {}; it must be 0 (off) or greater", {softcap});
}

Check check_scale(const std::optional<double>& scale, std::string_view path) {
  if (!scale || std::isfinite(static_cast<float>(*scale))) return {};
  return error("range", path, "scale is {}; it must be a finite number", {*scale});
}

Check check_finite(const Tensor& tensor, std::string_view name, std::string_view path, bool allow_hidden) {
  std::size_t at = kernels::first_not_finite(tensor.data(), tensor.size(), allow_hidden);
  if (at == tensor.size()) return {};
  const float number = tensor.data()[at];
  std::string index;
  for (std::size_t axis = tensor.rank(); axis-- > 0;) {
    index = sentence(index.empty() ? "{}{}" : "{},{}", {at % tensor.extent(axis), index});
    at /= tensor.extent(axis);
  }
  return error("not-finite", path, "{}[{}] is {}; every number must be finite and fit float32 (up to 3.4e38)",
               {name, index, number});
}

Result<Dimensions> dimensions_of(const Scene& scene, std::span<const std::string> vocabulary) {
  const Attention& attention = scene.attention;
  Dimensions dimensions;
  dimensions.T = scene.tokens.size();
  dimensions.V = vocabulary.size();
  dimensions.H = attention.heads;
  dimensions.H_kv = attention.kv_heads == 0 ? attention.heads : attention.kv_heads;
  if (auto wrong = check_tokens(dimensions.T)) return *wrong;

  const Result<std::size_t> d_model = d_model_of(scene.embedding, vocabulary, dimensions.T);
  if (const Error* wrong = std::get_if<Error>(&d_model)) return *wrong;
  dimensions.d_model = std::get<std::size_t>(d_model);

  if (auto wrong = check_heads(attention, dimensions.H_kv)) return *wrong;
  const bool given = scene.parameters.kind == Parameters::Kind::given;
  if (auto wrong =
          given ? check_given(scene.parameters.matrices, dimensions) : default_widths(scene.parameters, dimensions)) {
    return *wrong;
  }
  for (const auto& [width, name, path] :
       {std::tuple{dimensions.d_k, "d_k", "/parameters/dK"}, std::tuple{dimensions.d_v, "d_v", "/parameters/dV"}}) {
    if (auto wrong = check_count(width, limits::max_head_width, name, path)) return *wrong;
  }
  if (auto wrong = check_draw(scene.parameters.draw, "/parameters")) return *wrong;
  if (auto wrong = check_temperature(attention.temperature, "/attention/temperature")) return *wrong;
  if (auto wrong = check_softcap(attention.softcap, "/attention/softcap")) return *wrong;
  if (auto wrong = check_scale(attention.scale, "/attention/scale")) return *wrong;
  if (attention.scale && attention.score == Attention::Score::dot) {
    return error("range", "/attention/scale", "scale is {}, but the score is the plain dot product, which has none",
                 {*attention.scale});
  }
  if (auto wrong = check_bytes(floats_of(dimensions) * sizeof(float), limits::max_scene_bytes)) return *wrong;
  return dimensions;
}

}  // namespace self_attention
