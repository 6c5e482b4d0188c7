#include <cmath>
#include <limits>
#include <vector>

#include "attention.hpp"
#include "support.hpp"

using namespace self_attention;

namespace {

std::vector<float> similarities_of(const std::vector<float>& row, const std::vector<float>& table) {
  Tensor rows(Tensor::shape_type{table.size() / row.size(), row.size()});
  std::copy(table.begin(), table.end(), rows.begin());
  std::vector<float> similarities(rows.shape(0));
  cosine_similarities(row.data(), rows, similarities.data());
  return similarities;
}

}  // namespace

TEST_CASE("a row is compared by its direction alone") {
  const auto similarities = similarities_of({3, 4}, {6, 8, -3, -4, -4, 3, 4, 3, 1e-20F, 0});
  CHECK(similarities[0] == 1);
  CHECK(similarities[1] == -1);
  CHECK(similarities[2] == 0);
  CHECK(similarities[3] == doctest::Approx(0.96));
  CHECK(similarities[4] == doctest::Approx(0.6));
}

TEST_CASE("a row of zeros is like no other") {
  CHECK(similarities_of({0, 0}, {1, 2, 0, 0}) == std::vector<float>{0, 0});
  CHECK(similarities_of({1, 2}, {0, 0}) == std::vector<float>{0});
}

TEST_CASE("numbers that are not finite have no similarity") {
  CHECK(std::isnan(similarities_of({1, 2}, {std::numeric_limits<float>::quiet_NaN(), 0})[0]));
  CHECK(std::isnan(similarities_of({std::numeric_limits<float>::infinity(), 2}, {1, 0})[0]));
}

TEST_CASE("large numbers do not overflow") {
  const float large = std::numeric_limits<float>::max();
  CHECK(similarities_of({large, large, 0, 0}, {large, 0, large, 0})[0] == doctest::Approx(0.5));
}

TEST_CASE("similarities are those of plain loops in double") {
  for (const std::size_t columns : {1U, 3U, 4U, 7U, 16U, 64U, 65U}) {
    std::vector<float> row(columns), table(5 * columns);
    for (std::size_t index = 0; index < columns; ++index) row[index] = std::sin(static_cast<float>(index + 1));
    for (std::size_t index = 0; index < table.size(); ++index) table[index] = std::cos(static_cast<float>(3 * index));
    const auto found = similarities_of(row, table);
    for (std::size_t other = 0; other < 5; ++other) {
      double product = 0, own = 0, length = 0;
      for (std::size_t index = 0; index < columns; ++index) {
        const double a = row[index], b = table[other * columns + index];
        product += a * b;
        own += a * a;
        length += b * b;
      }
      CHECK(found[other] == doctest::Approx(product / std::sqrt(own * length)).epsilon(1e-6));
    }
  }
}
