#include <algorithm>
#include <cmath>

#include "steps.hpp"

namespace self_attention::steps {

namespace {

// Michelot's algorithm: what is below the threshold of all that is left leaves, until nothing does. Each round drops a
// score or ends (one on the very threshold may come back by rounding: that ends it too), and two or three are usual.
// Scores are taken from the row's maximum: large ones would swallow the 1.
struct Row {
  Row(const float* scores, std::size_t keys, double warmth) : row(scores), temperature(warmth) {
    highest = static_cast<double>(*std::max_element(row, row + keys));
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
  }

  double below(std::size_t key) const { return (static_cast<double>(row[key]) - highest) / temperature; }
  double above(std::size_t key) const { return below(key) - floor; }
  float threshold() const { return std::isfinite(highest) ? static_cast<float>(highest / temperature + floor) : 0; }

  const float* row;
  double temperature, highest = 0, floor = -1;
};

// Each cell of `out` becomes what `of` makes of how far it stands above the threshold, or 0.
template <class Of>
void above_threshold(const RowBlock& block, const Of& of) {
  const std::size_t keys = block.width();
  for (float* scores = block.out; scores != block.out + block.count() * keys; scores += keys) {
    const Row row(scores, keys, block.constant(0));
    for (std::size_t key = 0; key < keys; ++key) scores[key] = row.above(key) > 0 ? of(row.above(key)) : 0;
  }
}

}  // namespace

void sparsemax_support(const RowBlock& block) {
  above_threshold(block, [](double) { return 1.0F; });
}

void sparsemax_threshold(const RowBlock& block) {
  const std::size_t keys = block.input(0).width;
  const float* scores = block.rows_of(0);
  for (std::size_t row = 0; row < block.count(); ++row) {
    block.out[row] = Row(scores + row * keys, keys, block.constant(0)).threshold();
  }
}

void sparsemax(const RowBlock& block) {
  above_threshold(block, [](double above) { return static_cast<float>(above); });
}

Description describe_support(Literal input, bool temperature) {
  // In the support: what stands above it does so by less than 1 in all. What is hidden never is.
  return {"support",
          "(= ({} h i j) {2?(where (<= (masked h i j) -inf) 0 }(where (<= 1 (sum j' T_k (max 0"
          " (- {1?(/ }({0} h i j'){1? temperature)} {1?(/ }({0} h i j){1? temperature)})))) 0 1){2?)})",
          "H T_q T_k",
          input,
          when(temperature),
          when(input == "masked")};
}

Description describe_threshold(Literal input, bool temperature) {
  // Nothing is in the support of a row that is hidden as a whole: 0/0, which is 0.
  return {"threshold",
          "(= ({} h i) (/ (- (sum j T_k (where (<= 1 (support h i j)) {1?(/ }({0} h i j){1? temperature)} 0)) {2})"
          " (sum j T_k (support h i j))))",
          "H T_q",
          input,
          when(temperature),
          input == "masked" ? "(min 1 (sum j T_k (support h i j)))" : "1"};
}

Description describe_sparsemax(Literal input, bool temperature) {
  return {"weights", "(= ({} h i j) (max 0 (- {1?(/ }({0} h i j){1? temperature)} (threshold h i))))", "H T_q T_k",
          input, when(temperature)};
}

}  // namespace self_attention::steps
