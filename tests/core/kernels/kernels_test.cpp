#include "kernels/kernels.hpp"

#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

// Sizes around the lane count (4), the tile's height (5 or 6), the panel's width (8) and their multiples.
constexpr std::size_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 15, 16, 17, 31, 33};
constexpr float untouched = 12345;

// A random matrix with unused memory at the end of each row.
struct Strided {
  Strided(std::size_t rows, std::size_t columns, std::size_t room, std::uint32_t seed)
      : stride(columns + room), numbers(random_tensor({rows, stride}, seed)) {}

  // A few numbers ten thousand times larger than the rest.
  void add_outliers() {
    for (std::size_t at = 0; at < numbers.size(); at += 13) numbers.data()[at] *= 1e4F;
  }

  float at(std::size_t row, std::size_t column) const { return numbers.data()[row * stride + column]; }
  kernels::Rows rows() const { return {numbers.data(), stride}; }

  std::size_t stride;
  Tensor numbers;
};

// "" if c = a·b (or a·bᵀ) within the error bound of k float32 multiplications and additions, and the memory beside and
// below c is untouched.
std::string wrong_product(const Strided& a, const Strided& b, const Tensor& c, std::size_t m, std::size_t n,
                          std::size_t k, bool transposed) {
  const std::size_t stride = c.shape(1);
  for (std::size_t i = 0; i < c.shape(0); ++i) {
    for (std::size_t j = 0; j < stride; ++j) {
      const bool made = i < m && j < n;
      const double actual = c.data()[i * stride + j];
      double sum = made ? 0 : untouched, magnitude = 0;
      for (std::size_t p = 0; p < k && made; ++p) {
        const double term = static_cast<double>(a.at(i, p)) * static_cast<double>(transposed ? b.at(j, p) : b.at(p, j));
        sum += term;
        magnitude += std::abs(term);
      }
      if (std::abs(actual - sum) <= static_cast<double>(k + 1) * 0x1p-24 * magnitude) continue;
      return joined(m, "×", k, " by ", k, "×", n, " at ", i, ",", j, ": ", actual, ", expected ", sum);
    }
  }
  return "";
}

std::string multiply_and_compare(std::size_t m, std::size_t n, std::size_t k, std::size_t room, bool outliers,
                                 bool transposed) {
  const auto seed = static_cast<std::uint32_t>(m * 10'000 + n * 100 + k);
  Strided a(m, k, room, seed);
  Strided b = transposed ? Strided(n, k, room, seed + 1) : Strided(k, n, room, seed + 1);
  if (outliers) {
    a.add_outliers();
    b.add_outliers();
  }
  Tensor c = filled({m + 1, n + room}, untouched);
  if (transposed) {
    kernels::matmul_transposed(a.rows(), b.rows(), {c.data(), n + room}, m, n, k);
  } else {
    kernels::matmul(a.rows(), b.rows(), {c.data(), n + room}, m, n, k);
  }
  return wrong_product(a, b, c, m, n, k, transposed);
}

}  // namespace

TEST_CASE("products of every size around the tile agree with plain loops") {
  for (const bool transposed : {false, true}) {
    for (const std::size_t m : sizes) {
      for (const std::size_t n : sizes) {
        for (const std::size_t k : sizes) {
          const std::string wrong = multiply_and_compare(m, n, k, 0, false, transposed);
          if (!wrong.empty()) FAIL_CHECK(wrong);
        }
      }
    }
  }
}

TEST_CASE("products of more rows than the cache holds") {
  for (const std::size_t m : {79U, 80U, 81U, 85U, 95U, 96U, 97U, 98U, 101U, 193U}) {
    for (const std::size_t n : {8U, 11U}) CHECK(multiply_and_compare(m, n, 5, 2, false, false) == "");
  }
}

TEST_CASE("a stride larger than the width leaves the numbers in between untouched") {
  for (const bool transposed : {false, true}) {
    for (const std::size_t m : {1U, 4U, 5U, 9U}) {
      for (const std::size_t n : {1U, 7U, 8U, 17U}) {
        for (const std::size_t room : {1U, 3U, 8U}) {
          CHECK(multiply_and_compare(m, n, 9, room, false, transposed) == "");
        }
      }
    }
  }
}

TEST_CASE("outliers cost their neighbours only float32's own rounding") {
  for (const bool transposed : {false, true}) {
    for (const std::size_t size : sizes) CHECK(multiply_and_compare(size, 9, 64, 2, true, transposed) == "");
  }
}

TEST_CASE("long sums of a large product stay within the bound") {
  CHECK(multiply_and_compare(37, 70, 1024, 0, false, false) == "");
  CHECK(multiply_and_compare(37, 70, 1024, 0, false, true) == "");
}

