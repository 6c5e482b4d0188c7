#include "elementary_functions.hpp"

#include <bit>
#include <cstdint>

namespace self_attention {
namespace {

// The Taylor series of exp(x / 2¹⁰), squared ten times.
double exponential(double x) {
  x /= 1024;
  double sum = 1;
  for (int term = 8; term > 0; --term) sum = 1 + sum * x / term;
  for (int time = 0; time < 10; ++time) sum *= sum;
  return sum;
}

// The Taylor series that begins with `first`. Each term is the previous one times −x²/(n(n+1)).
double series(double first, double x, int n) {
  double sum = 0;
  for (double term = first; n < 24; n += 2) {
    sum += term;
    term *= -x * x / (n * (n + 1));
  }
  return sum;
}

}  // namespace

double logarithm(double x) {
  constexpr std::uint64_t mantissa = (std::uint64_t{1} << 52U) - 1, one = std::uint64_t{1023} << 52U;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  auto exponent = static_cast<double>(bits >> 52U) - 1023;
  auto part = std::bit_cast<double>((bits & mantissa) | one);
  if (part > 1.4142135623730951) {
    part /= 2;
    ++exponent;
  }
  // ln((1 + s)/(1 − s)) = 2(s + s³/3 + s⁵/5 …)
  const double s = (part - 1) / (part + 1);
  double sum = 0;
  for (int n = 21; n > 0; n -= 2) sum = sum * (s * s) + 1.0 / n;
  return exponent * 0.69314718055994530942 + 2 * s * sum;
}

double frequency(double base, double power) {
  return exponential(-power * logarithm(base));
}

double half_to(double exponent) {
  return exponential(-exponent * 0.69314718055994530942);
}

double sine(double angle) {
  return series(angle, angle, 2);
}

double cosine(double angle) {
  return series(1, angle, 1);
}

}  // namespace self_attention
