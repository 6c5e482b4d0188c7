#include <algorithm>

#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

Description describe_z(Literal weights, std::size_t group) {
  return {"z", "(= ({} h i c) (sum j T_k (* ({0} h i j) (v {1} j c))))", "H T_q d_v", weights, head_of(group)};
}

void mix(const Part& part) {
  const std::size_t keys = part.read(1).rows, d_v = part.width();
  const kernels::Band band{static_cast<std::ptrdiff_t>(part.number(0)), static_cast<std::ptrdiff_t>(part.number(1))};
  const Span seen = kernels::visible(band, part.rows, keys);
  kernels::matmul({part.rows_of(0) + seen.from, keys}, part.packed(1, false), {part.out, d_v}, part.count(), {0, d_v},
                  seen);
}

namespace {

void weigh(const Part& part, bool wrong_axis) {
  const std::size_t keys = part.read(1).rows, d_v = part.read(1).width;
  const float* weight = part.rows_of(0);
  float* cell = part.out;
  for (std::size_t row = 0; row < part.count(); ++row, weight += keys) {
    const float* value = part.rows_of(1, {0, keys});
    for (std::size_t key = 0; key < keys; ++key) {
      for (std::size_t column = 0; column < d_v; ++column) *cell++ = weight[wrong_axis ? column : key] * *value++;
    }
  }
}

void sum_weighted(const Part& part, bool wrong_axis) {
  const Tensor::Shape& shape = part.read(0).shape;
  const std::size_t keys = shape[2], d_v = shape[3];
  const float* cell = part.rows_of(0);
  std::fill_n(part.out, part.count() * part.width(), 0.0F);
  for (float* row = part.out; row != part.out + part.count() * part.width(); row += part.width()) {
    for (std::size_t key = 0; key < keys; ++key) {
      for (std::size_t column = 0; column < d_v; ++column) row[wrong_axis ? key : column] += *cell++;
    }
  }
}

}  // namespace

void weigh(const Part& part) {
  weigh(part, false);
}
void weigh_wrong_axis(const Part& part) {
  weigh(part, true);
}

Description describe_weighted(Literal weights, std::size_t group, bool wrong_axis) {
  return {"weighted",      "(= ({} h i j c) (* ({0} h i {2}) (v {1} j c)))",
          "H T_q T_k d_v", weights,
          head_of(group),  wrong_axis ? "c" : "j"};
}

void sum_weighted(const Part& part) {
  sum_weighted(part, false);
}
void sum_wrong_axis(const Part& part) {
  sum_weighted(part, true);
}

Description describe_summed(bool wrong_axis) {
  if (wrong_axis) return {"z", "(= ({} h i j) (sum c d_v (weighted h i j c)))", "H T_q T_k"};
  return {"z", "(= ({} h i c) (sum j T_k (weighted h i j c)))", "H T_q d_v"};
}

}  // namespace self_attention::steps