TEST_CASE("the bits of an element do not depend on its position") {
  constexpr std::size_t m = 11, n = 21, k = 19;
  const Strided a(m, k, 0, 1), b(k, n, 0, 2), b_transposed(n, k, 0, 3);
  Tensor whole = filled({m, n}, untouched), whole_transposed = filled({m, n}, untouched);
  kernels::matmul(a.rows(), b.rows(), {whole.data(), n}, m, n, k);
  kernels::matmul_transposed(a.rows(), b_transposed.rows(), {whole_transposed.data(), n}, m, n, k);
  for (std::size_t i = 0; i < m; ++i) {
    const kernels::Rows row{a.numbers.data() + i * k, k};
    for (std::size_t j = 0; j < n; ++j) {
      float alone = untouched, alone_transposed = untouched;
      kernels::matmul(row, {b.numbers.data() + j, n}, {&alone, 1}, 1, 1, k);
      kernels::matmul_transposed(row, {b_transposed.numbers.data() + j * k, k}, {&alone_transposed, 1}, 1, 1, k);
      CHECK(alone == whole.data()[i * n + j]);
      CHECK(alone_transposed == whole_transposed.data()[i * n + j]);
    }
    Tensor whole_row = filled({n}, untouched);
    kernels::matmul(row, b.rows(), {whole_row.data(), n}, 1, n, k);
    CHECK(row_of(whole_row) == xt::view(matrix_of(whole), i));
  }
}

TEST_CASE("softmax rows of every length agree with the oracle to a few float32 steps") {
  for (const std::size_t columns : sizes) {
    for (const float temperature : {0.25F, 1.0F, 3.0F}) {
      const Tensor scores = random_tensor({3, columns}, static_cast<std::uint32_t>(columns), 10);
      Tensor weights = filled({3, columns}, untouched);
      kernels::softmax(scores.data(), weights.data(), 3, columns, temperature);
      const Array expected = reference::softmax(array_of(scores), static_cast<double>(temperature));
      INFO(columns, " columns, temperature ", temperature);
      CHECK(difference(weights, expected, 2e-6) == "");
    }
  }
}

TEST_CASE("small weights are as exact as large ones") {
  // The error is relative, because exp(−80) is 1.8e-35.
  const Row scores = -xt::arange(81.0);
  const Tensor input = vector(scores);
  Tensor weights = filled({scores.size()}, untouched);
  kernels::softmax(input.data(), weights.data(), 1, scores.size(), 1);
  const Row expected = reference::softmax(scores, 1);
  for (std::size_t j = 0; j < scores.size(); ++j) {
    CHECK(static_cast<double>(weights.data()[j]) == doctest::Approx(expected(j)).epsilon(1e-6));
  }
}

TEST_CASE("softmax may write over its scores") {
  const Tensor scores = random_tensor({5, 11}, 1, 10);
  Tensor apart = filled({5, 11}, untouched), in_place = scores;
  kernels::softmax(scores.data(), apart.data(), 5, 11, 1);
  kernels::softmax(in_place.data(), in_place.data(), 5, 11, 1);
  CHECK(difference(in_place, apart) == "");
}

TEST_CASE("softmax of a row of −∞ is zeros at every length") {
  for (const std::size_t columns : sizes) {
    const Tensor hidden = filled({2, columns}, -infinity);
    Tensor weights = filled({2, columns}, untouched);
    kernels::softmax(hidden.data(), weights.data(), 2, columns, 1);
    CHECK(difference(weights, filled({2, columns}, 0)) == "");
  }
}

TEST_CASE("`largest` finds the maximum at every position, and NaN counts as larger") {
  CHECK(kernels::largest(nullptr, 0) == 0);
  for (const std::size_t count : sizes) {
    Tensor numbers = random_tensor({count}, 1, 3);
    for (std::size_t at = 0; at < count; ++at) {
      const float before = numbers.data()[at];
      for (const float large : {3.5F, -3.5F, infinity, -infinity}) {
        numbers.data()[at] = large;
        CHECK(kernels::largest(numbers.data(), count) == std::abs(large));
      }
      numbers.data()[at] = not_a_number;
      CHECK(std::isnan(kernels::largest(numbers.data(), count)));
      numbers.data()[at] = before;
    }
  }
}

TEST_CASE("`first_not_finite` finds the number at every position") {
  for (const std::size_t count : sizes) {
    Tensor numbers = random_tensor({count}, 1, 3e38);
    CHECK(kernels::first_not_finite(numbers.data(), count, false) == count);
    for (std::size_t at = 0; at < count; ++at) {
      for (const float wrong : {not_a_number, infinity, -infinity}) {
        const float before = numbers.data()[at];
        numbers.data()[at] = wrong;
        CHECK(kernels::first_not_finite(numbers.data(), count, false) == at);
        CHECK(kernels::first_not_finite(numbers.data(), count, true) == (wrong == -infinity ? count : at));
        numbers.data()[at] = before;
      }
    }
  }
  CHECK(kernels::first_not_finite(nullptr, 0, false) == 0);
}
