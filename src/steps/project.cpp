#include <algorithm>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;

struct Inputs {
  enum : std::size_t { x, w, b };
};

void compute(const RowBlock& block) {
  const Tensor& w = block.tensor(Inputs::w);
  const std::size_t d_model = w.shape(0), columns = w.shape(1), width = block.width();
  const std::size_t from = block.head * width;
  kernels::matmul({block.rows_of(Inputs::x), d_model}, {w.data() + from, columns}, {block.out, width}, block.count(),
                  width, d_model);
  if (!block.has_input(Inputs::b)) return;
  kernels::add_to_rows(block.tensor(Inputs::b).data() + from, block.out, block.count(), width);
}

void backward(const Backward& back) {
  const auto x = back.read(Inputs::x), w = back.read(Inputs::w);
  auto x_gradient = back.gradient_to(Inputs::x), w_gradient = back.gradient_to(Inputs::w);
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto q = back.gradient_of(head);
    const std::size_t width = q.shape(1), from = head * width;
    const FloatMatrix w_of_head = columns_of(w, from, width);
    x_gradient += product_with_transposed(q, w_of_head);
    columns_of(w_gradient, from, width) += product_of_transposed(x, q);
    if (!back.has_input(Inputs::b)) continue;
    auto b_gradient = back.gradient_to(Inputs::b);
    xt::view(b_gradient, xt::range(from, from + width), 0) += xt::sum(q, {0});
  }
}

// Heads stand side by side in w and b: column e belongs to head e div d, and is column e mod d of it.
std::string backward_formula(const BackwardFormula& back) {
  const std::string row = row_letter(back.step), rows = row_axis(back.step), width = column_axis(back.step),
                    heads = axes_of(back.step)[0];
  const std::string of_cell = back.d("(div e " + width + ") " + row + " (mod e " + width + ")");
  if (back.index == Inputs::x) {
    const std::string to = row_letter(back.to);
    const std::string each = times(back.d("h " + to + " c"), back.cell(Inputs::w, "m (+ (* h " + width + ") c)"));
    return sum_over("h", heads, sum_over("c", width, each));
  }
  if (back.index == Inputs::w) return sum_over(row, rows, times(back.cell(Inputs::x, row + " m"), of_cell));
  return sum_over(row, rows, of_cell);
}

void compute_split(const RowBlock& block) {
  const std::size_t width = block.width(), columns = block.given().shape(1);
  float* out = block.out;
  for (std::size_t row = block.rows.from; row < block.rows.to; ++row) {
    out = std::copy_n(block.given().data() + row * columns + block.head * width, width, out);
  }
}

// The name, the axes and, as a word, the width of a head.
Op described(Projection which) {
  switch (which) {
    case Projection::q:
      return {.name = "q", .axes = "H T_q d_k", .words = {"d_k"}};
    case Projection::k:
      return {.name = "k", .axes = "H_kv T_k d_k", .words = {"d_k"}};
    case Projection::v:
      break;
  }
  return {.name = "v", .axes = "H_kv T_k d_v", .words = {"d_v"}};
}

}  // namespace

Op project(Projection which) {
  Op op = described(which);
  op.formula =
      "(= ({} h {i} c) {2?(+ }(sum m d_model (* ({0} {i} m) ({1} m (+ (* h {a}) c))))"
      "{2? ({2} (+ (* h {a}) c)))})";
  op.inputs = {Dependency::same_row, Dependency::all_rows, Dependency::all_rows};
  op.compute = compute;
  op.derivative = {backward, backward_formula};
  return op;
}

Op split(Projection which, const Tensor& given) {
  Op op = described(which);
  op.formula = "(= ({} h {i} c) (lookup scene {i} (+ (* h {a}) c)))";
  op.compute = compute_split;
  op.given = &given;
  return op;
}

}  // namespace self_attention::steps
