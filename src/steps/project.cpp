#include <algorithm>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

using namespace formula_text;

void project(const RowBlock& block) {
  const Tensor& w = block.tensor(1);
  const std::size_t d_model = w.shape(0), columns = w.shape(1), width = block.width();
  const std::size_t from = block.head * width;
  kernels::matmul({block.rows_of(0), d_model}, {w.data() + from, columns}, {block.out, width}, block.count(), width,
                  d_model);
  if (block.has_input(2)) kernels::add_to_rows(block.tensor(2).data() + from, block.out, block.count(), width);
}

void project_backward(const Backward& back) {
  const auto x = back.read(0), w = back.read(1);
  auto x_gradient = back.gradient_to(0), w_gradient = back.gradient_to(1);
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto q = back.gradient_of(head);
    const std::size_t width = q.shape(1), from = head * width;
    const FloatMatrix w_of_head = columns_of(w, from, width);
    x_gradient += product_with_transposed(q, w_of_head);
    columns_of(w_gradient, from, width) += product_of_transposed(x, q);
    if (!back.has_input(2)) continue;
    auto b_gradient = back.gradient_to(2);
    xt::view(b_gradient, xt::range(from, from + width), 0) += xt::sum(q, {0});
  }
}

// Heads stand side by side in the matrix.
std::string project_backward_formula(const BackwardFormula& back) {
  const std::string row = row_letter(back.step), rows = row_axis(back.step), width = column_axis(back.step),
                    heads = axes_of(back.step)[0];
  const std::string of_cell = back.d("(div e " + width + ") " + row + " (mod e " + width + ")");
  if (back.index == 0) {
    const std::string to = row_letter(back.to);
    const std::string each = times(back.d("h " + to + " c"), back.cell(1, "m (+ (* h " + width + ") c)"));
    return sum_over("h", heads, sum_over("c", width, each));
  }
  if (back.index == 1) return sum_over(row, rows, times(back.cell(0, row + " m"), of_cell));
  return sum_over(row, rows, of_cell);
}

void split(const RowBlock& block) {
  const std::size_t width = block.width(), columns = block.given().shape(1);
  float* out = block.out;
  for (std::size_t row = block.rows.from; row < block.rows.to; ++row) {
    out = std::copy_n(block.given().data() + row * columns + block.head * width, width, out);
  }
}

Description describe_projection(Literal name, Literal x, bool bias) {
  struct Words {
    Literal row, column, axes;
  };
  static constexpr Words all[] = {{"i", "(+ (* h d_k) c)", "H T_q d_k"},
                                  {"j", "(+ (* h d_k) c)", "H_kv T_k d_k"},
                                  {"j", "(+ (* h d_v) c)", "H_kv T_k d_v"}};
  const Words& of = all[name == "q" ? 0 : name == "k" ? 1 : 2];
  return {name,
          x.empty() ? "(= ({} h {1} c) (lookup scene {1} {2}))"
                    : "(= ({} h {1} c) {3?(+ }(sum m d_model (* ({0} {1} m) (w_{} m {2}))){3? (b_{} {2}))})",
          of.axes,
          x,
          of.row,
          of.column,
          when(bias)};
}

}  // namespace self_attention::steps
