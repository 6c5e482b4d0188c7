#include "../math/elementary_functions.hpp"
#include "steps.hpp"

namespace self_attention::steps {

void rotate(const RowBlock& block) {
  const std::size_t d_k = block.width();
  const float* q = block.rows_of(0);
  for (std::size_t pair = 0; pair < d_k; pair += 2) {
    Wave wave(frequency(block.constant(0), static_cast<double>(pair) / static_cast<double>(d_k)));
    for (std::size_t place = 0; place < block.rows.to; ++place, wave.step()) {
      if (place < block.rows.from) continue;
      const auto sine = static_cast<float>(wave.sine);
      const auto cosine = static_cast<float>(wave.cosine);
      const std::size_t at = (place - block.rows.from) * d_k + pair;
      block.out[at] = q[at] * cosine - q[at + 1] * sine;
      block.out[at + 1] = q[at + 1] * cosine + q[at] * sine;
    }
  }
}

Description describe_rotated(Literal name) {
  const bool query = name == "q";
  return {query ? "q_rotated" : "k_rotated",
          "(= ({} h {1} c) (where (<= (mod c 2) 0) (- {2} (* ({0} h {1} (+ c 1)) (sin {3})))"
          " (+ {2} (* ({0} h {1} (- c 1)) (sin {3})))))",
          query ? "H T_q d_k" : "H_kv T_k d_k",
          name,
          query ? "i" : "j",
          "(* ({0} h {1} c) (cos {3}))",
          "(/ {1} (pow base (/ (- c (mod c 2)) d_k)))"};
}

}  // namespace self_attention::steps
