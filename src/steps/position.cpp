#include <algorithm>

#include "../math/elementary_functions.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

void sinusoidal(const RowBlock& block) {
  const std::size_t d_p = block.width();
  for (std::size_t column = 0; column < d_p; column += 2) {
    Wave wave(frequency(block.constant(0), static_cast<double>(column) / static_cast<double>(d_p)));
    for (std::size_t place = 0; place < block.rows.to; ++place, wave.step()) {
      if (place < block.rows.from) continue;
      float* cell = block.out + (place - block.rows.from) * d_p + column;
      cell[0] = static_cast<float>(wave.sine);
      if (column + 1 < d_p) cell[1] = static_cast<float>(wave.cosine);
    }
  }
}

Description describe_p(Side side) {
  const SideNames of = names_of(side);
  return {of.p, "(= ({} {0} m) (where (<= (mod m 2) 0) (sin {1}) (cos {1})))", of.T_d_p, of.row,
          "(/ {0} (pow base (/ (- m (mod m 2)) d_p)))"};
}

void position(const RowBlock& block) {
  auto x = output_of(block);
  assign(x, x + input_of(block, 1));
}

void position_beside(const RowBlock& block) {
  const std::size_t d_word = block.input(0).width, d_p = block.input(1).width;
  const float* x0 = block.rows_of(0);
  const float* p = block.rows_of(1);
  float* out = block.out;
  for (std::size_t token = 0; token < block.count(); ++token) {
    out = std::copy_n(x0 + token * d_word, d_word, out);
    out = std::copy_n(p + token * d_p, d_p, out);
  }
}

Description describe_x(Side side, bool learned, bool concat) {
  const SideNames of = names_of(side);
  return {of.x,
          concat ? "(= ({} {1} m) (where (<= (+ m 1) d_word) (x0{0} {1} m) (p{0} {1} (- m d_word))))"
                 : "(= ({} {1} m) (+ (x0{0} {1} m) ({2} {1} m)))",
          of.T_d_model,
          of.k,
          of.row,
          learned ? "P" : "p{0}"};
}

Description describe_next_x(Literal given) {
  return {"x", "(= ({} i m) (previous {0} i m))", "T_q d_model", given};
}

}  // namespace self_attention::steps
