#include <algorithm>

#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

void project(const RowBlock& block) {
  const Tensor& w = block.tensor(1);
  const std::size_t d_model = w.shape(0), columns = w.shape(1), width = block.width();
  const std::size_t from = block.head * width;
  kernels::matmul({block.rows_of(0), d_model}, {w.data() + from, columns}, {block.out, width}, block.count(), width,
                  d_model);
  if (block.has_input(2)) kernels::add_to_rows(block.tensor(2).data() + from, block.out, block.count(), width);
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
