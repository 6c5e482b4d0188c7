#include "training.hpp"

#include <array>
#include <cmath>
#include <type_traits>

#include "lanes.hpp"

namespace self_attention::kernels {
namespace {

template <class Number>
Number load(const float* from) {
  if constexpr (std::is_same_v<Number, Lanes>) {
    return Lanes::load_unaligned(from);
  } else {
    return *from;
  }
}
void store(Lanes numbers, float* to) {
  numbers.store_unaligned(to);
}
void store(float number, float* to) {
  *to = number;
}

// Calls `function` for each index, first for whole vectors and then for the numbers that are left.
template <class Function>
void for_each(std::size_t count, const Function& function) {
  std::size_t index = 0;
  for (; index + lanes <= count; index += lanes) function.template operator()<Lanes>(index);
  for (; index < count; ++index) function.template operator()<float>(index);
}

// The sum of `function` over all indices. Each lane has its own sum until the end.
template <class Function>
float sum(std::size_t count, const Function& function) {
  Lanes several(0.0F);
  std::size_t index = 0;
  for (; index + lanes <= count; index += lanes) several += function.template operator()<Lanes>(index);
  float all = xsimd::reduce_add(several);
  for (; index < count; ++index) all += function.template operator()<float>(index);
  return all;
}

float root(float number) {
  return std::sqrt(number);
}
Lanes root(Lanes numbers) {
  return xsimd::sqrt(numbers);
}
float positive(float number) {
  return number > 0 ? number : 0;
}
Lanes positive(Lanes numbers) {
  return larger(Lanes(0.0F), numbers);
}
float where_positive(float condition, float number) {
  return condition > 0 ? number : 0;
}
Lanes where_positive(Lanes condition, Lanes numbers) {
  return xsimd::select(condition > Lanes(0.0F), numbers, Lanes(0.0F));
}

}  // namespace

double sum_of_squares(const float* numbers, std::size_t count) {
  // Four independent sums, because a single one would wait for each addition to finish.
  std::array<double, 4> sums{};
  for (std::size_t i = 0; i < count; ++i) {
    sums[i % 4] += static_cast<double>(numbers[i]) * static_cast<double>(numbers[i]);
  }
  return sums[0] + sums[1] + (sums[2] + sums[3]);
}

void add(const float* others, float* numbers, std::size_t count) {
  add(numbers, others, numbers, count);
}

void add(const float* a, const float* b, float* sum, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t i) { store(load<N>(a + i) + load<N>(b + i), sum + i); });
}

void add_rows(const float* rows, float* sums, std::size_t count, std::size_t width) {
  for (; count > 0; --count, rows += width) add(rows, sums, width);
}

void scale_and_add(float factor, const float* others, float* numbers, std::size_t count) {
  for_each(count,
           [&]<class N>(std::size_t i) { store(N(factor) * load<N>(numbers + i) + load<N>(others + i), numbers + i); });
}

void relu(const float* x, float* y, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t i) { store(positive(load<N>(x + i)), y + i); });
}

void relu_backward(const float* x, float* gradient, std::size_t count) {
  for_each(count,
           [&]<class N>(std::size_t i) { store(where_positive(load<N>(x + i), load<N>(gradient + i)), gradient + i); });
}

void gelu(const float* x, float* t, float* y, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t i) {
    const N u = load<N>(x + i);
    store(N(0.7978845608F) * (u + N(0.044715F) * u * u * u), t + i);
  });
  tanh(t, count);
  for_each(count, [&]<class N>(std::size_t i) { store(N(0.5F) * load<N>(x + i) * (N(1.0F) + load<N>(t + i)), y + i); });
}

void gelu_backward(const float* x, const float* t, float* gradient, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t i) {
    const N u = load<N>(x + i), th = load<N>(t + i), half(0.5F), one(1.0F);
    const N slope = half * (one + th) + half * u * (one - th * th) * N(0.7978845608F) * (one + N(0.134145F) * u * u);
    store(load<N>(gradient + i) * slope, gradient + i);
  });
}

