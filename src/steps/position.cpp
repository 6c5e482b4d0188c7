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
  const Letters of = letters_of(side);
  return {of.p,
          "(= ({} {0} m) (where (<= (mod m 2) 0) (sin {1}) (cos {1})))",
          of.T_d_p,
          {of.row, "(/ {0} (pow base (/ (- m (mod m 2)) d_p)))"}};
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
  const Letters of = letters_of(side);
  return {of.x,
          concat ? "(= ({} {1} m) (where (<= (+ m 1) d_word) (x0{0} {1} m) (p{0} {1} (- m d_word))))"
                 : "(= ({} {1} m) (+ (x0{0} {1} m) ({2} {1} m)))",
          of.T_d_model,
          {of.k, of.row, learned ? "P" : "p{0}"}};
}

Description describe_next_x(Literal given) {
  return {"x", "(= ({} i m) (previous {0} i m))", "T_q d_model", {given}};
}

}  // namespace self_attention::steps
