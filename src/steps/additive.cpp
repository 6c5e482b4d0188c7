#include <algorithm>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;

struct HeadInputs {
  enum : std::size_t { q, w };
};

void compute_heads(const RowBlock& block) {
  const Tensor& w = block.tensor(HeadInputs::w);
  const std::size_t d_k = w.shape(0), columns = w.shape(1), width = block.width();
  kernels::matmul({block.rows_of(HeadInputs::q), d_k}, {w.data() + block.head * width, columns}, {block.out, width},
                  block.count(), width, d_k);
}

void heads_backward(const Backward& back) {
  const auto w = back.read(HeadInputs::w);
  auto w_gradient = back.gradient_to(HeadInputs::w);
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto q_a = back.gradient_of(head);
    const std::size_t width = q_a.shape(1), from = head * width;
    const FloatMatrix w_of_head = columns_of(w, from, width);
    back.gradient_to(HeadInputs::q, head) += product_with_transposed(q_a, w_of_head);
    columns_of(w_gradient, from, width) += product_of_transposed(back.read(HeadInputs::q, head), q_a);
  }
}

std::string heads_backward_formula(const BackwardFormula& back) {
  const std::string row = row_letter(back.step), width = column_axis(back.step);
  if (back.index == HeadInputs::q) {
    return back.over_heads([&](const std::string& head) {
      const std::string w = back.cell(HeadInputs::w, "c (+ (* " + head + " " + width + ") n)");
      return sum_over("n", width, times(back.d(head + " " + row + " n"), w));
    });
  }
  const std::string head = "(div e " + width + ")";
  const std::string q = back.cell(HeadInputs::q, back.key_head(HeadInputs::q, head) + " " + row + " c");
  return sum_over(row, row_axis(back.step), times(q, back.d(head + " " + row + " (mod e " + width + ")")));
}

struct Inputs {
  enum : std::size_t { q_a, k_a, v_a };
};

void compute(const RowBlock& block) {
  const std::size_t keys = block.width(), d_a = block.input(Inputs::q_a).width;
  const auto v_a = row_at(block.tensor(Inputs::v_a).data() + block.head * d_a, d_a);
  const float* q_a = block.rows_of(Inputs::q_a);
  const float* k_a = block.rows_of(Inputs::k_a, {0, keys});
  float* sums = block.scratch(keys * d_a);
  float* cell = block.out;
  for (std::size_t row = 0; row < block.count(); ++row, q_a += d_a) {
    std::copy_n(k_a, keys * d_a, sums);
    kernels::add_to_rows(q_a, sums, keys, d_a);
    kernels::tanh(sums, keys * d_a);
    for (const float* tanh = sums; tanh != sums + keys * d_a; tanh += d_a) *cell++ = sum_of(v_a * row_at(tanh, d_a));
  }
}

void backward(const Backward& back) {
  const auto v_a = back.read(Inputs::v_a);
  auto v_gradient = back.gradient_to(Inputs::v_a);
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto scores = back.gradient_of(head), q = back.read(Inputs::q_a, head), k = back.read(Inputs::k_a, head);
    auto q_gradient = back.gradient_to(Inputs::q_a, head), k_gradient = back.gradient_to(Inputs::k_a, head);
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

std::string backward_formula(const BackwardFormula& back) {
  const auto tanh = [&](const std::string& head, const std::string& a) {
    return list("tanh", list("+", back.cell(Inputs::q_a, head + " i " + a), back.cell(Inputs::k_a, head + " j " + a)));
  };
  if (back.index == Inputs::v_a) {
    const std::string head = "(div e d_a)";
    return sum_over("i", "T_q", sum_over("j", "T_k", times(back.d(head + " i j"), tanh(head, "(mod e d_a)"))));
  }
  const std::string slope = list("-", "1", list("pow", tanh("h", "a"), "2"));
  const std::string each = times(back.d("h i j"), times(back.cell(Inputs::v_a, "(+ (* h d_a) a)"), slope));
  return back.index == Inputs::q_a ? sum_over("j", "T_k", each) : sum_over("i", "T_q", each);
}

}  // namespace

Op project_heads(StaticString name, StaticString axes) {
  return {.name = name,
          .axes = axes,
          .formula = "(= ({} h {i} a) (sum c d_k (* ({0} {h0} {i} c) ({1} c (+ (* h {a}) a)))))",
          .words = {std::string_view(axes).ends_with("d_k") ? "d_k" : "d_a"},
          .inputs = {Dependency::same_row, Dependency::all_rows},
          .compute = compute_heads,
          .derivative = {heads_backward, heads_backward_formula}};
}

Op score_additive() {
  return {.name = "scores",
          .axes = "H T_q T_k",
          .formula = "(= ({} h i j) (sum a d_a (* ({2} (+ (* h d_a) a)) (tanh (+ ({0} h i a) ({1} h j a))))))",
          .inputs = {Dependency::same_row, Dependency::keys, Dependency::all_rows},
          .compute = compute,
          .derivative = {backward, backward_formula}};
}

}  // namespace self_attention::steps
