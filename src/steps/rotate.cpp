#include "../waves.hpp"
#include "steps.hpp"

namespace self_attention::steps {

Tensor rotate(const Tensor& q, double base) {
  const std::size_t tokens = q.extent(1), d_k = q.extent(2);
  Tensor rotated = Tensor::of_shape({q.extent(0), tokens, d_k});
  for (std::size_t pair = 0; pair < d_k; pair += 2) {
    Wave wave(frequency(base, static_cast<double>(pair) / static_cast<double>(d_k)));
    for (std::size_t token = 0; token < tokens; ++token, wave.step()) {
      const auto sine = static_cast<float>(wave.sine);
      const auto cosine = static_cast<float>(wave.cosine);
      for (std::size_t head = 0; head < q.extent(0); ++head) {
        const std::size_t at = (head * tokens + token) * d_k + pair;
        const float x = q.data()[at], y = q.data()[at + 1];
        rotated.data()[at] = x * cosine - y * sine;
        rotated.data()[at + 1] = y * cosine + x * sine;
      }
    }
  }
  return rotated;
}

Description describe_rotated(Literal name) {
  const bool query = name == "q";
  return {query ? "q_rotated" : "k_rotated",
          "(= ({} h {1} c) (where (<= (mod c 2) 0) (- {2} (* ({0} h {1} (+ c 1)) (sin {3})))"
          " (+ {2} (* ({0} h {1} (- c 1)) (sin {3})))))",
          query ? "H T_q d_k" : "H_kv T_k d_k",
          {name, query ? "i" : "j", "(* ({0} h {1} c) (cos {3}))", "(/ {1} (pow base (/ (- c (mod c 2)) d_k)))"}};
}

}  // namespace self_attention::steps
