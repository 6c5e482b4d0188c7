#include <algorithm>

#include "steps.hpp"

namespace self_attention::steps {

std::vector<std::string> vocabulary(const Scene& scene) {
  std::vector<std::string> distinct;
  if (scene.embedding.kind == Embedding::Kind::ids) {
    const Tensor& rows = scene.embedding.rows;
    for (std::size_t id = 0; id < rows.extent(0); ++id) distinct.push_back(sentence("{}", {id}));
    return distinct;
  }
  for (const auto* tokens : {&scene.tokens, &scene.encoder.tokens}) {
    for (const std::string& token : *tokens) {
      if (std::ranges::find(distinct, token) == distinct.end()) distinct.push_back(token);
    }
  }
  return distinct;
}

Tensor tokenize(std::span<const std::string> tokens, std::span<const std::string> vocabulary) {
  Tensor rows = Tensor::of_shape({tokens.size()});
  std::ranges::transform(tokens, rows.data(), [&](const std::string& token) {
    return static_cast<float>(std::ranges::find(vocabulary, token) - vocabulary.begin());
  });
  return rows;
}

Description describe_tokens(Side side) {
  if (side == Side::keys) return {"tokens_k", "(= (tokens_k j) (lookup vocabulary j))", "T_k"};
  return {"tokens", "(= (tokens i) (lookup vocabulary i))", side == Side::both ? "T" : "T_q"};
}

}  // namespace self_attention::steps
