#include <algorithm>

#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

Description describe_z(Literal weights, std::size_t group) {
  return {"z", "(= ({} h i c) (sum j T_k (* ({0} h i j) (v {1} j c))))", "H T_q d_v", weights, head_of(group)};
}

void mix(const RowBlock& block) {
  const std::size_t keys = block.input(1).rows, d_v = block.width();
  const kernels::Band band{static_cast<std::ptrdiff_t>(block.constant(0)),
                           static_cast<std::ptrdiff_t>(block.constant(1))};
  const Span seen = kernels::visible(band, block.rows, keys);
  kernels::matmul({block.rows_of(0) + seen.from, keys}, block.packed(1, false), {block.out, d_v}, block.count(),
                  {0, d_v}, seen);
}

namespace {

void weigh(const RowBlock& block, bool wrong_axis) {
  const std::size_t keys = block.input(1).rows, d_v = block.input(1).width;
  const float* weight = block.rows_of(0);
  float* cell = block.out;
  for (std::size_t row = 0; row < block.count(); ++row, weight += keys) {
    const float* value = block.rows_of(1, {0, keys});
    for (std::size_t key = 0; key < keys; ++key) {
      for (std::size_t column = 0; column < d_v; ++column) *cell++ = weight[wrong_axis ? column : key] * *value++;
    }
  }
}

void sum_weighted(const RowBlock& block, bool wrong_axis) {
  const Tensor::Shape& shape = block.input(0).shape;
  const std::size_t keys = shape[2], d_v = shape[3];
  const float* cell = block.rows_of(0);
  std::fill_n(block.out, block.count() * block.width(), 0.0F);
  for (float* row = block.out; row != block.out + block.count() * block.width(); row += block.width()) {
    for (std::size_t key = 0; key < keys; ++key) {
      for (std::size_t column = 0; column < d_v; ++column) row[wrong_axis ? key : column] += *cell++;
    }
  }
}

}  // namespace

void weigh(const RowBlock& block) {
  weigh(block, false);
}
void weigh_wrong_axis(const RowBlock& block) {
  weigh(block, true);
}

Description describe_weighted(Literal weights, std::size_t group, bool wrong_axis) {
  return {"weighted",      "(= ({} h i j c) (* ({0} h i {2}) (v {1} j c)))",
          "H T_q T_k d_v", weights,
          head_of(group),  wrong_axis ? "c" : "j"};
}

void sum_weighted(const RowBlock& block) {
  sum_weighted(block, false);
}
void sum_wrong_axis(const RowBlock& block) {
  sum_weighted(block, true);
}

Description describe_summed(bool wrong_axis) {
  if (wrong_axis) return {"z", "(= ({} h i j) (sum c d_v (weighted h i j c)))", "H T_q T_k"};
  return {"z", "(= ({} h i c) (sum j T_k (weighted h i j c)))", "H T_q d_v"};
}

}  // namespace self_attention::steps
