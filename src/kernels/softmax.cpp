#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels.hpp"
#include "lanes.hpp"
#include "rows.hpp"

namespace self_attention::kernels {
namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();

// The largest of scores · factor over the visible columns. Four maxima at a time need not wait for each other.
float largest_score(const float* scores, Span seen, float factor) {
  constexpr std::size_t at_once = 4;
  const Lanes factors(factor);
  std::array<Lanes, at_once> most;
  most.fill(Lanes(hidden));
  std::size_t column = seen.from;
  for (; column + at_once * lanes <= seen.to; column += at_once * lanes) {
#pragma GCC unroll 4
    for (std::size_t part = 0; part < at_once; ++part) {
      most[part] = larger(most[part], Lanes::load_unaligned(scores + column + part * lanes) * factors);
    }
  }
  for (; column + lanes <= seen.to; column += lanes) {
    most[0] = larger(most[0], Lanes::load_unaligned(scores + column) * factors);
  }
  float all = xsimd::reduce(larger, larger(larger(most[0], most[1]), larger(most[2], most[3])));
  for (; column < seen.to; ++column) all = std::max(all, scores[column] * factor);
  return all;
}

// Writes exp((scores · factor − maximum) / temperature) of whole vectors to `weights` and returns `sums` plus their
// sum. The division, a seventh of the time, is left out for a temperature of 1. Not inlined, because engines then keep
// the constants in memory, which makes a layer a tenth slower.
template <bool divided>
[[gnu::noinline]] Lanes exponentiate(const float* scores, float* weights, std::size_t count, Lanes sums, float factor,
                                     float maximum, float temperature) {
  const Exp exp;
  const Lanes factors(factor), maxima(maximum), temperatures(temperature);
  for (const float* end = scores + count; scores != end; scores += lanes, weights += lanes) {
    Lanes power = Lanes::load_unaligned(scores) * factors - maxima;
    if constexpr (divided) power /= temperatures;
    power = exp(power);
    power.store_unaligned(weights);
    sums += power;
  }
  return sums;
}

// The same for the visible columns. The sum runs lane by lane (column modulo lanes) and then across the lanes. Hidden
// columns in the first and last vector add 0.
float exponentiate(const float* scores, float* weights, Span seen, float factor, float maximum, float temperature) {
  const auto whole = temperature == 1 ? exponentiate<false> : exponentiate<true>;
  Lanes sums(0.0F);
  for (std::size_t column = seen.from / lanes * lanes, next = column; column < seen.to; column = next) {
    next = std::max(column + lanes, seen.to / lanes * lanes);
    if (column >= seen.from && next <= seen.to) {
      sums = whole(scores + column, weights + column, next - column, sums, factor, maximum, temperature);
      continue;
    }
    next = column + lanes;
    const std::size_t from = std::max(column, seen.from), to = std::min(next, seen.to);
    std::array<float, lanes> part;
    part.fill(hidden);
    for (std::size_t key = from; key < to; ++key) part[key - column] = scores[key] * factor;
    sums = whole(part.data(), part.data(), lanes, sums, 1, maximum, temperature);
    for (std::size_t key = from; key < to; ++key) weights[key] = part[key - column];
  }
  return xsimd::reduce_add(sums);
}

// As exponentiate<false> without a factor. `weighted` grows by the sums of each power times its exponent.
[[gnu::noinline]] Lanes exponentiate_weighted(float* scores, std::size_t count, float maximum, Lanes& weighted) {
  const Exp exp;
  // A hidden score has the power 0, and −∞ · 0 would be NaN.
  const Lanes maxima(maximum), lowest(-88.0F);
  Lanes sums(0.0F), products(0.0F);
  for (float* end = scores + count; scores != end; scores += lanes) {
    const Lanes exponent = larger(Lanes::load_unaligned(scores) - maxima, lowest);
    const Lanes power = exp(exponent);
    power.store_unaligned(scores);
    sums += power;
    products = multiply_add(power, exponent, products);
  }
  weighted = products;
  return sums;
}

void clear(float* numbers, std::size_t count) {
  std::size_t index = 0;
  for (; index + lanes <= count; index += lanes) Lanes(0.0F).store_unaligned(numbers + index);
  for (; index < count; ++index) numbers[index] = 0;
}

}  // namespace

