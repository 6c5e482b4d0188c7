#include <algorithm>
#include <cmath>

#include "steps.hpp"

namespace self_attention::steps {

// Michelot's algorithm: what is below the threshold of all that is left leaves, until nothing does. Each round drops a
// score or ends (one on the very threshold may come back by rounding: that ends it too), and two or three are usual.
// Scores are taken from the row's maximum: large ones would swallow the 1.
Sparse sparsemax(const Tensor& masked, double temperature) {
  const std::size_t keys = masked.extent(2);
  Sparse found{Tensor::of_shape({masked.extent(0), masked.extent(1), keys}),
               Tensor::of_shape({masked.extent(0), masked.extent(1)}),
               Tensor::of_shape({masked.extent(0), masked.extent(1), keys})};
  const float* row = masked.data();
  float* in = found.support.data();
  float* weight = found.weights.data();
  for (float* threshold = found.threshold.data(); threshold != found.threshold.data() + found.threshold.size();
       ++threshold, row += keys) {
    const double highest = static_cast<double>(*std::max_element(row, row + keys));
    const auto below = [&](std::size_t key) { return (static_cast<double>(row[key]) - highest) / temperature; };
    double floor = -1;
    for (std::size_t left = keys + 1;;) {
      double sum = -1;
      std::size_t count = 0;
      for (std::size_t key = 0; key < keys; ++key) {
        if (!(below(key) > floor)) continue;
        sum += below(key);
        ++count;
      }
      // A row that is hidden as a whole takes nothing off: its weights are 0 as they are.
      if (count >= left || count == 0) break;
      left = count;
      floor = sum / static_cast<double>(count);
    }
    const bool hidden = !std::isfinite(highest);
    *threshold = hidden ? 0 : static_cast<float>(highest / temperature + floor);
    for (std::size_t key = 0; key < keys; ++key) {
      const double above = below(key) - floor;
      *weight = above > 0 ? static_cast<float>(above) : 0;
      *in++ = above > 0 ? 1 : 0;
      ++weight;
    }
  }
  return found;
}

Description describe_support(Literal input, bool temperature) {
  // In the support: what stands above it does so by less than 1 in all. What is hidden never is.
  return {"support",
          "(= ({} h i j) {2?(where (<= (masked h i j) -inf) 0 }(where (<= 1 (sum j' T_k (max 0"
          " (- {1?(/ }({0} h i j'){1? temperature)} {1?(/ }({0} h i j){1? temperature)})))) 0 1){2?)})",
          "H T_q T_k",
          {input, when(temperature), when(input == "masked")}};
}

Description describe_threshold(Literal input, bool temperature) {
  // Nothing is in the support of a row that is hidden as a whole: 0/0, which is 0.
  return {"threshold",
          "(= ({} h i) (/ (- (sum j T_k (where (<= 1 (support h i j)) {1?(/ }({0} h i j){1? temperature)} 0)) {2})"
          " (sum j T_k (support h i j))))",
          "H T_q",
          {input, when(temperature), input == "masked" ? "(min 1 (sum j T_k (support h i j)))" : "1"}};
}

Description describe_sparsemax(Literal input, bool temperature) {
  return {"weights",
          "(= ({} h i j) (max 0 (- {1?(/ }({0} h i j){1? temperature)} (threshold h i))))",
          "H T_q T_k",
          {input, when(temperature)}};
}

}  // namespace self_attention::steps
