#include "waves.hpp"

#include <cmath>

namespace self_attention {
namespace {

// The series around 0 of a small angle's 2^10th part, squared ten times.
double exponential(double x) {
  x /= 1024;
  double sum = 1;
  for (int term = 8; term > 0; --term) sum = 1 + sum * x / term;
  for (int time = 0; time < 10; ++time) sum *= sum;
  return sum;
}

// The Taylor series that begins with `first`: every term is the one before times −x²/(n(n+1)).
double series(double first, double x, int n) {
  double sum = 0;
  for (double term = first; n < 24; n += 2) {
    sum += term;
    term *= -x * x / (n * (n + 1));
  }
  return sum;
}

}  // namespace

double frequency(double base, double power) {
  return exponential(-power * std::log(base));
}

double half_to(double exponent) {
  return exponential(-exponent * 0.69314718055994530942);
}

Wave::Wave(double frequency) : sine_(series(frequency, frequency, 2)), cosine_(series(1, frequency, 1)) {}

void Wave::step() {
  const double next = sine * cosine_ + cosine * sine_;
  cosine = cosine * cosine_ - sine * sine_;
  sine = next;
}

}  // namespace self_attention
