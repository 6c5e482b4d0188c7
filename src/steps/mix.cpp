#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

Tensor mix(const Tensor& weights, const Tensor& v) {
  const std::size_t queries = weights.extent(1);
  const std::size_t keys = weights.extent(2);
  const std::size_t d_v = v.extent(2);
  const std::size_t group = weights.extent(0) / v.extent(0);
  Tensor z = Tensor::of_shape({weights.extent(0), queries, d_v});
  for (std::size_t head = 0; head < weights.extent(0); ++head) {
    kernels::matmul({weights.data() + head * queries * keys, keys}, {v.data() + head / group * keys * d_v, d_v},
                    {z.data() + head * queries * d_v, d_v}, queries, d_v, keys);
  }
  return z;
}

Description describe_z(std::size_t group) {
  const std::string_view head = group == 1 ? "h" : "(div h group)";
  return {"z", sentence("(= (z h i c) (sum j T_k (* (weights h i j) (v {} j c))))", {head}), "H T_q d_v"};
}

}  // namespace self_attention::steps
