#include <algorithm>

#include <xtensor/core/xmath.hpp>
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/misc/xmanipulation.hpp>
#include <xtensor/views/xview.hpp>

#include "../reference.hpp"

namespace reference {
namespace {

// 0, 1 … count − 1
Array counted(std::size_t count) {
  return xt::arange<double>(static_cast<double>(count));
}

// The angle of column m's pair at each position, (positions, width).
Array angles(std::size_t places, std::size_t width, double base) {
  const Array pair = xt::floor(counted(width) / 2);
  return xt::expand_dims(counted(places), 1) / xt::pow(base, 2 * pair / static_cast<double>(width));
}

}  // namespace

Array sinusoids(std::size_t places, std::size_t width, double base) {
  const Array angle = angles(places, width, base);
  return xt::where(xt::equal(xt::fmod(counted(width), 2.0), 0.0), xt::sin(angle), xt::cos(angle));
}

Array rotated(const Array& heads, double base) {
  auto even = xt::range(0, heads.shape(2), 2), odd = xt::range(1, heads.shape(2), 2);
  const Array angle = xt::view(angles(heads.shape(1), heads.shape(2), base), xt::all(), even);
  const Array a = xt::view(heads, xt::all(), xt::all(), even), b = xt::view(heads, xt::all(), xt::all(), odd);
  Array turned = heads;
  xt::view(turned, xt::all(), xt::all(), even) = a * xt::cos(angle) - b * xt::sin(angle);
  xt::view(turned, xt::all(), xt::all(), odd) = a * xt::sin(angle) + b * xt::cos(angle);
  return turned;
}

Array rotated_halves(const Array& heads, double base) {
  const std::size_t half = heads.shape(2) / 2;
  // Llama's form: x · cos + rotate_half(x) · sin, where the angles of the first half repeat in the second.
  auto first = xt::range(0, half), second = xt::range(half, 2 * half);
  const Array of_halves = xt::view(angles(heads.shape(1), heads.shape(2), base), xt::all(), xt::range(0, 2 * half, 2));
  const Array angle = xt::concatenate(xt::xtuple(of_halves, of_halves), 1);
  Array swapped = heads;
  xt::view(swapped, xt::all(), xt::all(), first) = -xt::view(heads, xt::all(), xt::all(), second);
  xt::view(swapped, xt::all(), xt::all(), second) = xt::view(heads, xt::all(), xt::all(), first);
  return heads * xt::cos(angle) + swapped * xt::sin(angle);
}

Array geometric_slopes(std::size_t heads) {
  return xt::pow(2.0, -8 * (counted(heads) + 1) / static_cast<double>(heads));
}

Array reference_slopes(std::size_t heads) {
  std::size_t power = 1;
  while (2 * power <= heads) power *= 2;
  const Array more = xt::view(geometric_slopes(2 * power), xt::range(0, 2 * power, 2));
  return xt::concatenate(xt::xtuple(geometric_slopes(power), xt::view(more, xt::range(0, heads - power))), 0);
}

Array alibi(const Array& slope, std::size_t T_q, std::size_t T_k) {
  const Array distance = xt::abs(xt::expand_dims(counted(T_q), 1) - counted(T_k));
  return -xt::view(slope, xt::all(), xt::newaxis(), xt::newaxis()) * distance;
}

Array relative_products(const Array& q, const Array& E_rel, std::size_t distances, std::size_t clip) {
  const auto zero = static_cast<std::ptrdiff_t>(q.shape(1) - 1), furthest = static_cast<std::ptrdiff_t>(clip);
  std::vector<std::ptrdiff_t> rows;
  for (std::ptrdiff_t r = 0; r < static_cast<std::ptrdiff_t>(distances); ++r) {
    rows.push_back(clip == 0 ? r : std::clamp(r - zero, -furthest, furthest) + furthest);
  }
  return matmul(q, transposed(xt::view(E_rel, xt::all(), xt::keep(rows), xt::all())));
}

Array relative(const Array& qe, std::size_t T_k) {
  const std::size_t H = qe.shape(0), T_q = qe.shape(1), distances = qe.shape(2);
  Array looked_up = xt::zeros<double>({H, T_q, T_k});
  for (std::size_t i = 0; i < T_q; ++i) {
    for (std::size_t j = 0; j < T_k; ++j) {
      const std::size_t r = j + (T_q - 1) - i;
      if (r < distances) xt::view(looked_up, xt::all(), i, j) = xt::view(qe, xt::all(), i, r);
    }
  }
  return looked_up;
}

Array skewed(const Array& qe, std::size_t T_k) {
  const std::size_t H = qe.shape(0), T_q = qe.shape(1), R = qe.shape(2);
  // Puts a column of zeros in front, reshapes to rows of T_q numbers, drops the first row, and reshapes the rest to T_q
  // rows, of which the first T_k columns are kept.
  Array padded = xt::concatenate(xt::xtuple(xt::zeros<double>({H, T_q, std::size_t{1}}), qe), 2);
  padded.reshape({H, R + 1, T_q});
  Array rest = xt::view(padded, xt::all(), xt::range(1, R + 1), xt::all());
  rest.reshape({H, T_q, R});
  return xt::view(rest, xt::all(), xt::all(), xt::range(0, T_k));
}

}  // namespace reference
