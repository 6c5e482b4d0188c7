#include <algorithm>

#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

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

void merge_through(const RowBlock& block) {
  const Tensor& w_o = block.tensor(1);
  const std::size_t merged = w_o.shape(0), d_model = block.width();
  float* side_by_side = block.scratch(block.count() * merged);
  merge({block.step, block.head, block.rows, side_by_side, block.evaluator});
  kernels::matmul({side_by_side, merged}, {w_o.data(), d_model}, {block.out, d_model}, block.count(), d_model, merged);
  if (block.has_input(2)) kernels::add_to_rows(block.tensor(2).data(), block.out, block.count(), d_model);
}

Description describe_output(bool w_o, bool b_o) {
  // Column n of the merged heads is column n mod d_v of head n div d_v.
  if (!w_o) return {"output", "(= ({} i n) (z (div n d_v) i (mod n d_v)))", "T_q H·d_v"};
  return {"output", "(= ({} i n) {0?(+ }(sum e (* H d_v) (* (z (div e d_v) i (mod e d_v)) (w_o e n))){0? (b_o n))})",
          "T_q d_model", when(b_o)};
}

}  // namespace self_attention::steps
