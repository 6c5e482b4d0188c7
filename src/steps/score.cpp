#include <algorithm>
#include <cmath>

#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {
namespace {

// {0} is q, {1} k, {2} the key/value head that query head h reads.
Description described(Literal form, Literal q, Literal k, std::size_t group) {
  return {"scores", form, "H T_q T_k", {q, k, head_of(group)}};
}

}  // namespace

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

Description describe_scores(Literal q, Literal k, std::size_t group) {
  return described("(= ({} h i j) (sum c d_k (* ({0} h i c) ({1} {2} j c))))", q, k, group);
}

// In double, where no product of two float32 numbers overflows or vanishes: the angle is the same at any length.
Tensor score_cosine(const Tensor& q, const Tensor& k) {
  const std::size_t queries = q.extent(1), keys = k.extent(1), d_k = q.extent(2);
  const std::size_t group = q.extent(0) / k.extent(0);
  const auto product = [d_k](const float* a, const float* b) {
    double sum = 0;
    for (std::size_t c = 0; c < d_k; ++c) sum += static_cast<double>(a[c]) * static_cast<double>(b[c]);
    return sum;
  };
  Tensor scores = Tensor::of_shape({q.extent(0), queries, keys});
  float* cell = scores.data();
  for (std::size_t row = 0; row < q.extent(0) * queries; ++row) {
    const float* of_q = q.data() + row * d_k;
    const float* of_k = k.data() + row / queries / group * keys * d_k;
    for (std::size_t key = 0; key < keys; ++key, ++cell, of_k += d_k) {
      const double lengths = std::sqrt(product(of_q, of_q)) * std::sqrt(product(of_k, of_k));
      *cell = lengths == 0 ? 0 : static_cast<float>(product(of_q, of_k) / lengths);
    }
  }
  return scores;
}

Description describe_cosine(Literal q, Literal k, std::size_t group) {
  return described(
      "(= ({} h i j) (/ (sum c d_k (* ({0} h i c) ({1} {2} j c)))"
      " (* (sqrt (sum c d_k (* ({0} h i c) ({0} h i c)))) (sqrt (sum c d_k (* ({1} {2} j c) ({1} {2} j c)))))))",
      q, k, group);
}

Tensor project_heads(const Tensor& q, const Tensor& w, std::size_t heads) {
  const std::size_t tokens = q.extent(1), d_k = q.extent(2), columns = w.extent(1), width = columns / heads;
  const std::size_t group = heads / q.extent(0);
  Tensor projected = Tensor::of_shape({heads, tokens, width});
  for (std::size_t head = 0; head < heads; ++head) {
    kernels::matmul({q.data() + head / group * tokens * d_k, d_k}, {w.data() + head * width, columns},
                    {projected.data() + head * tokens * width, width}, tokens, width, d_k);
  }
  return projected;
}

Description describe_project_heads(Literal name, Literal of, std::size_t group, bool general) {
  const bool query = name == "q_a";
  return {name,
          "(= ({} h {1} a) (sum c d_k (* ({0} {2} {1} c) ({3} a)))))",
          query ? (general ? "H T_q d_k" : "H T_q d_a") : "H T_k d_a",
          {of, query ? "i" : "j", query ? "h" : head_of(group),
           general ? "w_a c (+ (* h d_k)"
           : query ? "w_a c (+ (* h d_a)"
                   : "u_a c (+ (* h d_a)"}};
}

Tensor score_additive(const Tensor& q_a, const Tensor& k_a, const Tensor& v_a) {
  const std::size_t queries = q_a.extent(1), keys = k_a.extent(1), d_a = q_a.extent(2);
  Tensor scores = Tensor::of_shape({q_a.extent(0), queries, keys});
  float* cell = scores.data();
  for (std::size_t head = 0; head < q_a.extent(0); ++head) {
    for (std::size_t query = 0; query < queries; ++query) {
      const float* q = q_a.data() + (head * queries + query) * d_a;
      for (std::size_t key = 0; key < keys; ++key, ++cell) {
        const float* k = k_a.data() + (head * keys + key) * d_a;
        *cell = 0;
        for (std::size_t a = 0; a < d_a; ++a) *cell += v_a.data()[head * d_a + a] * std::tanh(q[a] + k[a]);
      }
    }
  }
  return scores;
}

Description describe_additive() {
  return {"scores", "(= ({} h i j) (sum a d_a (* (v_a (+ (* h d_a) a)) (tanh (+ (q_a h i a) (k_a h j a))))))",
          "H T_q T_k"};
}

Tensor repeat(const Tensor& scores, std::size_t heads) {
  Tensor repeated = Tensor::of_shape({heads, scores.extent(0), scores.extent(1)});
  float* target = repeated.data();
  for (std::size_t head = 0; head < heads; ++head) target = std::copy_n(scores.data(), scores.size(), target);
  return repeated;
}

Description describe_given_scores() {
  return {"scores", "(= ({} h i j) (lookup scene i j))", "H T_q T_k"};
}

Tensor score_untransposed(const Tensor& q, const Tensor& k) {
  const std::size_t queries = q.extent(1), d_k = q.extent(2);
  const std::size_t group = q.extent(0) / k.extent(0);
  Tensor scores = Tensor::of_shape({q.extent(0), queries, d_k});
  for (std::size_t head = 0; head < q.extent(0); ++head) {
    kernels::matmul({q.data() + head * queries * d_k, d_k}, {k.data() + head / group * d_k * d_k, d_k},
                    {scores.data() + head * queries * d_k, d_k}, queries, d_k, d_k);
  }
  return scores;
}

Description describe_untransposed(Literal q, Literal k, std::size_t group) {
  return described("(= ({} h i j) (sum c d_k (* ({0} h i c) ({1} {2} c j))))", q, k, group);
}

Tensor score_swapped(const Tensor& q, const Tensor& k) {
  const std::size_t tokens = q.extent(1);
  const Tensor right = score(q, k);
  Tensor scores = Tensor::of_shape({right.extent(0), tokens, tokens});
  // k(i)·q(j) is what q(j)·k(i) was.
  for (std::size_t head = 0; head < right.extent(0); ++head) {
    const std::size_t at = head * tokens * tokens;
    for (std::size_t i = 0; i < tokens; ++i) {
      for (std::size_t j = 0; j < tokens; ++j) scores.data()[at + i * tokens + j] = right.data()[at + j * tokens + i];
    }
  }
  return scores;
}

Description describe_swapped(Literal q, Literal k, std::size_t group) {
  return described("(= ({} h i j) (sum c d_k (* ({1} {2} i c) ({0} h j c))))", q, k, group);
}

}  // namespace self_attention::steps
