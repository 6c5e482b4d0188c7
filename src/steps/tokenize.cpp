#include <algorithm>

#include "steps.hpp"

namespace self_attention::steps {

std::vector<std::string> vocabulary(const Scene& scene) {
  std::vector<std::string> distinct;
  if (scene.embedding.kind == Embedding::Kind::ids) {
    const Tensor& rows = scene.embedding.rows;
    for (std::size_t id = 0; id < rows.shape(0); ++id) distinct.push_back(sentence("{}", id));
    return distinct;
  }
  std::unordered_map<std::string_view, std::size_t> known(scene.tokens.size() + scene.encoder.tokens.size());
  for (const auto* tokens : {&scene.tokens, &scene.encoder.tokens}) {
    for (const std::string& token : *tokens) {
      if (known.emplace(token, distinct.size()).second) distinct.push_back(token);
    }
  }
  return distinct;
}

std::unordered_map<std::string_view, std::size_t> indices_of(const std::vector<std::string>& texts) {
  std::unordered_map<std::string_view, std::size_t> indices(texts.size());
  for (std::size_t index = 0; index < texts.size(); ++index) indices.emplace(texts[index], index);
  return indices;
}

Tensor tokenize(const std::vector<std::string>& tokens, const std::vector<std::string>& vocabulary) {
  // A token's first appearance is mostly the next text of the vocabulary, which needs no search.
  std::size_t next = 0;
  std::unordered_map<std::string_view, std::size_t> indices;
  const auto index_of = [&](const std::string& token) {
    if (next < vocabulary.size() && vocabulary[next] == token) return next++;
    if (indices.empty()) indices = indices_of(vocabulary);
    return indices.find(token)->second;
  };
  Tensor rows(Tensor::shape_type{tokens.size()});
  std::ranges::transform(tokens, rows.data(),
                         [&](const std::string& token) { return static_cast<float>(index_of(token)); });
  return rows;
}

Op tokens(Side side) {
  return {.name = of_side(side, "tokens", "tokens", "tokens_k"),
          .axes = of_side(side, "T", "T_q", "T_k"),
          .formula = "(= ({} {i}) (lookup vocabulary {i}))"};
}

}  // namespace self_attention::steps
