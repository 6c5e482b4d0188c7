#include <algorithm>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

using namespace formula_text;
namespace {

// The row of E_rel for row r of the distances; r − (T_q − 1) is the distance. `clip` is the first number of these
// steps.
std::size_t row_of(std::size_t r, double clip, std::size_t T_q) {
  const auto limit = static_cast<std::ptrdiff_t>(clip);
  if (limit == 0) return r;
  const auto distance = static_cast<std::ptrdiff_t>(r) - static_cast<std::ptrdiff_t>(T_q - 1);
  return static_cast<std::size_t>(std::clamp(distance, -limit, limit) + limit);
}

// The head's part of that row.
auto relative_key(std::size_t r, const RowBlock& block) {
  const Tensor& E_rel = block.tensor(1);
  const std::size_t d_k = block.input(0).width;
  const std::size_t row = row_of(r, block.constant(0), block.step.rows);
  return row_at(E_rel.data() + row * E_rel.shape(1) + block.head * d_k, d_k);
}

}  // namespace

void relative_products(const RowBlock& block) {
  const std::size_t d_k = block.input(0).width, R = block.width();
  // The head's row of every distance, one below the other.
  float* rows = block.scratch(R * d_k);
  for (std::size_t r = 0; r < R; ++r) {
    assign(row_at(rows + r * d_k, d_k), relative_key(r, block));
  }
  kernels::matmul_transposed({block.rows_of(0), d_k}, {rows, d_k}, {block.out, R}, block.count(), R, d_k);
}

Description describe_qe(Literal q, bool clip) {
  return {"qe", "(= ({} h i r) (sum c d_k (* ({0} h i c) (E_rel {1} (+ (* h d_k) c)))))", "H T_q R", q,
          clip ? "(+ (max (- 0 clip) (min clip (- r (- T_q 1)))) clip)" : "r"};
}

void skew(const RowBlock& block) {
  const std::size_t queries = block.step.rows, keys = block.width(), R = block.input(0).width;
  // A column of zeros in front of every row of qe; then the same numbers in rows of R, the first T_q numbers left out:
  // a row of those begins in the row of qe at its own place, and may end in the next.
  const float* qe = block.rows_of(0, {block.rows.from, std::min(block.rows.to + 1, queries)});
  float* out = block.out;
  for (std::size_t query = block.rows.from; query < block.rows.to; ++query) {
    for (std::size_t key = 0; key < keys; ++key) {
      const std::size_t place = queries + query * R + key;
      const std::size_t row = place / (R + 1) - block.rows.from, column = place % (R + 1);
      *out++ = column == 0 ? 0 : qe[row * R + column - 1];
    }
  }
}

Description describe_skewed() {
  // Cell (i, j) of the reshaped picture is number T_q + i·R + j of the padded one, whose rows are R + 1 long.
  return {"skewed",
          "(= ({} h i j) (where (<= 1 (mod {0} (+ R 1))) (qe h (div {0} (+ R 1)) (- (mod {0} (+ R 1)) 1)) 0))",
          "H T_q T_k", "(+ T_q (* i R) j)"};
}

void relate(const RowBlock& block) {
  const std::size_t queries = block.step.rows, keys = block.width();
  float* cell = block.out;
  for (std::size_t query = block.rows.from; query < block.rows.to; ++query) {
    const auto q = input_row(block, 0, query - block.rows.from);
    for (std::size_t key = 0; key < keys; ++key, ++cell) {
      const std::size_t r = key + queries - 1 - query;
      *cell = static_cast<double>(r) < block.constant(1) ? sum_of(q * relative_key(r, block)) : 0;
    }
  }
}

void relate_backward(const Backward& back) {
  const auto E_rel = back.read(1);
  auto E_gradient = back.gradient_to(1);
  const std::size_t queries = back.step.rows, keys = back.step.width, d_k = back.input(0).width;
  const auto distances = static_cast<std::size_t>(back.constant(1));
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto relative = back.gradient_of(head), q = back.read(0, head);
    auto q_gradient = back.gradient_to(0, head);
    const std::size_t from = head * d_k, to = from + d_k;
    for (std::size_t query = 0; query < queries; ++query) {
      for (std::size_t key = 0; key < keys; ++key) {
        const std::size_t r = key + queries - 1 - query;
        if (r >= distances) continue;
        const std::size_t row = row_of(r, back.constant(0), queries);
        xt::row(q_gradient, static_cast<std::ptrdiff_t>(query)) +=
            relative(query, key) * xt::view(E_rel, row, xt::range(from, to));
        xt::view(E_gradient, row, xt::range(from, to)) +=
            relative(query, key) * xt::row(q, static_cast<std::ptrdiff_t>(query));
      }
    }
  }
}

std::string relate_backward_formula(const BackwardFormula& back) {
  const std::string place = text(back.step.words[2]);
  std::string row = text(back.step.words[1]);
  if (const auto hole = row.find("{2}"); hole != Text::npos) row.replace(hole, 3, place);
  const std::string there = list("<=", list("+", list("-", "j", "i"), "T_q"), "R");
  if (back.index == 0) {
    const std::string each = times(back.d("h i j"), back.cell(1, row + " (+ (* h d_k) c)"));
    return sum_over("j", "T_k", list("where", there, each, "0"));
  }
  const std::string head = "(div e d_k)", each = times(back.d(head + " i j"), back.cell(0, head + " i (mod e d_k)"));
  return sum_over("i", "T_q",
                  sum_over("j", "T_k", list("where", there, list("where", is_equal(row, "r"), each, "0"), "0")));
}

Description describe_relative(Literal q, bool clip) {
  return {"relative",
          "(= ({} h i j) (where (<= (+ (- j i) T_q) R) (sum c d_k (* ({0} h i c) (E_rel {1} (+ (* h d_k) c)))) 0))",
          "H T_q T_k",
          q,
          clip ? "(+ (max (- 0 clip) (min clip (- {2} (- T_q 1)))) clip)" : "{2}",
          "(+ (- j i) (- T_q 1))"};
}

Description describe_related() {
  return {"related", "(= ({} h i j) (+ (scores h i j) (relative h i j)))", "H T_q T_k"};
}

Description describe_given_related() {
  return {"related", "(= ({} h i j) (+ (scores h i j) (S_rel i j)))", "H T_q T_k"};
}

}  // namespace self_attention::steps
