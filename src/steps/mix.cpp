#include <algorithm>

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

Description describe_z(Literal weights, std::size_t group) {
  return {"z", "(= ({} h i c) (sum j T_k (* ({0} h i j) (v {1} j c))))", "H T_q d_v", {weights, head_of(group)}};
}

Tensor weigh(const Tensor& weights, const Tensor& v, bool wrong_axis) {
  const std::size_t queries = weights.extent(1), keys = weights.extent(2), d_v = v.extent(2);
  const std::size_t group = weights.extent(0) / v.extent(0);
  Tensor weighted = Tensor::of_shape({weights.extent(0), queries, keys, d_v});
  float* cell = weighted.data();
  for (std::size_t row = 0; row < weights.extent(0) * queries; ++row) {
    const float* weight = weights.data() + row * keys;
    const float* value = v.data() + row / queries / group * keys * d_v;
    for (std::size_t key = 0; key < keys; ++key) {
      for (std::size_t column = 0; column < d_v; ++column) *cell++ = weight[wrong_axis ? column : key] * *value++;
    }
  }
  return weighted;
}

Description describe_weighted(Literal weights, std::size_t group, bool wrong_axis) {
  return {"weighted",
          "(= ({} h i j c) (* ({0} h i {2}) (v {1} j c)))",
          "H T_q T_k d_v",
          {weights, head_of(group), wrong_axis ? "c" : "j"}};
}

Tensor sum_weighted(const Tensor& weighted, bool wrong_axis) {
  const std::size_t queries = weighted.extent(1), keys = weighted.extent(2), d_v = weighted.extent(3);
  Tensor z = Tensor::of_shape({weighted.extent(0), queries, wrong_axis ? keys : d_v});
  std::fill_n(z.data(), z.size(), 0.0F);
  const float* cell = weighted.data();
  for (float* row = z.data(); row != z.data() + z.size(); row += z.extent(2)) {
    for (std::size_t key = 0; key < keys; ++key) {
      for (std::size_t column = 0; column < d_v; ++column) row[wrong_axis ? key : column] += *cell++;
    }
  }
  return z;
}

Description describe_summed(bool wrong_axis) {
  if (wrong_axis) return {"z", "(= ({} h i j) (sum c d_v (weighted h i j c)))", "H T_q T_k"};
  return {"z", "(= ({} h i c) (sum j T_k (weighted h i j c)))", "H T_q d_v"};
}

}  // namespace self_attention::steps