void multiply(float* numbers, float factor, std::size_t count) {
  std::size_t index = 0;
  for (; index + lanes <= count; index += lanes) {
    (Lanes::load_unaligned(numbers + index) * Lanes(factor)).store_unaligned(numbers + index);
  }
  for (; index < count; ++index) numbers[index] *= factor;
}

Span visible(Band band, std::size_t query, std::size_t keys) {
  const auto i = static_cast<std::ptrdiff_t>(query);
  const auto end = static_cast<std::ptrdiff_t>(keys);
  // Sums could overflow, so the numbers are compared first.
  const std::ptrdiff_t from = band.before >= i ? 0 : std::min(end, i - std::max(band.before, i - end));
  const std::ptrdiff_t to = band.after >= end - i ? end : std::max(from, i + 1 + std::max(band.after, -i - 1));
  return {static_cast<std::size_t>(from), static_cast<std::size_t>(to)};
}

void softmax_rows(Rows scores, MutableRows weights, std::size_t count, std::size_t first, std::size_t keys,
                  Span written, Band band, float factor, float temperature) {
  for (std::size_t row = 0; row < count; ++row) {
    const float* from = scores.data + row * scores.stride;
    float* to = weights.data + row * weights.stride;
    const Span seen = visible(band, first + row, keys);
    const float maximum = largest_score(from, seen, factor);
    if (maximum == hidden) {
      // Every visible score is −∞ or NaN. NaN stays.
      for (std::size_t key = seen.from; key < seen.to; ++key) to[key] = from[key] * factor == hidden ? 0 : from[key];
    } else {
      multiply(to + seen.from, 1 / exponentiate(from, to, seen, factor, maximum, temperature), seen.to - seen.from);
    }
    for (const Span unseen : {Span{written.from, seen.from}, Span{seen.to, written.to}}) {
      clear(to + unseen.from, unseen.to - unseen.from);
    }
  }
}

void softmax_band(Rows scores, MutableRows weights, std::size_t count, std::size_t first, std::size_t keys, Band band,
                  float factor, float temperature) {
  softmax_rows(scores, weights, count, first, keys, {0, keys}, band, factor, temperature);
}

float softmax_online(float* scores, Span written, Span seen, std::size_t first_key, bool with_statistics,
                     OnlineSoftmax& row) {
  const float maximum = seen.from < seen.to ? largest_score(scores, seen, 1) : hidden;
  float rescale = 1;
  if (maximum > row.maximum) {
    rescale = 0;
    if (row.sum > 0) {
      const float less = row.maximum - maximum;
      exp(&less, &rescale, 1);
      row.weighted = (row.weighted + row.sum * static_cast<double>(less)) * static_cast<double>(rescale);
      row.sum *= static_cast<double>(rescale);
    }
    if (with_statistics) {
      row.key = first_key + static_cast<std::size_t>(std::find(scores + seen.from, scores + seen.to, maximum) - scores);
    }
    row.maximum = maximum;
  }
  if (maximum == hidden) {
    clear(scores + written.from, written.to - written.from);
    return rescale;
  }
  // Whole vectors: beyond the visible keys they have hidden ones.
  const Span whole{seen.from / lanes * lanes, rounded_up(seen.to, lanes)};
  std::fill(scores + whole.from, scores + seen.from, hidden);
  std::fill(scores + seen.to, scores + whole.to, hidden);
  const std::size_t count = whole.to - whole.from;
  Lanes weighted(0.0F);
  const Lanes sums = with_statistics ? exponentiate_weighted(scores + whole.from, count, row.maximum, weighted)
                                     : exponentiate<false>(scores + whole.from, scores + whole.from, count, Lanes(0.0F),
                                                           1, row.maximum, 1);
  row.sum += static_cast<double>(xsimd::reduce_add(sums));
  if (with_statistics) row.weighted += static_cast<double>(xsimd::reduce_add(weighted));
  for (const Span unseen : {Span{written.from, whole.from}, Span{whole.to, written.to}}) {
    if (unseen.from < unseen.to) clear(scores + unseen.from, unseen.to - unseen.from);
  }
  return rescale;
}

