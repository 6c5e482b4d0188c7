// The accuracy of exp and tanh, compared with double precision.
#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/kernels.hpp"

#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

// The range of arguments for softmax. Below the first, the result is 0.
constexpr float lowest = -87.68F, highest = 88.37F;

// The largest error over all float32 numbers is 1.342.
constexpr double bound = 1.35;

// The error in units of the last place of the true result.
double ulps(float actual, double expected) {
  const int exponent = std::max(std::ilogb(expected), -126);
  return std::abs(static_cast<double>(actual) - expected) / std::ldexp(1, exponent - 23);
}

struct Worst {
  double off = 0;
  float at = 0;
};

// The largest error over every `step`th float32 from 0 to `end`.
Worst worst(float end, std::uint32_t step) {
  constexpr std::size_t some = 4096;
  std::vector<float> x(some), y(some);
  Worst found;
  const std::uint32_t sign = std::bit_cast<std::uint32_t>(end) & 0x80000000U;
  const std::uint32_t last = std::bit_cast<std::uint32_t>(end) & 0x7fffffffU;
  for (std::uint32_t bits = 0; bits <= last;) {
    std::size_t count = 0;
    for (; count < some && bits <= last; ++count, bits += step) x[count] = std::bit_cast<float>(bits | sign);
    kernels::exp(x.data(), y.data(), count);
    for (std::size_t index = 0; index < count; ++index) {
      const double off = ulps(y[index], std::exp(static_cast<double>(x[index])));
      if (!(off <= found.off)) found = {off, x[index]};
    }
  }
  return found;
}

void check_bound(std::uint32_t step) {
  for (const float end : {lowest, highest}) {
    const Worst found = worst(end, step);
    INFO("the worst is at ", found.at);
    CHECK(found.off <= bound);
  }
}

float exp_of(float x) {
  float y = 0;
  kernels::exp(&x, &y, 1);
  return y;
}

}  // namespace

TEST_CASE("exp is within its bound at every 1009th float32") {
  check_bound(1009);
}

// Two billion numbers take more than a minute. Run it with --no-skip --test-case="exp*every float32".
TEST_CASE("exp is within its bound at every float32" * doctest::skip()) {
  check_bound(1);
}

TEST_CASE("exp at the ends of its range") {
  CHECK(exp_of(0) == 1);
  CHECK(exp_of(-0.0F) == 1);
  CHECK(exp_of(lowest) > 0);
  for (const float x : {-87.7F, -88.0F, -104.0F, -1e4F, -3e38F, -infinity}) CHECK(exp_of(x) == 0);
  CHECK(std::isnan(exp_of(not_a_number)));
}

TEST_CASE("exp has the same bits in every lane, whatever the other lanes hold") {
  const Tensor x = random_tensor({37}, 1, 80);
  Tensor y = filled({37}, 0);
  kernels::exp(x.data(), y.data(), 37);
  for (std::size_t index = 0; index < 37; ++index) CHECK(exp_of(x.data()[index]) == y.data()[index]);
}

TEST_CASE("tanh is within its bound at every 1009th float32") {
  constexpr std::size_t some = 4096;
  std::vector<float> x(some), y(some);
  Worst found;
  for (std::uint64_t bits = 0; bits <= 0xff800000U;) {
    std::size_t count = 0;
    for (; count < some && bits <= 0xff800000U; bits += 1009) {
      const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
      if (!std::isnan(number)) x[count++] = number;
    }
    y = x;
    kernels::tanh(y.data(), count);
    for (std::size_t index = 0; index < count; ++index) {
      const double off = ulps(y[index], std::tanh(static_cast<double>(x[index])));
      if (!(off <= found.off)) found = {off, x[index]};
    }
  }
  INFO("the worst is at ", found.at);
  CHECK(found.off <= 2);
}

TEST_CASE("tanh at the ends of its range") {
  std::vector<float> x{infinity, -infinity, 0.0F, -0.0F, 1e-40F, not_a_number};
  kernels::tanh(x.data(), x.size());
  CHECK(x[0] == 1);
  CHECK(x[1] == -1);
  CHECK((x[2] == 0 && !std::signbit(x[2])));
  CHECK((x[3] == 0 && std::signbit(x[3])));
  CHECK(x[4] == 1e-40F);
  CHECK(std::isnan(x[5]));
}

TEST_CASE("without subtracting the maximum, exactly the scores beyond float32's range overflow") {
  Tensor weights = matrix({{88.7, 0, -3}, {89, 0, -3}, {500, 0, 3e38}});
  kernels::softmax_overflowing(weights.data(), 3, 3, 1);
  CHECK(weights.data()[0] == doctest::Approx(1));
  // ∞/∞ and 1/∞.
  for (const std::size_t row : {1U, 2U}) {
    CHECK(std::isnan(weights.data()[3 * row]));
    CHECK(weights.data()[3 * row + 1] == 0);
  }
}
