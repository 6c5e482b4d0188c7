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
  const auto power = [&](Literal query, Literal key) {
    const std::string score = sentence("({} h {} {})", {input, query, key});
    return form.temperature ? sentence("(exp (/ {} temperature))", {score}) : sentence("(exp {})", {score});
  };
  const std::string sum = form.whole_matrix ? sentence("(sum s T_q (sum t T_k {}))", {power("s", "t")})
                                            : sentence("(sum j' T_k {})", {power("i", "j'")});
  const std::string share = sentence("(/ {} {})", {power("i", "j"), sum});
  const Literal format =
      form.hidden_after ? "(= (weights h i j) (* {} (- 1 (blocked i j))))" : "(= (weights h i j) {})";
  return {"weights", sentence(format, {share}), "H T_q T_k"};
}

}  // namespace self_attention::steps
