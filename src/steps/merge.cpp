#include <algorithm>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

using namespace formula_text;
namespace {

// Each head's columns of d loss / d merged heads.
template <class Merged>
void split_gradient(const Merged& merged, const Backward& back) {
  const TraceTensor& z = back.input(0);
  for (std::size_t head = 0; head < z.heads; ++head) {
    back.gradient_to_head(0, head) += columns_of(merged, head * z.width, z.width);
  }
}

}  // namespace

void merge(const RowBlock& block) {
  const TraceTensor& z = block.input(0);
  const std::size_t d_v = z.width;
  float* out = block.out;
  for (std::size_t row = block.rows.from; row < block.rows.to; ++row) {
    for (std::size_t head = 0; head < z.heads; ++head) {
      out = std::copy_n(z.tensor.data() + (head * z.rows + row) * d_v, d_v, out);
    }
  }
}

void merge_backward(const Backward& back) {
  split_gradient(back.gradient_of(), back);
}

std::string merge_backward_formula(const BackwardFormula& back) {
  return back.d("i (+ (* h d_v) c)");
}

void merge_through(const RowBlock& block) {
  const Tensor& w_o = block.tensor(1);
  const std::size_t merged = w_o.shape(0), d_model = block.width();
  float* side_by_side = block.scratch(block.count() * merged);
  merge({block.step, block.head, block.rows, side_by_side, block.evaluator});
  kernels::matmul({side_by_side, merged}, {w_o.data(), d_model}, {block.out, d_model}, block.count(), d_model, merged);
  if (block.has_input(2)) kernels::add_to_rows(block.tensor(2).data(), block.out, block.count(), d_model);
}

void merge_through_backward(const Backward& back) {
  const auto output = back.gradient_of(), w_o = back.read(1);
  split_gradient(product_with_transposed(output, w_o), back);
  const TraceTensor& z = back.input(0);
  auto w_gradient = back.gradient_to(1);
  for (std::size_t head = 0; head < z.heads; ++head) {
    xt::view(w_gradient, xt::range(head * z.width, (head + 1) * z.width), xt::all()) +=
        product_of_transposed(back.read_head(0, head), output);
  }
  if (back.has_input(2)) {
    auto b_gradient = back.gradient_to(2);
    xt::view(b_gradient, xt::all(), 0) += xt::sum(output, {0});
  }
}

std::string merge_through_backward_formula(const BackwardFormula& back) {
  if (back.index == 0)
    return sum_over("m", column_axis(back.step), times(back.d("i m"), back.cell(1, "(+ (* h d_v) c) m")));
  if (back.index == 1)
    return sum_over("i", row_axis(back.step), times(back.cell(0, "(div e d_v) i (mod e d_v)"), back.d("i m")));
  return sum_over("i", row_axis(back.step), back.d("i m"));
}

Description describe_output(bool w_o, bool b_o) {
  // Column n of the merged heads is column n mod d_v of head n div d_v.
  if (!w_o) return {"output", "(= ({} i n) (z (div n d_v) i (mod n d_v)))", "T_q H·d_v"};
  return {"output", "(= ({} i n) {0?(+ }(sum e (* H d_v) (* (z (div e d_v) i (mod e d_v)) (w_o e n))){0? (b_o n))})",
          "T_q d_model", when(b_o)};
}

}  // namespace self_attention::steps
