// What the oracle counts with: nested rows of doubles, and the few products that everything is made of.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace reference {

using Row = std::vector<double>;
using Rows = std::vector<Row>;       // [row][column]
using Heads = std::vector<Rows>;     // [head][token][column]
using Batches = std::vector<Heads>;  // one axis more in front

inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline double dot(const Row& a, const Row& b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += a[c] * b[c];
  return sum;
}

// x · w + b; no b: empty.
inline Rows affine(const Rows& x, const Rows& w, const Row& b) {
  Rows y(x.size(), Row(w[0].size(), 0.0));
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t n = 0; n < w[0].size(); ++n) {
      for (std::size_t m = 0; m < w.size(); ++m) y[i][n] += x[i][m] * w[m][n];
      if (!b.empty()) y[i][n] += b[n];
    }
  }
  return y;
}

inline Rows sum(const Rows& a, const Rows& b) {
  Rows total = a;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t n = 0; n < a[i].size(); ++n) total[i][n] += b[i][n];
  }
  return total;
}

// Columns h·d … (h+1)·d − 1 are head h.
inline Heads split(const Rows& projected, std::size_t heads) {
  const std::size_t d = projected[0].size() / heads;
  Heads result(heads, Rows(projected.size(), Row(d)));
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t i = 0; i < projected.size(); ++i) {
      for (std::size_t c = 0; c < d; ++c) result[h][i][c] = projected[i][h * d + c];
    }
  }
  return result;
}

inline Rows side_by_side(const Heads& z) {
  Rows merged(z[0].size());
  for (const Rows& head : z) {
    for (std::size_t i = 0; i < head.size(); ++i) merged[i].insert(merged[i].end(), head[i].begin(), head[i].end());
  }
  return merged;
}

// Each cell (h, i, j) of a picture, made from what it was.
template <class Change>
Heads changed(Heads picture, Change change) {
  for (std::size_t h = 0; h < picture.size(); ++h) {
    for (std::size_t i = 0; i < picture[h].size(); ++i) {
      for (std::size_t j = 0; j < picture[h][i].size(); ++j) picture[h][i][j] = change(picture[h][i][j], h, i, j);
    }
  }
  return picture;
}

// Any of them as a shape and its numbers in a row.
struct Array {
  std::vector<std::size_t> shape;
  Row numbers;

  Array() = default;
  Array(const Row& row) : shape{row.size()}, numbers(row) {}
  template <class Inner>
  Array(const std::vector<std::vector<Inner>>& nested) : shape{nested.size()} {
    for (const auto& inner : nested) {
      const Array array(inner);
      if (shape.size() == 1) shape.insert(shape.end(), array.shape.begin(), array.shape.end());
      numbers.insert(numbers.end(), array.numbers.begin(), array.numbers.end());
    }
  }
};

}  // namespace reference