void cap_backward(const float* capped, float factor, float* gradient, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t i) {
    const N c = load<N>(capped + i);
    store(N(factor) * load<N>(gradient + i) * (N(1.0F) - c * c), gradient + i);
  });
}

void rotate(float* numbers, const float* sines, const float* cosines, float direction, std::size_t width, bool halves) {
  const std::size_t step = halves ? 1 : 2, distance = halves ? width / 2 : 1;
  for (std::size_t pair = 0; pair < width / 2; ++pair, numbers += step) {
    const float sine = direction * sines[pair], cosine = cosines[pair], first = numbers[0];
    float& second = numbers[distance];
    numbers[0] = first * cosine - second * sine;
    second = second * cosine + first * sine;
  }
}

void softmax_backward(const float* weights, float* gradient, std::size_t count, std::size_t width, float factor) {
  for (; count > 0; --count, weights += width, gradient += width) {
    const float mean = sum(width, [&]<class N>(std::size_t i) { return load<N>(weights + i) * load<N>(gradient + i); });
    for_each(width, [&]<class N>(std::size_t i) {
      store(N(factor) * (load<N>(weights + i) * (load<N>(gradient + i) - N(mean))), gradient + i);
    });
  }
}

void norm(NormRows rows, const float* x, float epsilon, const float* gamma, const float* beta, float* unit,
          float* inverse, float* y) {
  const std::size_t d = rows.width;
  const auto width = static_cast<float>(d);
  for (std::size_t row = 0; row < rows.count; ++row, x += d, unit += d, y += d) {
    const float mean = rows.centred ? sum(d, [&]<class N>(std::size_t i) { return load<N>(x + i); }) / width : 0;
    for_each(d, [&]<class N>(std::size_t i) { store(load<N>(x + i) - N(mean), unit + i); });
    const float variance =
        sum(d, [&]<class N>(std::size_t i) { return load<N>(unit + i) * load<N>(unit + i); }) / width;
    const float over = inverse[row] = 1 / std::sqrt(variance + epsilon);
    for_each(d, [&]<class N>(std::size_t i) {
      const N normed = load<N>(unit + i) * N(over);
      store(normed, unit + i);
      store(normed * load<N>(gamma + i), y + i);
    });
    if (beta != nullptr) add(beta, y, d);
  }
}

void norm_backward(NormRows rows, const float* dy, const float* unit, const float* inverse, const float* gamma,
                   float* dx, float* of_gamma, float* of_beta) {
  const std::size_t d = rows.width;
  const auto width = static_cast<float>(d);
  for (std::size_t row = 0; row < rows.count; ++row, dy += d, unit += d, dx += d) {
    for_each(d, [&]<class N>(std::size_t i) {
      store(load<N>(of_gamma + i) + load<N>(dy + i) * load<N>(unit + i), of_gamma + i);
    });
    if (of_beta != nullptr) add(dy, of_beta, d);
    const auto g = [&]<class N>(std::size_t i) { return load<N>(dy + i) * load<N>(gamma + i); };
    const float mean = rows.centred ? sum(d, g) / width : 0;
    const float along =
        sum(d, [&]<class N>(std::size_t i) { return g.template operator()<N>(i) * load<N>(unit + i); }) / width;
    for_each(d, [&]<class N>(std::size_t i) {
      const N off = g.template operator()<N>(i) - N(mean) - N(along) * load<N>(unit + i);
      store(load<N>(dx + i) + N(inverse[row]) * off, dx + i);
    });
  }
}

void axpby(float a, const float* x, float b, float* y, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t i) { store(N(b) * load<N>(y + i) + N(a) * load<N>(x + i), y + i); });
}

void adam(AdamStep step, const float* g, float* m, float* v, float* p, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t i) {
    const N gradient = load<N>(g + i);
    const N mean = N(step.beta1) * load<N>(m + i) + N(1 - step.beta1) * gradient;
    const N square = N(step.beta2) * load<N>(v + i) + N(1 - step.beta2) * gradient * gradient;
    store(mean, m + i);
    store(square, v + i);
    store(N(step.keep) * load<N>(p + i) - N(step.size) * mean / (root(square) + N(step.epsilon)), p + i);
  });
}

}  // namespace self_attention::kernels
