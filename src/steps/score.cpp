#include <algorithm>
#include <cmath>
#include <vector>

#include "../kernels/kernels.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

// {0} is q, {1} k, {2} the key/value head that query head h reads.
Description described(Literal form, Literal q, Literal k, std::size_t group) {
  return {"scores", form, "H T_q T_k", q, k, head_of(group)};
}

}  // namespace

Description describe_scores(Literal q, Literal k, std::size_t group) {
  return described("(= ({} h i j) (sum c d_k (* ({0} h i c) ({1} {2} j c))))", q, k, group);
}

void score(const RowBlock& block) {
  const std::size_t d_k = block.input(0).width;
  kernels::matmul({block.rows_of(0), d_k}, block.packed(1, true), {block.out, block.width()}, block.count(),
                  {0, block.width()}, {0, d_k});
}

// In double, where no product of two float32 numbers overflows or vanishes: the angle is the same at any length.
void score_cosine(const RowBlock& block) {
  const std::size_t keys = block.width(), d_k = block.input(0).width;
  const auto dot = [](const auto& a, const auto& b) { return sum_of(xt::cast<double>(a) * xt::cast<double>(b)); };
  const float* all_keys = block.rows_of(1, {0, keys});
  const auto row_of_key = [&](std::size_t key) { return row_at(all_keys + key * d_k, d_k); };
  std::vector<double> lengths(keys);
  for (std::size_t key = 0; key < keys; ++key) lengths[key] = std::sqrt(dot(row_of_key(key), row_of_key(key)));
  float* cell = block.out;
  for (std::size_t at = 0; at < block.count(); ++at) {
    const auto q = input_row(block, 0, at);
    const double length = std::sqrt(dot(q, q));
    for (std::size_t key = 0; key < keys; ++key, ++cell) {
      const double both = length * lengths[key];
      *cell = both == 0 ? 0 : static_cast<float>(dot(q, row_of_key(key)) / both);
    }
  }
}

Description describe_cosine(Literal q, Literal k, std::size_t group) {
  return described(
      "(= ({} h i j) (/ (sum c d_k (* ({0} h i c) ({1} {2} j c)))"
      " (* (sqrt (sum c d_k (* ({0} h i c) ({0} h i c)))) (sqrt (sum c d_k (* ({1} {2} j c) ({1} {2} j c)))))))",
      q, k, group);
}

void project_heads(const RowBlock& block) {
  const Tensor& w = block.tensor(1);
  const std::size_t d_k = w.shape(0), columns = w.shape(1), width = block.width();
  kernels::matmul({block.rows_of(0), d_k}, {w.data() + block.head * width, columns}, {block.out, width}, block.count(),
                  width, d_k);
}

Description describe_project_heads(Literal name, Literal of, std::size_t group, bool general) {
  const bool query = name == "q_a";
  return {name,
          "(= ({} h {1} a) (sum c d_k (* ({0} {2} {1} c) ({3} a)))))",
          query ? (general ? "H T_q d_k" : "H T_q d_a") : "H T_k d_a",
          of,
          query ? "i" : "j",
          query ? "h" : head_of(group),
          general ? "w_a c (+ (* h d_k)"
          : query ? "w_a c (+ (* h d_a)"
                  : "u_a c (+ (* h d_a)"};
}

void score_additive(const RowBlock& block) {
  const std::size_t keys = block.width(), d_a = block.input(0).width;
  const auto v_a = row_at(block.tensor(2).data() + block.head * d_a, d_a);
  const float* q = block.rows_of(0);
  const float* k = block.rows_of(1, {0, keys});
  float* sums = block.scratch(keys * d_a);
  float* cell = block.out;
  for (std::size_t row = 0; row < block.count(); ++row, q += d_a) {
    std::copy_n(k, keys * d_a, sums);
    kernels::add_to_rows(q, sums, keys, d_a);
    kernels::tanh(sums, keys * d_a);
    for (const float* tanh = sums; tanh != sums + keys * d_a; tanh += d_a) *cell++ = sum_of(v_a * row_at(tanh, d_a));
  }
}

Description describe_additive() {
  return {"scores", "(= ({} h i j) (sum a d_a (* (v_a (+ (* h d_a) a)) (tanh (+ (q_a h i a) (k_a h j a))))))",
          "H T_q T_k"};
}

Description describe_given_scores() {
  return {"scores", "(= ({} h i j) (lookup scene i j))", "H T_q T_k"};
}

void score_untransposed(const RowBlock& block) {
  const std::size_t d_k = block.width();
  kernels::matmul({block.rows_of(0), d_k}, block.packed(1, false), {block.out, d_k}, block.count(), {0, d_k}, {0, d_k});
}

Description describe_untransposed(Literal q, Literal k, std::size_t group) {
  return described("(= ({} h i j) (sum c d_k (* ({0} h i c) ({1} {2} c j))))", q, k, group);
}

Description describe_swapped(Literal q, Literal k, std::size_t group) {
  return described("(= ({} h i j) (sum c d_k (* ({1} {2} i c) ({0} h j c))))", q, k, group);
}

}  // namespace self_attention::steps
