#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {

Tensor softmax(const Tensor& masked, double temperature) {
  Tensor weights = Tensor::of_shape({masked.extent(0), masked.extent(1), masked.extent(2)});
  kernels::softmax(masked.data(), weights.data(), masked.extent(0) * masked.extent(1), masked.extent(2),
                   static_cast<float>(temperature));
  return weights;
}

Description describe_weights(std::string_view input, bool temperature) {
  const auto power = [&](std::string_view key) {
    const std::string score = sentence("({} h i {})", {input, key});
    return temperature ? sentence("(exp (/ {} temperature))", {score}) : sentence("(exp {})", {score});
  };
  return {"weights", sentence("(= (weights h i j) (/ {} (sum j' T_k {})))", {power("j"), power("j'")}), "H T_q T_k"};
}

}  // namespace self_attention::steps
