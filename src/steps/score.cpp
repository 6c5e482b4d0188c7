#include <algorithm>
#include <cmath>
#include <vector>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

using namespace formula_text;
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

void score_backward(const Backward& back) {
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto scores = back.gradient_of(head);
    back.gradient_to(0, head) += product(scores, back.read(1, head));
    back.gradient_to(1, head) += product_of_transposed(scores, back.read(0, head));
  }
}

std::string score_backward_formula(const BackwardFormula& back) {
  const std::string c = column_letter(back.to);
  if (back.index == 0) return sum_over("j", "T_k", times(back.d("h i j"), back.cell(1, back.key_head(1) + " j " + c)));
  const std::string of_query = column_letter(back.to);
  return back.over_heads([&](const std::string& head) {
    return sum_over("i", "T_q", times(back.d(head + " i j"), back.cell(0, head + " i " + of_query)));
  });
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

// The cosine c of q and k changes by (k/|k| − c·q/|q|) / |q| with q, and by the like with k.
void score_cosine_backward(const Backward& back) {
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto cosines = back.numbers(head), gradient = back.gradient_of(head);
    const auto q = back.read(0, head), k = back.read(1, head);
    auto q_gradient = back.gradient_to(0, head), k_gradient = back.gradient_to(1, head);
    // A row of zeros has no direction, and its cosines are 0 whatever the other is.
    const auto units = [](const auto& rows, FloatMatrix& unit, FloatMatrix& inverse) {
      const FloatMatrix squares = xt::square(rows);
      const xt::xtensor<float, 1> length = xt::sqrt(xt::sum(squares, {1}));
      inverse = xt::expand_dims(xt::where(length > 0.0F, 1.0F / length, 0.0F), 1);
      unit = rows * inverse;
    };
    FloatMatrix q_unit, k_unit, q_inverse, k_inverse;
    units(q, q_unit, q_inverse);
    units(k, k_unit, k_inverse);
    const FloatMatrix along = gradient * cosines;
    const FloatMatrix along_q = xt::expand_dims(xt::eval(xt::sum(along, {1})), 1);
    const FloatMatrix along_k = xt::expand_dims(xt::eval(xt::sum(along, {0})), 1);
    q_gradient += q_inverse * (product(gradient, k_unit) - along_q * q_unit);
    k_gradient += k_inverse * (product_of_transposed(gradient, q_unit) - along_k * k_unit);
  }
}

namespace {

std::string length(const BackwardFormula& back, std::size_t index, const std::string& head, const std::string& row) {
  return list("sqrt", sum_over("s", "d_k", list("pow", back.cell(index, head + " " + row + " s"), "2")));
}
// A row of zeros has no direction.
std::string unit(const BackwardFormula& back, std::size_t index, const std::string& head, const std::string& row) {
  const std::string size = length(back, index, head, row);
  return list("where", list("<=", size, "0"), "0", list("/", back.cell(index, head + " " + row + " c"), size));
}

}  // namespace

std::string score_cosine_backward_formula(const BackwardFormula& back) {
  const bool query = back.index == 0;
  const std::string over = query ? "j" : "i", own = query ? "i" : "j", size = query ? "T_k" : "T_q";
  const auto each = [&](const std::string& head) {
    const std::string other_head = query ? back.key_head(1) : head, own_head = query ? head : std::string("h");
    const std::string other =
        sum_over(over, size, times(back.d(head + " i j"), unit(back, query ? 1 : 0, other_head, over)));
    const std::string along = sum_over(over, size, times(back.d(head + " i j"), back.s(head + " i j")));
    const std::string own_length = length(back, back.index, own_head, own);
    return list("where", list("<=", own_length, "0"), "0",
                list("/", list("-", other, times(along, unit(back, back.index, own_head, own))), own_length));
  };
  return query ? each("h") : back.over_heads(each);
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

void project_heads_backward(const Backward& back) {
  const auto w = back.read(1);
  auto w_gradient = back.gradient_to(1);
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto q_a = back.gradient_of(head);
    const std::size_t width = q_a.shape(1), from = head * width;
    const FloatMatrix w_of_head = columns_of(w, from, width);
    back.gradient_to(0, head) += product_with_transposed(q_a, w_of_head);
    columns_of(w_gradient, from, width) += product_of_transposed(back.read(0, head), q_a);
  }
}

std::string project_heads_backward_formula(const BackwardFormula& back) {
  const std::string row = row_letter(back.step), width = column_axis(back.step);
  if (back.index == 0) {
    return back.over_heads([&](const std::string& head) {
      const std::string each =
          times(back.d(head + " " + row + " n"), back.cell(1, "c (+ (* " + head + " " + width + ") n)"));
      return sum_over("n", width, each);
    });
  }
  const std::string head = "(div e " + width + ")";
  const std::string each = times(back.cell(0, back.key_head(0, head) + " " + row + " c"),
                                 back.d(head + " " + row + " (mod e " + width + ")"));
  return sum_over(row, row_axis(back.step), each);
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

void score_additive_backward(const Backward& back) {
  const auto v_a = back.read(2);
  auto v_gradient = back.gradient_to(2);
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto scores = back.gradient_of(head), q = back.read(0, head), k = back.read(1, head);
    auto q_gradient = back.gradient_to(0, head), k_gradient = back.gradient_to(1, head);
    const std::size_t from = head * q.shape(1), to = from + q.shape(1);
    const FloatMatrix v = xt::expand_dims(xt::view(v_a, xt::range(from, to), 0), 0);
    for (std::size_t query = 0; query < q.shape(0); ++query) {
      const auto row = static_cast<std::ptrdiff_t>(query);
      FloatMatrix tanh = k + xt::expand_dims(xt::row(q, row), 0);
      kernels::tanh(tanh.data(), tanh.size());
      const FloatMatrix score = xt::expand_dims(xt::row(scores, row), 1);
      const FloatMatrix each = score * tanh, sums = score * (1.0F - xt::square(tanh)) * v;
      xt::view(v_gradient, xt::range(from, to), 0) += xt::sum(each, {0});
      xt::row(q_gradient, row) += xt::sum(sums, {0});
      k_gradient += sums;
    }
  }
}

std::string score_additive_backward_formula(const BackwardFormula& back) {
  const auto tanh = [&](const std::string& head, const std::string& a) {
    return list("tanh", list("+", back.cell(0, head + " i " + a), back.cell(1, head + " j " + a)));
  };
  if (back.index == 2) {
    const std::string head = "(div e d_a)";
    return sum_over("i", "T_q", sum_over("j", "T_k", times(back.d(head + " i j"), tanh(head, "(mod e d_a)"))));
  }
  const std::string slope = list("-", "1", list("pow", tanh("h", "a"), "2"));
  const std::string each = times(back.d("h i j"), times(back.cell(2, "(+ (* h d_a) a)"), slope));
  return back.index == 0 ? sum_over("j", "T_k", each) : sum_over("i", "T_q", each);
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
