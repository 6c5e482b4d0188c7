#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

Tensor softmax(const Tensor& masked, double temperature, Softmax kind) {
  const std::size_t heads = masked.extent(0), queries = masked.extent(1), keys = masked.extent(2);
  Tensor weights = Tensor::of_shape({heads, queries, keys});
  const bool whole = kind == Softmax::whole_matrix;
  kernels::softmax(masked.data(), weights.data(), whole ? heads : heads * queries, whole ? queries * keys : keys,
                   static_cast<float>(temperature), kind != Softmax::overflowing);
  return weights;
}

Tensor hide(const Tensor& weights, const Tensor& blocked) {
  Tensor hidden = weights;
  for (std::size_t index = 0; index < hidden.size(); ++index) {
    hidden.data()[index] *= 1 - blocked.data()[index % blocked.size()];
  }
  return hidden;
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
          {input, when(form.hidden_after), when(form.temperature)}};
}

}  // namespace self_attention::steps
