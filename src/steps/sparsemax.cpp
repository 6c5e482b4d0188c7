#include <limits>

#include "steps.hpp"

namespace self_attention::steps {
namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();

std::string over_temperature(std::string_view input, std::string_view key, bool temperature) {
  const std::string score = sentence("({} h i {})", {input, key});
  return temperature ? sentence("(/ {} temperature)", {score}) : score;
}

}  // namespace

// Michelot's algorithm: what is below the threshold of all that is left leaves, until nothing does. Each round drops a
// score or ends, and two or three are usual.
Tensor threshold(const Tensor& masked, double temperature) {
  const std::size_t keys = masked.extent(2);
  const auto divisor = static_cast<float>(temperature);
  Tensor thresholds = Tensor::of_shape({masked.extent(0), masked.extent(1)});
  const float* row = masked.data();
  for (float* found = thresholds.data(); found != thresholds.data() + thresholds.size(); ++found, row += keys) {
    double floor = hidden;
    std::size_t left = keys + 1;
    for (bool fewer = true; fewer;) {
      double sum = -1;
      std::size_t count = 0;
      for (std::size_t key = 0; key < keys; ++key) {
        const float score = row[key] / divisor;
        if (score > floor) {
          sum += score;
          ++count;
        }
      }
      fewer = count < left;
      left = count;
      // A row that is hidden as a whole takes nothing off: its weights are 0 as they are.
      if (count > 0 && fewer) floor = sum / static_cast<double>(count);
    }
    *found = static_cast<float>(left == 0 ? 0.0 : floor);
  }
  return thresholds;
}

Tensor support(const Tensor& masked, const Tensor& threshold, double temperature) {
  Tensor in = sparsemax(masked, threshold, temperature);
  for (float* cell = in.data(); cell != in.data() + in.size(); ++cell) *cell = *cell > 0 ? 1 : 0;
  return in;
}

Tensor sparsemax(const Tensor& masked, const Tensor& threshold, double temperature) {
  const std::size_t keys = masked.extent(2);
  const auto divisor = static_cast<float>(temperature);
  Tensor weights = masked;
  for (std::size_t index = 0; index < weights.size(); ++index) {
    const float above = weights.data()[index] / divisor - threshold.data()[index / keys];
    weights.data()[index] = above > 0 ? above : 0;
  }
  return weights;
}

Description describe_support(std::string_view input, bool temperature) {
  // In the support: what stands above it does so by less than 1 in all.
  return {"support",
          sentence("(= (support h i j) (where (<= 1 (sum j' T_k (max 0 (- {} {})))) 0 1))",
                   {over_temperature(input, "j'", temperature), over_temperature(input, "j", temperature)}),
          "H T_q T_k"};
}

Description describe_threshold(std::string_view input, bool temperature) {
  return {
      "threshold",
      sentence("(= (threshold h i) (/ (- (sum j T_k (where (<= 1 (support h i j)) {} 0)) 1) (sum j T_k (support h i "
               "j))))",
               {over_temperature(input, "j", temperature)}),
      "H T_q"};
}

Description describe_sparsemax(std::string_view input, bool temperature) {
  return {"weights",
          sentence("(= (weights h i j) (max 0 (- {} (threshold h i))))", {over_temperature(input, "j", temperature)}),
          "H T_q T_k"};
}

}  // namespace self_attention::steps
