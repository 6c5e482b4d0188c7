#include <algorithm>
#include <cmath>

#include "steps.hpp"

namespace self_attention::steps {

Tensor sinusoidal(std::size_t tokens, std::size_t d_p, double base) {
  Tensor p = Tensor::of_shape({tokens, d_p});
  float* cell = p.data();
  for (std::size_t token = 0; token < tokens; ++token) {
    for (std::size_t column = 0; column < d_p; ++column, ++cell) {
      const double power = static_cast<double>(column - column % 2) / static_cast<double>(d_p);
      const double angle = static_cast<double>(token) / std::pow(base, power);
      *cell = static_cast<float>(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return p;
}

Description describe_p(Side side) {
  const bool keys = side == Side::keys;
  const std::string_view row = keys ? "j" : "i";
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
  const std::string_view k = keys ? "_k" : "";
  const std::string_view row = keys ? "j" : "i";
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

Description describe_next_x(std::string_view given) {
  return {"x", sentence("(= (x i m) (previous {} i m))", {given}), "T_q d_model"};
}

}  // namespace self_attention::steps
