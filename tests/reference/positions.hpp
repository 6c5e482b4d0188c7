// Where a token stands: sinusoids (Vaswani et al. 2017, section 3.5), rotation (Su et al. 2021, arXiv:2104.09864),
// slopes (Press et al. 2022, arXiv:2108.12409), relative embeddings the plain way (Shaw et al. 2018, arXiv:1803.02155)
// and by skewing (Huang et al. 2018, arXiv:1809.04281, section 3.4.1).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "numbers.hpp"

namespace reference {

// The angle of pair c of `width` numbers at a place.
inline double angle(std::size_t place, std::size_t c, std::size_t width, double base) {
  return static_cast<double>(place) / std::pow(base, 2.0 * static_cast<double>(c) / static_cast<double>(width));
}

// Column 2c is the sine of pair c, column 2c+1 its cosine. An odd width ends with a sine.
inline Rows sinusoids(std::size_t places, std::size_t width, double base) {
  Rows p(places, Row(width));
  for (std::size_t i = 0; i < places; ++i) {
    for (std::size_t m = 0; m < width; ++m) {
      const double turned = angle(i, m / 2, width, base);
      p[i][m] = m % 2 == 0 ? std::sin(turned) : std::cos(turned);
    }
  }
  return p;
}

// Each pair (2c, 2c+1) turned by its angle.
inline Heads rotated(Heads heads, double base) {
  for (Rows& head : heads) {
    for (std::size_t i = 0; i < head.size(); ++i) {
      Row& row = head[i];
      for (std::size_t c = 0; 2 * c < row.size(); ++c) {
        const double turned = angle(i, c, row.size(), base), a = row[2 * c], b = row[2 * c + 1];
        row[2 * c] = a * std::cos(turned) - b * std::sin(turned);
        row[2 * c + 1] = a * std::sin(turned) + b * std::cos(turned);
      }
    }
  }
  return heads;
}

inline double slope(std::size_t head, std::size_t heads) {
  return std::pow(2.0, -8.0 * static_cast<double>(head + 1) / static_cast<double>(heads));
}

inline double distance(std::size_t i, std::size_t j) {
  return std::abs(static_cast<double>(i) - static_cast<double>(j));
}

// The row of E_rel for distance j − i = r − (T_q − 1); with a clip, distances beyond it share the outermost rows.
inline std::size_t relative_row(std::size_t r, std::size_t T_q, std::size_t clip) {
  if (clip == 0) return r;
  const auto furthest = static_cast<std::int64_t>(clip);
  const auto away = static_cast<std::int64_t>(r) - static_cast<std::int64_t>(T_q - 1);
  return static_cast<std::size_t>(std::clamp(away, -furthest, furthest) + furthest);
}

// qe(h, i, r) = q(h, i) · E_rel of head h and distance r.
inline Heads by_distance(const Heads& q, const Heads& E_rel, std::size_t distances, std::size_t clip) {
  const std::size_t T_q = q[0].size();
  return changed(Heads(q.size(), Rows(T_q, Row(distances))),
                 [&](double, auto h, auto i, auto r) { return dot(q[h][i], E_rel[h][relative_row(r, T_q, clip)]); });
}

// The plain way: every cell looks up its own distance. 0 where there is no such distance.
inline Heads relative(const Heads& q, const Heads& E_rel, std::size_t T_k, std::size_t distances, std::size_t clip) {
  const std::size_t T_q = q[0].size();
  return changed(Heads(q.size(), Rows(T_q, Row(T_k))), [&](double, auto h, auto i, auto j) {
    const std::size_t r = j + (T_q - 1) - i;
    return r < distances ? dot(q[h][i], E_rel[h][relative_row(r, T_q, clip)]) : 0;
  });
}

// A column of zeros put before each row, the numbers read anew as rows of T_q, the first of them cut off, and the rest
// read as T_q rows again, of which the first T_k columns stay. Right where the distance is among those of qe; where it
// is not (ahead, under a causal mask) it holds what the next row left there.
inline Heads skewed(const Heads& qe, std::size_t T_k) {
  Heads result;
  for (const Rows& head : qe) {
    const std::size_t T_q = head.size(), R = head[0].size();
    Row padded;
    for (const Row& row : head) {
      padded.push_back(0);
      padded.insert(padded.end(), row.begin(), row.end());
    }
    const Row cut(padded.begin() + static_cast<std::ptrdiff_t>(T_q), padded.end());
    Rows rows(T_q, Row(T_k));
    for (std::size_t i = 0; i < T_q; ++i) {
      for (std::size_t j = 0; j < T_k; ++j) rows[i][j] = cut[i * R + j];
    }
    result.push_back(rows);
  }
  return result;
}

}  // namespace reference
