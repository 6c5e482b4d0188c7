#include <algorithm>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;

struct Inputs {
  enum : std::size_t { q, E_rel };
};

struct Relative {
  std::size_t clip;  // 0: every distance has its own row
  std::size_t T_q;
  std::size_t distances = 0;
};

// The row of E_rel for distance number r, which stands for the distance r − (T_q − 1).
std::size_t row_of(std::size_t r, const Relative& relative) {
  if (relative.clip == 0) return r;
  const auto limit = static_cast<std::ptrdiff_t>(relative.clip);
  const auto distance = static_cast<std::ptrdiff_t>(r) - static_cast<std::ptrdiff_t>(relative.T_q - 1);
  return static_cast<std::size_t>(std::clamp(distance, -limit, limit) + limit);
}

// The head's part of that row.
auto relative_key(std::size_t r, const RowBlock& block) {
  const Tensor& E_rel = block.tensor(Inputs::E_rel);
  const std::size_t d_k = block.input(Inputs::q).width;
  const std::size_t row = row_of(r, block.settings<Relative>());
  return row_at(E_rel.data() + row * E_rel.shape(1) + block.head * d_k, d_k);
}

void compute_products(const RowBlock& block) {
  const std::size_t d_k = block.input(Inputs::q).width, R = block.width();
  // The head's rows for all distances, one below the other.
  float* rows = block.scratch(R * d_k);
  for (std::size_t r = 0; r < R; ++r) {
    assign(row_at(rows + r * d_k, d_k), relative_key(r, block));
  }
  kernels::matmul_transposed({block.rows_of(Inputs::q), d_k}, {rows, d_k}, {block.out, R}, block.count(), R, d_k);
}

void compute_skew(const RowBlock& block) {
  const std::size_t queries = block.step.rows, keys = block.width(), R = block.input(0).width;
  // A column of zeros is put in front of qe, whose numbers are then read as rows of R, without the first T_q. Such a
  // row begins in the row of qe with its own index and may end in the next one.
  const float* qe = block.rows_of(0, {block.rows.from, std::min(block.rows.to + 1, queries)});
  float* out = block.out;
  for (std::size_t query = block.rows.from; query < block.rows.to; ++query) {
    for (std::size_t key = 0; key < keys; ++key) {
      const std::size_t index = queries + query * R + key;
      const std::size_t row = index / (R + 1) - block.rows.from, column = index % (R + 1);
      *out++ = column == 0 ? 0 : qe[row * R + column - 1];
    }
  }
}

void compute(const RowBlock& block) {
  const std::size_t queries = block.step.rows, keys = block.width();
  float* cell = block.out;
  for (std::size_t query = block.rows.from; query < block.rows.to; ++query) {
    const auto q = input_row(block, Inputs::q, query - block.rows.from);
    for (std::size_t key = 0; key < keys; ++key, ++cell) {
      const std::size_t r = key + queries - 1 - query;
      *cell = r < block.settings<Relative>().distances ? sum_of(q * relative_key(r, block)) : 0;
    }
  }
}

void backward(const Backward& back) {
  const auto E_rel = back.read(Inputs::E_rel);
  auto E_gradient = back.gradient_to(Inputs::E_rel);
  const std::size_t queries = back.step.rows, keys = back.step.width, d_k = back.input(Inputs::q).width;
  const auto settings = back.settings<Relative>();
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto relative = back.gradient_of(head), q = back.read(Inputs::q, head);
    auto q_gradient = back.gradient_to(Inputs::q, head);
    const std::size_t from = head * d_k, to = from + d_k;
    for (std::size_t query = 0; query < queries; ++query) {
      for (std::size_t key = 0; key < keys; ++key) {
        const std::size_t r = key + queries - 1 - query;
        if (r >= settings.distances) continue;
        const std::size_t row = row_of(r, settings);
        xt::row(q_gradient, static_cast<std::ptrdiff_t>(query)) +=
            relative(query, key) * xt::view(E_rel, row, xt::range(from, to));
        xt::view(E_gradient, row, xt::range(from, to)) +=
            relative(query, key) * xt::row(q, static_cast<std::ptrdiff_t>(query));
      }
    }
  }
}

// The row of E_rel for the distance number {c} (a word of these steps).
constexpr StaticString clipped_row = "(+ (max (- 0 clip) (min clip (- {c} (- T_q 1)))) clip)";
constexpr StaticString own_row = "{c}";
constexpr const char* distance = "(+ (- j i) (- T_q 1))";

std::string backward_formula(const BackwardFormula& back) {
  const std::string row = back.settings<Relative>().clip == 0
                              ? distance
                              : "(+ (max (- 0 clip) (min clip (- " + Text(distance) + " (- T_q 1)))) clip)";
  const std::string there = list("<=", list("+", list("-", "j", "i"), "T_q"), "R");
  if (back.index == Inputs::q) {
    const std::string each = times(back.d("h i j"), back.cell(Inputs::E_rel, row + " (+ (* h d_k) c)"));
    return sum_over("j", "T_k", list("where", there, each, "0"));
  }
  const std::string head = "(div e d_k)";
  const std::string each = times(back.d(head + " i j"), back.cell(Inputs::q, head + " i (mod e d_k)"));
  return sum_over("i", "T_q",
                  sum_over("j", "T_k", list("where", there, list("where", is_equal(row, "r"), each, "0"), "0")));
}

}  // namespace

Op relative_products(std::size_t clip, std::size_t T_q) {
  return {.name = "qe",
          .axes = "H T_q R",
          .formula = "(= ({} h i r) (sum c d_k (* ({0} h i c) ({1} {a} (+ (* h d_k) c)))))",
          .words = {clip == 0 ? own_row : clipped_row, "", "r"},
          .inputs = {Dependency::same_row, Dependency::all_rows},
          .compute = compute_products,
          .settings = Relative{clip, T_q}};
}

Op skew() {
  // Cell (i, j) is number T_q + i·R + j of the padded qe, whose rows have R + 1 numbers.
  return {.name = "skewed",
          .axes = "H T_q T_k",
          .formula =
              "(= ({} h i j) (where (<= 1 (mod {a} (+ R 1)))"
              " ({0} h (div {a} (+ R 1)) (- (mod {a} (+ R 1)) 1)) 0))",
          .words = {"(+ T_q (* i R) j)"},
          .inputs = {Dependency::all_rows},
          .compute = compute_skew};
}

Op relate(std::size_t clip, std::size_t T_q, std::size_t distances) {
  return {.name = "relative",
          .axes = "H T_q T_k",
          .formula =
              "(= ({} h i j) (where (<= (+ (- j i) T_q) R)"
              " (sum c d_k (* ({0} h i c) ({1} {a} (+ (* h d_k) c)))) 0))",
          .words = {clip == 0 ? own_row : clipped_row, "", distance},
          .inputs = {Dependency::same_row, Dependency::all_rows},
          .compute = compute,
          .derivative = {backward, backward_formula},
          .settings = Relative{clip, T_q, distances}};
}

}  // namespace self_attention::steps
