#include <algorithm>
#include <cmath>

#include "kernels/training.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

// Sizes around the lane count (4), the heights of a tile (5, 6) and the panel's width (8).
constexpr std::size_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 17};
constexpr double tolerance = 1e-6;

Tensor numbers(std::size_t count, std::uint32_t seed) {
  return random_tensor({count}, seed, 2);
}
Row exact(const Tensor& tensor) {
  return row_of(tensor);
}

// "" if c + aᵀ·b agrees with plain loops in double precision, and no memory beside c was written.
std::string wrong_sum_of_products(std::size_t m, std::size_t n, std::size_t k, std::size_t gap) {
  const auto seed = static_cast<std::uint32_t>(m * 10'000 + n * 100 + k);
  const Tensor a = random_tensor({k, m + gap}, seed), b = random_tensor({k, n + gap}, seed + 1);
  const Tensor before = random_tensor({m + 1, n + gap}, seed + 2);
  Tensor c = before;
  kernels::add_matmul_of_transposed({a.data(), m + gap}, {b.data(), n + gap}, {c.data(), n + gap}, m, n, k);
  for (std::size_t i = 0; i < c.shape(0); ++i) {
    for (std::size_t j = 0; j < c.shape(1); ++j) {
      double sum = static_cast<double>(before(i, j)), magnitude = std::abs(sum);
      for (std::size_t p = 0; p < k && i < m && j < n; ++p) {
        const double term = static_cast<double>(a(p, i)) * static_cast<double>(b(p, j));
        sum += term;
        magnitude += std::abs(term);
      }
      const double bound = i < m && j < n ? static_cast<double>(k + 1) * 0x1p-24 * magnitude : 0;
      if (std::abs(static_cast<double>(c(i, j)) - sum) <= bound) continue;
      return joined(m, "×", n, " of ", k, " rows at ", i, ",", j, ": ", c(i, j), ", expected ", sum);
    }
  }
  return "";
}

}  // namespace

TEST_CASE("add_matmul_of_transposed adds the product at every size around the tile") {
  for (const std::size_t m : sizes) {
    for (const std::size_t n : sizes) {
      for (const std::size_t k : sizes) {
        const std::string wrong = wrong_sum_of_products(m, n, k, 3);
        if (!wrong.empty()) FAIL_CHECK(wrong);
      }
    }
  }
  // More rows and columns than fit in the cached copies.
  CHECK(wrong_sum_of_products(97, 33, 65, 0) == "");
  CHECK(wrong_sum_of_products(200, 9, 130, 1) == "");
  CHECK(wrong_sum_of_products(3, 3, 0, 1) == "");
}

TEST_CASE("element-wise kernels are correct at every count") {
  for (const std::size_t count : sizes) {
    CAPTURE(count);
    const Tensor x = numbers(count, 1), y = numbers(count, 2);
    const Row x_exact = exact(x), y_exact = exact(y);

    Tensor sum = y;
    kernels::add(x.data(), sum.data(), count);
    CHECK(difference(sum, Array(x_exact + y_exact), tolerance) == "");
    kernels::add(x.data(), x.data(), sum.data(), count);
    CHECK(difference(sum, Array(2 * x_exact), tolerance) == "");
    sum = y;
    kernels::scale_and_add(0.5F, x.data(), sum.data(), count);
    CHECK(difference(sum, Array(0.5 * y_exact + x_exact), tolerance) == "");
    sum = y;
    kernels::axpby(3, x.data(), 0.25F, sum.data(), count);
    CHECK(difference(sum, Array(3 * x_exact + 0.25 * y_exact), tolerance) == "");
    CHECK(kernels::sum_of_squares(x.data(), count) == doctest::Approx(xt::sum(xt::square(x_exact))()));

    Tensor after = y;
    kernels::relu(x.data(), after.data(), count);
    CHECK(difference(after, Array(xt::maximum(x_exact, 0.0)), 0) == "");
    after = y;
    kernels::relu_backward(x.data(), after.data(), count);
    CHECK(difference(after, Array(xt::where(x_exact > 0, y_exact, 0.0)), 0) == "");

    after = y;
    kernels::cap_backward(x.data(), 3, after.data(), count);
    CHECK(difference(after, Array(3 * (1 - xt::square(x_exact)) * y_exact), tolerance) == "");
  }
}

TEST_CASE("rows are added up") {
  for (const std::size_t width : sizes) {
    const Tensor rows = random_tensor({3, width}, 5);
    Tensor sums = numbers(width, 6);
    const Array expected = exact(sums) + xt::eval(xt::sum(matrix_of(rows), {0}));
    kernels::add_rows(rows.data(), sums.data(), 3, width);
    CHECK(difference(sums, expected, tolerance) == "");
  }
}

TEST_CASE("GELU agrees with its paper, and its backward kernel with its slope") {
  const auto gelu = [](double u) {
    return 0.5 * u * (1 + std::tanh(std::sqrt(2 / 3.14159265358979323846) * (u + 0.044715 * u * u * u)));
  };
  constexpr double step = 1e-5;
  for (const std::size_t count : sizes) {
    const Tensor before = numbers(count, 7);
    Tensor t = before, after = before, gradient = filled({count}, 2);
    kernels::gelu(before.data(), t.data(), after.data(), count);
    kernels::gelu_backward(before.data(), t.data(), gradient.data(), count);
    for (std::size_t at = 0; at < count; ++at) {
      const auto u = static_cast<double>(before(at));
      CHECK(static_cast<double>(after(at)) == doctest::Approx(gelu(u)).epsilon(1e-5));
      CHECK(static_cast<double>(gradient(at)) ==
            doctest::Approx((gelu(u + step) - gelu(u - step)) / step).epsilon(1e-4));
    }
  }
}

