#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

void rotate(const RowBlock& block) {
  const auto [sines, cosines] = sinusoids(block.rows, block.constant(0), block.width());
  const auto sine = xt::cast<float>(row_at(sines.data(), sines.size()));
  const auto cosine = xt::cast<float>(row_at(cosines.data(), cosines.size()));
  const auto q = input_of(block, 0);
  auto rotated = output_of(block);
  assign(even(rotated), even(q) * cosine - odd(q) * sine);
  assign(odd(rotated), odd(q) * cosine + even(q) * sine);
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
