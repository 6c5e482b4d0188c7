#include <algorithm>

#include "steps.hpp"

namespace self_attention::steps {

std::vector<std::string> vocabulary(std::span<const std::string> tokens) {
  std::vector<std::string> distinct;
  for (const std::string& token : tokens) {
    if (std::ranges::find(distinct, token) == distinct.end()) distinct.push_back(token);
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

Description describe_tokens() {
  return {"tokens", "(= (tokens i) (lookup vocabulary i))", "T"};
}

}  // namespace self_attention::steps
