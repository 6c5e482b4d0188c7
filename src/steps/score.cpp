#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

Tensor score(const Tensor& q, const Tensor& k) {
  const std::size_t queries = q.extent(1);
  const std::size_t keys = k.extent(1);
  const std::size_t d_k = q.extent(2);
  const std::size_t group = q.extent(0) / k.extent(0);
  Tensor scores = Tensor::of_shape({q.extent(0), queries, keys});
  for (std::size_t head = 0; head < q.extent(0); ++head) {
    kernels::matmul_transposed({q.data() + head * queries * d_k, d_k}, {k.data() + head / group * keys * d_k, d_k},
                               {scores.data() + head * queries * keys, keys}, queries, keys, d_k);
  }
  return scores;
}

Description describe_scores(std::size_t group) {
  const std::string_view head = group == 1 ? "h" : "(div h group)";
  return {"scores", sentence("(= (scores h i j) (sum c d_k (* (q h i c) (k {} j c))))", {head}), "H T_q T_k"};
}

}  // namespace self_attention::steps
