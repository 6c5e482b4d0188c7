#include <algorithm>
#include <functional>

#include "../waves.hpp"
#include "steps.hpp"

namespace self_attention::steps {

Tensor sinusoidal(std::size_t tokens, std::size_t d_p, double base) {
  Tensor p = Tensor::of_shape({tokens, d_p});
  for (std::size_t column = 0; column < d_p; column += 2) {
    Wave wave(frequency(base, static_cast<double>(column) / static_cast<double>(d_p)));
    for (std::size_t token = 0; token < tokens; ++token, wave.step()) {
      float* cell = p.data() + token * d_p + column;
      cell[0] = static_cast<float>(wave.sine);
      if (column + 1 < d_p) cell[1] = static_cast<float>(wave.cosine);
    }
  }
  return p;
}

Description describe_p(Side side) {
  const bool keys = side == Side::keys;
  const Literal row = keys ? "j" : "i";
  const std::string angle = sentence("(/ {} (pow base (/ (- m (mod m 2)) d_p)))", {row});
  return {keys ? "p_k" : "p",
          sentence("(= ({} {} m) (where (<= (mod m 2) 0) (sin {}) (cos {})))", {keys ? "p_k" : "p", row, angle, angle}),
          keys                 ? "T_k d_p"
          : side == Side::both ? "T d_p"
                               : "T_q d_p"};
}

Tensor position(const Tensor& x0, const Tensor& p, bool concat) {
  const std::size_t tokens = x0.extent(0), d_word = x0.extent(1), d_p = p.extent(1);
  if (!concat) {
    Tensor x = x0;
    // P may have a place more than there are tokens here.
    std::transform(x.data(), x.data() + x.size(), p.data(), x.data(), std::plus<>());
    return x;
  }
  Tensor x = Tensor::of_shape({tokens, d_word + d_p});
  float* target = x.data();
  for (std::size_t token = 0; token < tokens; ++token) {
    target = std::copy_n(x0.data() + token * d_word, d_word, target);
    target = std::copy_n(p.data() + token * d_p, d_p, target);
  }
  return x;
}

Description describe_x(Side side, bool learned, bool concat) {
  const bool keys = side == Side::keys;
  const Literal k = keys ? "_k" : "";
  const Literal row = keys ? "j" : "i";
  std::string right;
  if (concat) {
    right = sentence("(where (<= (+ m 1) d_word) (x0{} {} m) (p{} {} (- m d_word)))", {k, row, k, row});
  } else {
    const std::string place = learned ? "P" : sentence("p{}", {k});
    right = sentence("(+ (x0{} {} m) ({} {} m))", {k, row, place, row});
  }
  return {keys ? "x_k" : "x", sentence("(= (x{} {} m) {})", {k, row, right}),
          keys                 ? "T_k d_model"
          : side == Side::both ? "T d_model"
                               : "T_q d_model"};
}

Description describe_next_x(Literal given) {
  return {"x", sentence("(= (x i m) (previous {} i m))", {given}), "T_q d_model"};
}

}  // namespace self_attention::steps