TEST_CASE("`rotate` rotates pairs by an angle and back, adjacent ones and halves") {
  const Tensor angles = numbers(4, 8), before = numbers(8, 9);
  for (const bool halves : {false, true}) {
    INFO("halves ", halves);
    Tensor sines = angles, cosines = angles, turned = before;
    for (std::size_t pair = 0; pair < 4; ++pair) {
      sines(pair) = std::sin(angles(pair));
      cosines(pair) = std::cos(angles(pair));
    }
    kernels::rotate(turned.data(), sines.data(), cosines.data(), 1, 8, halves);
    for (std::size_t pair = 0; pair < 4; ++pair) {
      const std::size_t one = halves ? pair : 2 * pair, other = halves ? pair + 4 : one + 1;
      const auto a = static_cast<double>(before(one)), b = static_cast<double>(before(other));
      const auto angle = static_cast<double>(angles(pair));
      CHECK(static_cast<double>(turned(one)) == doctest::Approx(a * std::cos(angle) - b * std::sin(angle)));
      CHECK(static_cast<double>(turned(other)) == doctest::Approx(b * std::cos(angle) + a * std::sin(angle)));
    }
    kernels::rotate(turned.data(), sines.data(), cosines.data(), -1, 8, halves);
    CHECK(difference(turned, array_of(before), tolerance) == "");
  }
}

TEST_CASE("softmax_backward multiplies by the Jacobian") {
  for (const std::size_t width : sizes) {
    const Tensor weights = random_tensor({2, width}, 10);
    Tensor gradient = random_tensor({2, width}, 11);
    const Rows w = matrix_of(weights), g = matrix_of(gradient);
    const Rows along = xt::expand_dims(xt::eval(xt::sum(w * g, {1})), 1);
    const Array expected = 0.5 * w * (g - along);
    kernels::softmax_backward(weights.data(), gradient.data(), 2, width, 0.5F);
    CHECK(difference(gradient, expected, 1e-5) == "");
  }
}

TEST_CASE("norms and their backward kernels agree with their formulas") {
  constexpr std::size_t count = 3;
  constexpr float epsilon = 1e-5F;
  for (const bool centred : {true, false}) {
    for (const std::size_t width : sizes) {
      CAPTURE(centred);
      CAPTURE(width);
      const kernels::NormRows rows{count, width, centred};
      const Tensor x = random_tensor({count, width}, 12), gamma = numbers(width, 13), beta = numbers(width, 14);
      Tensor unit = x, y = x, inverse = filled({count}, 0);
      kernels::norm(rows, x.data(), epsilon, gamma.data(), centred ? beta.data() : nullptr, unit.data(), inverse.data(),
                    y.data());
      const Rows all = matrix_of(x);
      const Rows mean = centred ? Rows(xt::expand_dims(xt::eval(xt::mean(all, {1})), 1))
                                : Rows(xt::zeros<double>({count, std::size_t{1}}));
      const Rows off = all - mean;
      const Rows deviation =
          xt::sqrt(xt::expand_dims(xt::eval(xt::mean(xt::square(off), {1})), 1) + static_cast<double>(epsilon));
      const Rows units = off / deviation;
      const Row gammas = exact(gamma);
      const Row betas = centred ? exact(beta) : Row(xt::zeros<double>({width}));
      CHECK(difference(y, Array(units * gammas + betas), 1e-5) == "");

      const Tensor dy = random_tensor({count, width}, 15);
      Tensor dx = random_tensor({count, width}, 16), of_gamma = numbers(width, 17), of_beta = numbers(width, 18);
      const Rows incoming = matrix_of(dy), g = incoming * gammas, dx_before = matrix_of(dx);
      const Rows g_mean = centred ? Rows(xt::expand_dims(xt::eval(xt::mean(g, {1})), 1))
                                  : Rows(xt::zeros<double>({count, std::size_t{1}}));
      const Rows along = xt::expand_dims(xt::eval(xt::mean(g * units, {1})), 1);
      const Array dx_expected = dx_before + (g - g_mean - units * along) / deviation;
      const Array gamma_expected = exact(of_gamma) + xt::eval(xt::sum(incoming * units, {0}));
      const Array beta_expected = exact(of_beta) + xt::eval(xt::sum(incoming, {0}));
      kernels::norm_backward(rows, dy.data(), unit.data(), inverse.data(), gamma.data(), dx.data(), of_gamma.data(),
                             of_beta.data());
      CHECK(difference(dx, dx_expected, 1e-4) == "");
      CHECK(difference(of_gamma, gamma_expected, 1e-5) == "");
      CHECK(difference(of_beta, beta_expected, 1e-5) == "");
    }
  }
}

TEST_CASE("a step of Adam agrees with its paper") {
  for (const std::size_t count : sizes) {
    const Tensor g = numbers(count, 19);
    Tensor m = numbers(count, 20), v = random_tensor({count}, 21), p = numbers(count, 22);
    v = xt::abs(v);
    const Row gradient = exact(g), mean = 0.9 * exact(m) + 0.1 * gradient;
    const Row square = 0.99 * exact(v) + 0.01 * xt::square(gradient);
    const Array expected = 0.5 * exact(p) - 0.1 * mean / (xt::sqrt(square) + 0.001);
    kernels::adam({.beta1 = 0.9F, .beta2 = 0.99F, .keep = 0.5F, .size = 0.1F, .epsilon = 0.001F}, g.data(), m.data(),
                  v.data(), p.data(), count);
    CHECK(difference(m, Array(mean), tolerance) == "");
    CHECK(difference(v, Array(square), tolerance) == "");
    CHECK(difference(p, expected, 1e-5) == "");
  }
}
