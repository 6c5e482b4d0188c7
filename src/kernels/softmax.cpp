#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "kernels.hpp"
#include "lanes.hpp"
#include "rows.hpp"

namespace self_attention::kernels {
namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();

template <class Combine>
float across(Lanes of, Combine combine) {
  std::array<float, lanes> parts;
  of.store_unaligned(parts.data());
  float all = parts[0];
  for (std::size_t lane = 1; lane < lanes; ++lane) all = combine(all, parts[lane]);
  return all;
}

// The largest of scores · factor over the columns that are seen.
float largest_score(const float* scores, Span seen, float factor) {
  constexpr std::size_t at_once = 4;
  std::array<Lanes, at_once> most;
  most.fill(Lanes(hidden));
  std::size_t column = seen.from;
  for (; column + at_once * lanes <= seen.to; column += at_once * lanes) {
    for (std::size_t part = 0; part < at_once; ++part) {
      most[part] = larger(most[part], Lanes::load_unaligned(scores + column + part * lanes) * Lanes(factor));
    }
  }
  for (; column + lanes <= seen.to; column += lanes) {
    most[0] = larger(most[0], Lanes::load_unaligned(scores + column) * Lanes(factor));
  }
  float all = across(larger(larger(most[0], most[1]), larger(most[2], most[3])),
                     [](float a, float b) { return std::max(a, b); });
  for (; column < seen.to; ++column) all = std::max(all, scores[column] * factor);
  return all;
}

// Without the row's maximum subtracted: half of x first, for the exponent of a large result does not fit.
Lanes exp_of_any(Lanes x) {
  const Lanes root = exp(xsimd::min(Lanes(128.0F), x) * Lanes(0.5F));
  return root * root;
}

// exp((scores · factor − maximum) / temperature) into `weights`; returns their sum, added lane by lane (column modulo
// lanes) and then across. What is not seen of the first and last lanes counts as hidden: it adds 0.
float exponentiate(const float* scores, float* weights, Span seen, std::size_t columns, float maximum,
                   const Softmax& how) {
  Lanes sums(0.0F);
  std::array<float, lanes> part;
  for (std::size_t column = seen.from / lanes * lanes; column < seen.to; column += lanes) {
    const bool whole = column >= seen.from && column + lanes <= seen.to;
    Lanes scaled;
    if (whole) {
      scaled = Lanes::load_unaligned(scores + column) * Lanes(how.factor);
    } else {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const bool shown = column + lane >= seen.from && column + lane < seen.to;
        part[lane] = shown ? scores[column + lane] * how.factor : hidden;
      }
      scaled = Lanes::load_unaligned(part.data());
    }
    const Lanes shifted = (scaled - Lanes(maximum)) / Lanes(how.temperature);
    const Lanes power = how.stable ? exp(shifted) : exp_of_any(shifted);
    sums += power;
    if (whole) {
      power.store_unaligned(weights + column);
    } else {
      power.store_unaligned(part.data());
      std::copy_n(part.data(), std::min(lanes, columns - column), weights + column);
    }
  }
  return across(sums, [](float a, float b) { return a + b; });
}

void multiply(float* numbers, std::size_t count, float factor) {
  std::size_t index = 0;
  for (; index + lanes <= count; index += lanes) {
    (Lanes::load_unaligned(numbers + index) * Lanes(factor)).store_unaligned(numbers + index);
  }
  for (; index < count; ++index) numbers[index] *= factor;
}

}  // namespace

Span visible(Band band, std::size_t query, std::size_t keys) {
  const auto at = static_cast<std::ptrdiff_t>(query);
  const auto end = static_cast<std::ptrdiff_t>(keys);
  // Compared before they are added, which could overflow.
  const std::ptrdiff_t from = band.before >= at ? 0 : std::min(end, at - std::max(band.before, at - end));
  const std::ptrdiff_t to = band.after >= end - at ? end : std::max(from, at + 1 + std::max(band.after, -at - 1));
  return {static_cast<std::size_t>(from), static_cast<std::size_t>(to)};
}

void softmax_rows(Rows scores, MutableRows weights, std::size_t count, std::size_t first, std::size_t keys,
                  Span written, Softmax how) {
  for (std::size_t row = 0; row < count; ++row) {
    const float* from = scores.data + row * scores.stride;
    float* to = weights.data + row * weights.stride;
    Span seen = visible(how.band, first + row, keys);
    const float maximum = largest_score(from, seen, how.factor);
    if (maximum == hidden) {
      seen = {written.to, written.to};
    } else {
      const float sum = exponentiate(from, to, seen, keys, how.stable ? maximum : 0, how);
      multiply(to + seen.from, seen.to - seen.from, 1 / sum);
    }
    std::fill(to + written.from, to + seen.from, 0.0F);
    std::fill(to + seen.to, to + written.to, 0.0F);
  }
}

void softmax_band(Rows scores, MutableRows weights, std::size_t count, std::size_t first, std::size_t keys, Band band,
                  float factor, float temperature) {
  softmax_rows(scores, weights, count, first, keys, {0, keys}, {band, factor, temperature});
}

void softmax(const float* scores, float* weights, std::size_t rows, std::size_t columns, float temperature,
             bool stable) {
  softmax_rows({scores, columns}, {weights, columns}, rows, 0, columns, {0, columns},
               {{Band::all, Band::all}, 1, temperature, stable});
}

std::size_t first_not_finite(const float* data, std::size_t count, bool allow_hidden) {
  // 0 times a number is 0, but NaN for what is not finite: one look at the sum says whether there is anything to find.
  Lanes zeros(0.0F);
  std::size_t index = 0;
  for (; index + lanes <= count; index += lanes) zeros += Lanes::load_unaligned(data + index) * Lanes(0.0F);
  if (xsimd::reduce_add(zeros) == 0) {
    data += index;
  } else {
    index = 0;
  }
  const auto wrong = [&](float number) { return !std::isfinite(number) && !(allow_hidden && number == hidden); };
  return index + static_cast<std::size_t>(std::find_if(data, data + (count - index), wrong) - data);
}

float largest(const float* data, std::size_t count) {
  Lanes most(0.0F);
  std::size_t index = 0;
  for (; index + lanes <= count; index += lanes) most = larger(most, xsimd::abs(Lanes::load_unaligned(data + index)));
  float all = across(most, [](float a, float b) { return std::max(a, b); });
  for (; index < count; ++index) all = std::max(all, std::abs(data[index]));
  return all;
}

}  // namespace self_attention::kernels
