#include <cmath>
#include <limits>

#include "../attention.hpp"

namespace self_attention {
namespace {

// Welford's running variance: one pass, and no difference of two large sums.
class Running {
 public:
  void add(double number) {
    ++count_;
    const double before = number - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (number - mean_);
  }
  double variance() const { return count_ == 0 ? 0 : squares_ / static_cast<double>(count_); }

 private:
  std::size_t count_ = 0;
  double mean_ = 0, squares_ = 0;
};

}  // namespace

void row_sums(float* numbers, std::size_t rows, std::size_t columns) {
  const float* cell = numbers;
  for (std::size_t row = 0; row < rows; ++row) {
    float sum = 0;
    for (std::size_t column = 0; column < columns; ++column) sum += *cell++;
    numbers[row] = std::isfinite(sum) ? sum : std::numeric_limits<float>::quiet_NaN();
  }
}

double variance(const float* data, std::size_t count) {
  Running running;
  for (const float* end = data + count; data != end; ++data) {
    if (std::isfinite(*data)) running.add(static_cast<double>(*data));
  }
  return running.variance();
}

Tensor score_variances(const Tensor& q, const Tensor& k) {
  const std::size_t d_k = q.shape(2), queries = q.shape(1), keys = k.shape(1);
  const std::size_t group = q.shape(0) / k.shape(0);
  std::vector<Running> running(d_k);
  for (std::size_t row = 0; row < q.shape(0) * queries; ++row) {
    const float* of_q = q.data() + row * d_k;
    const float* of_k = k.data() + row / queries / group * keys * d_k;
    for (std::size_t key = 0; key < keys; ++key, of_k += d_k) {
      double product = 0;
      for (std::size_t column = 0; column < d_k; ++column) {
        product += static_cast<double>(of_q[column]) * static_cast<double>(of_k[column]);
        running[column].add(product);
      }
    }
  }
  Tensor variances(Tensor::shape_type{d_k});
  for (std::size_t column = 0; column < d_k; ++column) {
    variances.data()[column] = static_cast<float>(running[column].variance());
  }
  return variances;
}

}  // namespace self_attention
