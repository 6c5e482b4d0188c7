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

// `of` at each place, of several numbers at a time and then of the few that are left.
template <class Of>
void for_each(std::size_t count, const Of& of) {
  std::size_t at = 0;
  for (; at + lanes <= count; at += lanes) of.template operator()<Lanes>(at);
  for (; at < count; ++at) of.template operator()<float>(at);
}

// Sums of several places go on side by side, and are added at the end.
template <class Of>
float sum(std::size_t count, const Of& of) {
  Lanes several(0.0F);
  std::size_t at = 0;
  for (; at + lanes <= count; at += lanes) several += of.template operator()<Lanes>(at);
  float all = xsimd::reduce_add(several);
  for (; at < count; ++at) all += of.template operator()<float>(at);
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
  // Four sums side by side: one alone would wait for itself at every number.
  std::array<double, 4> sums{};
  for (std::size_t at = 0; at < count; ++at) {
    sums[at % 4] += static_cast<double>(numbers[at]) * static_cast<double>(numbers[at]);
  }
  return sums[0] + sums[1] + (sums[2] + sums[3]);
}

void add(const float* others, float* numbers, std::size_t count) {
  add(numbers, others, numbers, count);
}

void add(const float* one, const float* other, float* sum, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t at) { store(load<N>(one + at) + load<N>(other + at), sum + at); });
}

void add_rows(const float* rows, float* sums, std::size_t count, std::size_t width) {
  for (; count > 0; --count, rows += width) add(rows, sums, width);
}

void scale_and_add(float factor, const float* others, float* numbers, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t at) {
    store(N(factor) * load<N>(numbers + at) + load<N>(others + at), numbers + at);
  });
}

void relu(const float* before, float* after, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t at) { store(positive(load<N>(before + at)), after + at); });
}

void relu_backward(const float* before, float* gradient, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t at) {
    store(where_positive(load<N>(before + at), load<N>(gradient + at)), gradient + at);
  });
}

void gelu(const float* before, float* t, float* after, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t at) {
    const N u = load<N>(before + at);
    store(N(0.7978845608F) * (u + N(0.044715F) * u * u * u), t + at);
  });
  tanh(t, count);
  for_each(count, [&]<class N>(std::size_t at) {
    store(N(0.5F) * load<N>(before + at) * (N(1.0F) + load<N>(t + at)), after + at);
  });
}

void gelu_backward(const float* before, const float* t, float* gradient, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t at) {
    const N u = load<N>(before + at), th = load<N>(t + at), half(0.5F), one(1.0F);
    const N slope = half * (one + th) + half * u * (one - th * th) * N(0.7978845608F) * (one + N(0.134145F) * u * u);
    store(load<N>(gradient + at) * slope, gradient + at);
  });
}

void cap_backward(const float* capped, float factor, float* gradient, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t at) {
    const N c = load<N>(capped + at);
    store(N(factor) * load<N>(gradient + at) * (N(1.0F) - c * c), gradient + at);
  });
}

void rotate(float* numbers, const float* sines, const float* cosines, float direction, std::size_t width) {
  for (std::size_t pair = 0; pair < width / 2; ++pair, numbers += 2) {
    const float sine = direction * sines[pair], cosine = cosines[pair], even = numbers[0];
    numbers[0] = even * cosine - numbers[1] * sine;
    numbers[1] = numbers[1] * cosine + even * sine;
  }
}

void softmax_backward(const float* weights, float* gradient, std::size_t count, std::size_t width, float factor) {
  for (; count > 0; --count, weights += width, gradient += width) {
    const float mean =
        sum(width, [&]<class N>(std::size_t at) { return load<N>(weights + at) * load<N>(gradient + at); });
    for_each(width, [&]<class N>(std::size_t at) {
      store(N(factor) * (load<N>(weights + at) * (load<N>(gradient + at) - N(mean))), gradient + at);
    });
  }
}

void norm(NormRows rows, const float* x, float epsilon, const float* gamma, const float* beta, float* unit,
          float* inverse, float* y) {
  const std::size_t d = rows.width;
  const auto width = static_cast<float>(d);
  for (std::size_t row = 0; row < rows.count; ++row, x += d, unit += d, y += d) {
    const float mean = rows.centred ? sum(d, [&]<class N>(std::size_t at) { return load<N>(x + at); }) / width : 0;
    for_each(d, [&]<class N>(std::size_t at) { store(load<N>(x + at) - N(mean), unit + at); });
    const float variance =
        sum(d, [&]<class N>(std::size_t at) { return load<N>(unit + at) * load<N>(unit + at); }) / width;
    const float over = inverse[row] = 1 / std::sqrt(variance + epsilon);
    for_each(d, [&]<class N>(std::size_t at) {
      const N one = load<N>(unit + at) * N(over);
      store(one, unit + at);
      store(one * load<N>(gamma + at), y + at);
    });
    if (beta != nullptr) add(beta, y, d);
  }
}

void norm_backward(NormRows rows, const float* dy, const float* unit, const float* inverse, const float* gamma,
                   float* dx, float* of_gamma, float* of_beta) {
  const std::size_t d = rows.width;
  const auto width = static_cast<float>(d);
  for (std::size_t row = 0; row < rows.count; ++row, dy += d, unit += d, dx += d) {
    for_each(d, [&]<class N>(std::size_t at) {
      store(load<N>(of_gamma + at) + load<N>(dy + at) * load<N>(unit + at), of_gamma + at);
    });
    if (of_beta != nullptr) add(dy, of_beta, d);
    const auto g = [&]<class N>(std::size_t at) { return load<N>(dy + at) * load<N>(gamma + at); };
    const float mean = rows.centred ? sum(d, g) / width : 0;
    const float along =
        sum(d, [&]<class N>(std::size_t at) { return g.template operator()<N>(at) * load<N>(unit + at); }) / width;
    for_each(d, [&]<class N>(std::size_t at) {
      const N off = g.template operator()<N>(at) - N(mean) - N(along) * load<N>(unit + at);
      store(load<N>(dx + at) + N(inverse[row]) * off, dx + at);
    });
  }
}

void axpby(float a, const float* x, float b, float* y, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t at) { store(N(b) * load<N>(y + at) + N(a) * load<N>(x + at), y + at); });
}

void adam(AdamStep step, const float* g, float* m, float* v, float* p, std::size_t count) {
  for_each(count, [&]<class N>(std::size_t at) {
    const N gradient = load<N>(g + at);
    const N mean = N(step.beta1) * load<N>(m + at) + N(1 - step.beta1) * gradient;
    const N square = N(step.beta2) * load<N>(v + at) + N(1 - step.beta2) * gradient * gradient;
    store(mean, m + at);
    store(square, v + at);
    store(N(step.keep) * load<N>(p + at) - N(step.size) * mean / (root(square) + N(step.epsilon)), p + at);
  });
}

}  // namespace self_attention::kernels
