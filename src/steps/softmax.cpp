#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

void softmax(const Part& part) {
  kernels::softmax(part.out, part.out, part.count(), part.width(), static_cast<float>(part.number(0)));
}

void softmax_of_products(const Part& part) {
  const std::size_t d_k = part.read(1).width;
  const kernels::Band band{static_cast<std::ptrdiff_t>(part.number(2)), static_cast<std::ptrdiff_t>(part.number(3))};
  const kernels::Packed no_values;
  kernels::Scratch scratch;
  kernels::attention({part.rows_of(1), d_k}, part.packed(2, true), no_values, {nullptr, 0}, part.out, part.count(),
                     part.rows.from, band, static_cast<float>(part.number(1)), static_cast<float>(part.number(0)),
                     scratch);
}

void softmax_whole_matrix(const Part& part) {
  kernels::softmax(part.out, part.out, 1, part.count() * part.width(), static_cast<float>(part.number(0)));
}

void softmax_overflowing(const Part& part) {
  kernels::softmax_overflowing(part.out, part.count(), part.width(), static_cast<float>(part.number(0)));
}

void softmax_then_mask(const Part& part) {
  softmax(part);
  const float* blocked = part.rows_of(1);
  for (std::size_t index = 0; index < part.count() * part.width(); ++index) part.out[index] *= 1 - blocked[index];
}

Description describe_weights(Literal input, SoftmaxForm form) {
  // {1} is what is exponentiated, {2} there where it is divided by the temperature.
  return {"weights",
          form.whole_matrix
              ? "(= ({} h i j) {1?(* }(/ (exp {2?(/ }({0} h i j){2? temperature)})"
                " (sum s T_q (sum t T_k (exp {2?(/ }({0} h s t){2? temperature)})))){1? (- 1 (blocked i j)))})"
              : "(= ({} h i j) {1?(* }(/ (exp {2?(/ }({0} h i j){2? temperature)})"
                " (sum j' T_k (exp {2?(/ }({0} h i j'){2? temperature)}))){1? (- 1 (blocked i j)))})",
          "H T_q T_k",
          input,
          when(form.hidden_after),
          when(form.temperature)};
}

}  // namespace self_attention::steps
