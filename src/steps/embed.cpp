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

Tensor embedding_matrix(const Embedding& embedding, std::span<const std::string> vocabulary, std::size_t d_model) {
  Tensor E = Tensor::of_shape({vocabulary.size(), d_model});
  if (embedding.kind == Embedding::Kind::one_hot) {
    fill(E.data(), vocabulary.size(), d_model, {.distribution = Distribution::identity}, 0);
    return E;
  }
  for (std::size_t row = 0; row < vocabulary.size(); ++row) {
    float* target = E.data() + row * d_model;
    // Only a table has row names.
    const auto name = std::ranges::find(embedding.row_names, vocabulary[row]);
    if (name == embedding.row_names.end()) {
      draw_row(target, d_model, embedding.draw, vocabulary[row]);
    } else {
      const auto source = static_cast<std::size_t>(name - embedding.row_names.begin());
      std::copy_n(embedding.rows.data() + source * d_model, d_model, target);
    }
  }
  return E;
}

Description describe_embedding_matrix() {
  return {"E", "", "V d_model"};
}

Tensor embed(const Tensor& tokens, const Tensor& E) {
  Tensor x0 = Tensor::of_shape({tokens.extent(0), E.extent(1)});
  for (std::size_t token = 0; token < tokens.extent(0); ++token) {
    const auto row = static_cast<std::size_t>(tokens.data()[token]);
    std::copy_n(E.data() + row * E.extent(1), E.extent(1), x0.data() + token * E.extent(1));
  }
  return x0;
}

Description describe_x0(bool given) {
  if (given) return {"x0", "(= (x0 i m) (lookup scene i m))", "T d_model"};
  return {"x0", "(= (x0 i m) (E (tokens i) m))", "T d_model"};
}

}  // namespace self_attention::steps
