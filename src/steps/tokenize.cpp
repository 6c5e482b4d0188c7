#include <algorithm>

#include "steps.hpp"

namespace self_attention::steps {

const SideNames& names_of(Side side) {
  static constexpr SideNames all[] = {
      {"", "i", "tokens", "x0", "p", "x", "T", "T d_word", "T d_p", "T d_model"},
      {"", "i", "tokens", "x0", "p", "x", "T_q", "T_q d_word", "T_q d_p", "T_q d_model"},
      {"_k", "j", "tokens_k", "x0_k", "p_k", "x_k", "T_k", "T_k d_word", "T_k d_p", "T_k d_model"}};
  return all[static_cast<std::size_t>(side)];
}

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

std::unordered_map<std::string_view, std::size_t> places_of(const std::vector<std::string>& texts) {
  std::unordered_map<std::string_view, std::size_t> places(texts.size());
  for (std::size_t place = 0; place < texts.size(); ++place) places.emplace(texts[place], place);
  return places;
}

Tensor tokenize(const std::vector<std::string>& tokens, const std::vector<std::string>& vocabulary) {
  // A token that comes for the first time is mostly the next of the vocabulary: it is found without a search.
  std::size_t next = 0;
  std::unordered_map<std::string_view, std::size_t> places;
  const auto place_of = [&](const std::string& token) {
    if (next < vocabulary.size() && vocabulary[next] == token) return next++;
    if (places.empty()) places = places_of(vocabulary);
    return places.find(token)->second;
  };
  Tensor rows(Tensor::shape_type{tokens.size()});
  std::ranges::transform(tokens, rows.data(),
                         [&](const std::string& token) { return static_cast<float>(place_of(token)); });
  return rows;
}

Description describe_tokens(Side side) {
  const SideNames of = names_of(side);
  return {of.tokens, "(= ({} {0}) (lookup vocabulary {0}))", of.T, of.row};
}

}  // namespace self_attention::steps
