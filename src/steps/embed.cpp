#include <algorithm>

#include "../parameters.hpp"
#include "../random.hpp"
#include "steps.hpp"

namespace self_attention::steps {
namespace {

// A drawn vector depends on its token's text and the seed alone, so typing another word changes no other row.
void draw_row(float* row, std::size_t d_model, const Draw& draw, const std::string& token) {
  fill(row, 1, d_model, draw, stream_of(token));
}

}  // namespace

Tensor embedding_matrix(const Embedding& embedding, std::span<const std::string> vocabulary, std::size_t d_word) {
  if (embedding.kind == Embedding::Kind::ids) return embedding.rows;
  Tensor E = Tensor::of_shape({vocabulary.size(), d_word});
  if (embedding.kind == Embedding::Kind::zero) std::fill_n(E.data(), E.size(), 0.0F);
  if (embedding.kind == Embedding::Kind::one_hot) {
    fill(E.data(), vocabulary.size(), d_word, {.distribution = Distribution::identity}, 0);
  }
  if (embedding.kind != Embedding::Kind::random && embedding.kind != Embedding::Kind::table) return E;
  for (std::size_t row = 0; row < vocabulary.size(); ++row) {
    float* target = E.data() + row * d_word;
    // Only a table has row names.
    const auto name = std::ranges::find(embedding.row_names, vocabulary[row]);
    if (name == embedding.row_names.end()) {
      draw_row(target, d_word, embedding.draw, vocabulary[row]);
    } else {
      const auto source = static_cast<std::size_t>(name - embedding.row_names.begin());
      std::copy_n(embedding.rows.data() + source * d_word, d_word, target);
    }
  }
  return E;
}

Tensor embed(const Tensor& tokens, const Tensor& E) {
  Tensor x0 = Tensor::of_shape({tokens.extent(0), E.extent(1)});
  for (std::size_t token = 0; token < tokens.extent(0); ++token) {
    const auto row = static_cast<std::size_t>(tokens.data()[token]);
    std::copy_n(E.data() + row * E.extent(1), E.extent(1), x0.data() + token * E.extent(1));
  }
  return x0;
}

Description describe_x0(Side side, bool given, bool concat) {
  const Literal form = given ? "(= ({} {1} m) (lookup scene {1} m))" : "(= ({} {1} m) (E (tokens{0} {1}) m))";
  const Letters of = letters_of(side);
  return {of.x0, form, concat ? of.T_d_word : of.T_d_model, {of.k, of.row}};
}

}  // namespace self_attention::steps
