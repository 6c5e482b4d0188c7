#include <cmath>

#include "../attention.hpp"
#include "../steps/views.hpp"

namespace self_attention {

using steps::row_at;
using steps::sum_of;

void cosine_similarities(const float* row, const Tensor& table, float* similarities) {
  const std::size_t rows = table.shape(0), columns = table.shape(1);
  const auto one = xt::cast<double>(row_at(row, columns));
  const double length = std::sqrt(sum_of(xt::square(one)));
  for (std::size_t index = 0; index < rows; ++index) {
    const auto other = xt::cast<double>(row_at(table.data() + index * columns, columns));
    const double lengths = length * std::sqrt(sum_of(xt::square(other)));
    similarities[index] = lengths == 0 ? 0.0F : static_cast<float>(sum_of(one * other) / lengths);
  }
}

}  // namespace self_attention
