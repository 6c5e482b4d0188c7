#include <algorithm>

#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

void merge(const Part& part) {
  const Traced& z = part.read(0);
  const std::size_t d_v = z.width;
  float* out = part.out;
  for (std::size_t row = part.rows.from; row < part.rows.to; ++row) {
    for (std::size_t head = 0; head < z.heads; ++head) {
      out = std::copy_n(z.tensor.data() + (head * z.rows + row) * d_v, d_v, out);
    }
  }
}

void merge_through(const Part& part) {
  const Tensor& w_o = part.in(1);
  const std::size_t merged = w_o.extent(0), d_model = part.width();
  float* side_by_side = part.scratch(part.count() * merged);
  merge({part.step, part.head, part.rows, side_by_side, part.evaluator});
  kernels::matmul({side_by_side, merged}, {w_o.data(), d_model}, {part.out, d_model}, part.count(), d_model, merged);
  if (part.reads(2)) kernels::add_to_rows(part.in(2).data(), part.out, part.count(), d_model);
}

Description describe_output(bool w_o, bool b_o) {
  // Column n of the merged heads is column n mod d_v of head n div d_v.
  if (!w_o) return {"output", "(= ({} i n) (z (div n d_v) i (mod n d_v)))", "T_q H·d_v"};
  return {"output", "(= ({} i n) {0?(+ }(sum e (* H d_v) (* (z (div e d_v) i (mod e d_v)) (w_o e n))){0? (b_o n))})",
          "T_q d_model", when(b_o)};
}

}  // namespace self_attention::steps
