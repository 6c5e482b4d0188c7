#include <algorithm>
#include <vector>

#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {
namespace {

// The row of E_rel for row r of the distances; r − (T_q − 1) is the distance.
std::size_t row_of(std::size_t r, std::size_t queries, std::size_t clip) {
  if (clip == 0) return r;
  const auto distance = static_cast<std::ptrdiff_t>(r) - static_cast<std::ptrdiff_t>(queries - 1);
  const auto limit = static_cast<std::ptrdiff_t>(clip);
  return static_cast<std::size_t>(std::clamp(distance, -limit, limit) + limit);
}

float dot(const float* a, const float* b, std::size_t count) {
  float sum = 0;
  for (std::size_t index = 0; index < count; ++index) sum += a[index] * b[index];
  return sum;
}

}  // namespace

Tensor relative_products(const Tensor& q, const Tensor& E_rel, const Dimensions& dimensions, std::size_t clip) {
  const std::size_t queries = q.extent(1), d_k = q.extent(2), R = dimensions.distances;
  Tensor qe = Tensor::of_shape({q.extent(0), queries, R});
  // The head's row of every distance, one below the other.
  std::vector<float> rows(R * d_k);
  for (std::size_t head = 0; head < q.extent(0); ++head) {
    for (std::size_t r = 0; r < R; ++r) {
      std::copy_n(E_rel.data() + row_of(r, queries, clip) * E_rel.extent(1) + head * d_k, d_k, rows.data() + r * d_k);
    }
    kernels::matmul_transposed({q.data() + head * queries * d_k, d_k}, {rows.data(), d_k},
                               {qe.data() + head * queries * R, R}, queries, R, d_k);
  }
  return qe;
}

Description describe_qe(Literal q, bool clip) {
  return {"qe",
          "(= ({} h i r) (sum c d_k (* ({0} h i c) (E_rel {1} (+ (* h d_k) c)))))",
          "H T_q R",
          {q, clip ? "(+ (max (- 0 clip) (min clip (- r (- T_q 1)))) clip)" : "r"}};
}

Tensor skew(const Tensor& qe, std::size_t keys) {
  const std::size_t queries = qe.extent(1), R = qe.extent(2);
  Tensor skewed = Tensor::of_shape({qe.extent(0), queries, keys});
  std::vector<float> padded(queries * (R + 1));
  float* target = skewed.data();
  for (std::size_t head = 0; head < qe.extent(0); ++head) {
    // A column of zeros in front of every row; then the same numbers in rows of R, the first T_q numbers left out.
    for (std::size_t query = 0; query < queries; ++query) {
      std::copy_n(qe.data() + (head * queries + query) * R, R, padded.data() + query * (R + 1) + 1);
    }
    for (std::size_t query = 0; query < queries; ++query) {
      target = std::copy_n(padded.data() + queries + query * R, keys, target);
    }
  }
  return skewed;
}

Description describe_skewed() {
  // Cell (i, j) of the reshaped picture is number T_q + i·R + j of the padded one, whose rows are R + 1 long.
  return {"skewed",
          "(= ({} h i j) (where (<= 1 (mod {0} (+ R 1))) (qe h (div {0} (+ R 1)) (- (mod {0} (+ R 1)) 1)) 0))",
          "H T_q T_k",
          {"(+ T_q (* i R) j)"}};
}

Tensor relate(const Tensor& q, const Tensor& E_rel, const Dimensions& dimensions, std::size_t clip) {
  const std::size_t queries = q.extent(1), d_k = q.extent(2), keys = dimensions.T_k;
  Tensor relative = Tensor::of_shape({q.extent(0), queries, keys});
  float* cell = relative.data();
  for (std::size_t row = 0; row < q.extent(0) * queries; ++row) {
    const std::size_t head = row / queries, query = row % queries;
    for (std::size_t key = 0; key < keys; ++key, ++cell) {
      const std::size_t r = key + queries - 1 - query;
      *cell =
          r < dimensions.distances
              ? dot(q.data() + row * d_k, E_rel.data() + row_of(r, queries, clip) * E_rel.extent(1) + head * d_k, d_k)
              : 0;
    }
  }
  return relative;
}

Description describe_relative(Literal q, bool clip) {
  return {"relative",
          "(= ({} h i j) (where (<= (+ (- j i) T_q) R) (sum c d_k (* ({0} h i c) (E_rel {1} (+ (* h d_k) c)))) 0))",
          "H T_q T_k",
          {q, clip ? "(+ (max (- 0 clip) (min clip (- {2} (- T_q 1)))) clip)" : "{2}", "(+ (- j i) (- T_q 1))"}};
}

Description describe_related() {
  return {"related", "(= ({} h i j) (+ (scores h i j) (relative h i j)))", "H T_q T_k"};
}

}  // namespace self_attention::steps
