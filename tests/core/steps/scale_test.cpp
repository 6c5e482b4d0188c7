#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

Tensor scaled_by(const Tensor& scores, double factor) {
  return computed(steps::scale(factor, steps::Factor::given), shape_of(scores), {scores});
}

}  // namespace

TEST_CASE("`scaled` is every score times the factor") {
  const Tensor scores = heads({{{1, -2}, {0, 8}}, {{3, 4}, {5, 6}}});
  CHECK(difference(scaled_by(scores, 0.5), Heads{{{0.5, -1}, {0, 4}}, {{1.5, 2}, {2.5, 3}}}, 0) == "");
  CHECK(difference(scaled_by(scores, -1), Heads{{{-1, 2}, {0, -8}}, {{-3, -4}, {-5, -6}}}, 0) == "");
}

TEST_CASE("1/√d_k brings the variance of random scores back to 1") {
  constexpr std::size_t d_k = 256;
  // Uniform in ±√3 has variance 1.
  const Tensor q = random_tensor({1, 200, d_k}, 1, std::sqrt(3.0));
  const Tensor k = random_tensor({1, 200, d_k}, 2, std::sqrt(3.0));
  const Tensor scores = computed(steps::score(), {1, 200, 200}, {q, k});
  const Row scaled = row_of(scaled_by(scores, 1 / std::sqrt(static_cast<double>(d_k))));
  double squares = 0;
  for (const double number : scaled) squares += number * number;
  CHECK(squares / static_cast<double>(scaled.size()) == doctest::Approx(1).epsilon(0.05));
}
