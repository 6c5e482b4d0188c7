#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;

struct Inputs {
  enum : std::size_t { q, k };
};

void compute(const RowBlock& block) {
  const std::size_t keys = block.width(), d_k = block.input(Inputs::q).width;
  kernels::matmul({block.rows_of(Inputs::q), d_k}, block.packed(Inputs::k, true), {block.out, keys}, block.count(),
                  {0, keys}, {0, d_k});
}

void backward(const Backward& back) {
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto scores = back.gradient_of(head);
    back.gradient_to(Inputs::q, head) += product(scores, back.read(Inputs::k, head));
    back.gradient_to(Inputs::k, head) += product_of_transposed(scores, back.read(Inputs::q, head));
  }
}

std::string backward_formula(const BackwardFormula& back) {
  const std::string c = column_letter(back.to);
  if (back.index == Inputs::q) {
    return sum_over("j", "T_k", times(back.d("h i j"), back.cell(Inputs::k, back.key_head(Inputs::k) + " j " + c)));
  }
  return back.over_heads([&](const std::string& head) {
    return sum_over("i", "T_q", times(back.d(head + " i j"), back.cell(Inputs::q, head + " i " + c)));
  });
}

void compute_untransposed(const RowBlock& block) {
  const std::size_t d_k = block.width();
  kernels::matmul({block.rows_of(Inputs::q), d_k}, block.packed(Inputs::k, false), {block.out, d_k}, block.count(),
                  {0, d_k}, {0, d_k});
}

}  // namespace

Op score() {
  return {.name = "scores",
          .axes = "H T_q T_k",
          .formula = "(= ({} h i j) (sum c d_k (* ({0} {h0} i c) ({1} {h1} j c))))",
          .inputs = {Dependency::same_row, Dependency::keys},
          .compute = compute,
          .derivative = {backward, backward_formula}};
}

Op score_untransposed() {
  return {.name = "scores",
          .axes = "H T_q T_k",
          .formula = "(= ({} h i j) (sum c d_k (* ({0} h i c) ({1} {h1} c j))))",
          .inputs = {Dependency::same_row, Dependency::all_rows},
          .compute = compute_untransposed};
}

}  // namespace self_attention::steps
