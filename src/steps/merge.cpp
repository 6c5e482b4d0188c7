#include <algorithm>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;

struct Inputs {
  enum : std::size_t { z, w_o, b_o };
};

void compute(const RowBlock& block) {
  const TraceTensor& z = block.input(Inputs::z);
  const std::size_t d_v = z.width;
  float* out = block.out;
  for (std::size_t row = block.rows.from; row < block.rows.to; ++row) {
    for (std::size_t head = 0; head < z.heads; ++head) {
      out = std::copy_n(z.tensor.data() + (head * z.rows + row) * d_v, d_v, out);
    }
  }
}

// Cuts the gradient of the merged heads into heads again.
template <class Merged>
void split_gradient(const Merged& merged, const Backward& back) {
  const TraceTensor& z = back.input(Inputs::z);
  for (std::size_t head = 0; head < z.heads; ++head) {
    back.gradient_to_head(Inputs::z, head) += columns_of(merged, head * z.width, z.width);
  }
}

void backward(const Backward& back) {
  split_gradient(back.gradient_of(), back);
}

std::string backward_formula(const BackwardFormula& back) {
  return back.d("i (+ (* h d_v) c)");
}

void compute_through(const RowBlock& block) {
  const Tensor& w_o = block.tensor(Inputs::w_o);
  const std::size_t merged = w_o.shape(0), d_model = block.width();
  float* side_by_side = block.scratch(block.count() * merged);
  compute({block.step, block.head, block.rows, side_by_side, block.evaluator});
  kernels::matmul({side_by_side, merged}, {w_o.data(), d_model}, {block.out, d_model}, block.count(), d_model, merged);
  if (!block.has_input(Inputs::b_o)) return;
  kernels::add_to_rows(block.tensor(Inputs::b_o).data(), block.out, block.count(), d_model);
}

void through_backward(const Backward& back) {
  const auto output = back.gradient_of(), w_o = back.read(Inputs::w_o);
  split_gradient(product_with_transposed(output, w_o), back);
  const TraceTensor& z = back.input(Inputs::z);
  auto w_gradient = back.gradient_to(Inputs::w_o);
  for (std::size_t head = 0; head < z.heads; ++head) {
    xt::view(w_gradient, xt::range(head * z.width, (head + 1) * z.width), xt::all()) +=
        product_of_transposed(back.read_head(Inputs::z, head), output);
  }
  if (!back.has_input(Inputs::b_o)) return;
  auto b_gradient = back.gradient_to(Inputs::b_o);
  xt::view(b_gradient, xt::all(), 0) += xt::sum(output, {0});
}

std::string through_backward_formula(const BackwardFormula& back) {
  if (back.index == Inputs::z) {
    return sum_over("m", column_axis(back.step), times(back.d("i m"), back.cell(Inputs::w_o, "(+ (* h d_v) c) m")));
  }
  if (back.index == Inputs::w_o) {
    return sum_over("i", row_axis(back.step), times(back.cell(Inputs::z, "(div e d_v) i (mod e d_v)"), back.d("i m")));
  }
  return sum_over("i", row_axis(back.step), back.d("i m"));
}

}  // namespace

// Column n of the merged heads is column n mod d_v of head n div d_v.
Op merge() {
  return {.name = "output",
          .axes = "T_q H·d_v",
          .formula = "(= ({} i n) ({0} (div n d_v) i (mod n d_v)))",
          .compute = compute,
          .derivative = {backward, backward_formula}};
}

Op merge_and_project() {
  return {.name = "output",
          .axes = "T_q d_model",
          .formula =
              "(= ({} i n) {2?(+ }(sum e (* H d_v) (* ({0} (div e d_v) i (mod e d_v)) ({1} e n)))"
              "{2? ({2} n))})",
          .inputs = {Dependency::same_row, Dependency::all_rows, Dependency::all_rows},
          .compute = compute_through,
          .derivative = {through_backward, through_backward_formula}};
}

}  // namespace self_attention::steps