void softmax_overflowing(float* rows, std::size_t count, std::size_t columns, float temperature) {
  for (; count > 0; --count, rows += columns) {
    // exp(x) = exp(x/2)², because the exponent of a large result does not fit the power of two inside exp. Beyond 128
    // the result is infinite anyway.
    for (std::size_t column = 0; column < columns; ++column) rows[column] = std::min(rows[column], 128 * temperature);
    exponentiate(rows, rows, {0, columns}, 0.5F, 0, temperature);
    float sum = 0;
    for (std::size_t column = 0; column < columns; ++column) sum += rows[column] *= rows[column];
    for (std::size_t column = 0; column < columns; ++column) rows[column] /= sum;
  }
}

void exp(const float* numbers, float* powers, std::size_t count) {
  exponentiate(numbers, powers, {0, count}, 1, 0, 1);
}

void tanh(float* numbers, std::size_t count) {
  std::array<float, 8 * lanes> powers;
  for (std::size_t some = 0; count > 0; count -= some, numbers += some) {
    some = std::min(count, powers.size());
    // tanh of 10 and more rounds to 1. std::min passes NaN on.
    for (std::size_t index = 0; index < some; ++index) powers[index] = 2 * std::min(std::abs(numbers[index]), 10.0F);
    exp(powers.data(), powers.data(), some);
    for (std::size_t index = 0; index < some; ++index) {
      const float x = numbers[index], square = x * x;
      // Near 0, where 1 − 2/(e²ˣ + 1) loses digits, S. L. Moshier's polynomial is used (Cephes, tanhf).
      float small = -5.70498872745e-3F;
      for (const float c : {2.06390887954e-2F, -5.37397155531e-2F, 1.33314422036e-1F, -3.33332819422e-1F}) {
        small = small * square + c;
      }
      const float size = std::abs(x);
      numbers[index] = std::copysign(size < 0.625F ? size + size * square * small : 1 - 2 / (powers[index] + 1), x);
    }
  }
}

float largest(const float* data, std::size_t count, bool allow_hidden) {
  // Without the sign bit, floats sort like the integers with the same bits, and NaN is the largest.
  using Bits = xsimd::batch<std::int32_t>;
  constexpr std::int32_t sign = INT32_MIN;
  // −0 is as good as 0.
  const Bits skipped(allow_hidden ? std::bit_cast<std::int32_t>(hidden) : sign);
  Bits most(0);
  std::size_t index = 0;
  for (; index + lanes <= count; index += lanes) {
    const auto bits = xsimd::bitwise_cast<std::int32_t>(Lanes::load_unaligned(data + index));
    most = xsimd::max(most, xsimd::select(bits == skipped, Bits(0), bits & Bits(~sign)));
  }
  std::int32_t all = xsimd::reduce_max(most);
  for (; index < count; ++index) {
    const auto bits = std::bit_cast<std::int32_t>(data[index]);
    if (!allow_hidden || data[index] != hidden) all = std::max(all, bits & ~sign);
  }
  return std::bit_cast<float>(all);
}

std::size_t first_not_finite(const float* data, std::size_t count, bool allow_hidden) {
  if (std::isfinite(largest(data, count, allow_hidden))) return count;
  const auto wrong = [&](float number) { return !std::isfinite(number) && !(allow_hidden && number == hidden); };
  return static_cast<std::size_t>(std::find_if(data, data + count, wrong) - data);
}

}  // namespace self_attention::kernels
