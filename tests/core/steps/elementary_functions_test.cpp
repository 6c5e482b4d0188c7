#include "math/elementary_functions.hpp"

#include <algorithm>
#include <cmath>

#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;

TEST_CASE("the logarithm agrees with the standard library") {
  double largest = 0;
  const auto compare = [&largest](double x) {
    const double expected = std::log(x);
    largest = std::max(largest, std::abs(logarithm(x) - expected) / std::max(1e-3, std::abs(expected)));
  };
  for (double x = 1e-300; x < 1e300; x *= 1.0137) compare(x);
  for (int step = 1; step < 4096; ++step) compare(step / 2048.0);
  CHECK(largest < 1e-13);
  CHECK(logarithm(1) == 0);
}

TEST_CASE("frequencies agree with the standard library's powers") {
  double largest = 0;
  for (const double base : {1.0000001, 2.0, 10.0, 10000.0, 1e9, 3e38}) {
    for (int step = 0; step <= 64; ++step) {
      const double power = step / 64.0;
      largest = std::max(largest, std::abs(frequency(base, power) / std::pow(base, -power) - 1));
    }
  }
  CHECK(largest < 1e-12);
  for (int step = 0; step <= 64; ++step) {
    largest = std::max(largest, std::abs(half_to(step / 8.0) / std::pow(2, -step / 8.0) - 1));
  }
  CHECK(largest < 1e-12);
}

TEST_CASE("sinusoids agree with the standard library's sines and cosines at every position") {
  double largest = 0;
  for (const double of_second : {0.5, 0.1, 0.0123, 1e-4, 1e-30}) {
    // With four columns, the angle grows by 1 for each position in the first pair, and by this in the second.
    const double base = 1 / (of_second * of_second);
    const auto [sines, cosines] = steps::sinusoids({0, 512}, base, 4);
    for (std::size_t place = 0; place < 512; ++place) {
      for (std::size_t pair = 0; pair < 2; ++pair) {
        const double angle = static_cast<double>(place) * (pair == 0 ? 1 : frequency(base, 0.5));
        largest = std::max(largest, std::abs(sines(place, pair) - std::sin(angle)));
        largest = std::max(largest, std::abs(cosines(place, pair) - std::cos(angle)));
      }
    }
  }
  CHECK(largest < 1e-13);
}
