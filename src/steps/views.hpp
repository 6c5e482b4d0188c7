// The trace's memory as rows that xtensor's expressions are made of. An expression of rows is computed number by
// number: xtensor's own assignment of several axes at once is made for large arrays, and slow for a row of a few.
#pragma once

#include <array>
#include <cstddef>

#include "../trace/computation.hpp"

#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/generators/xbuilder.hpp>

namespace self_attention::steps {

// `count` numbers that belong to somebody else.
template <class Number>
auto row_at(Number* numbers, std::size_t count) {
  return xt::adapt(numbers, count, xt::no_ownership(), std::array{count});
}

// Row `at` of what a block writes, and of what it reads.
inline auto output_row(const RowBlock& block, std::size_t at) {
  return row_at(block.out + at * block.width(), block.width());
}
inline auto input_row(const RowBlock& block, std::size_t index, std::size_t at) {
  const std::size_t width = block.input(index).width;
  return row_at(block.rows_of(index) + at * width, width);
}

// All rows at once, for what is done to each number alone.
inline auto output_of(const RowBlock& block) {
  return row_at(block.out, block.count() * block.width());
}
inline auto input_of(const RowBlock& block, std::size_t index) {
  return row_at(block.rows_of(index), block.count() * block.input(index).width);
}

// Every other number of a row, from the first and from the second: the pairs of columns that sines and cosines are of.
template <class Row>
auto every_other(Row& row, std::size_t first) {
  const std::size_t count = (row.size() + 1 - first) / 2;
  return xt::adapt(row.data() + first, count, xt::no_ownership(), std::array{count}, std::array{std::size_t{2}});
}
template <class Row>
auto even(Row& row) {
  return every_other(row, 0);
}
template <class Row>
auto odd(Row& row) {
  return every_other(row, 1);
}

// Number `at`. Where there are no strides none are read, so that compilers take several numbers at a time.
template <class Expression>
decltype(auto) element(Expression&& expression, std::size_t at) {
  if constexpr (std::decay_t<Expression>::static_layout == xt::layout_type::dynamic) {
    return expression(at);
  } else {
    return expression.data_element(at);
  }
}

template <class Row, class Expression>
void assign(Row&& row, const Expression& expression) {
  using Number = typename std::decay_t<Row>::value_type;
  for (std::size_t at = 0; at < row.size(); ++at) {
    element(row, at) = static_cast<Number>(element(expression, at));
  }
}

// In the order of the row, from 0.
template <class Expression>
auto sum_of(const Expression& expression) {
  typename Expression::value_type sum = 0;
  for (std::size_t at = 0; at < expression.shape(0); ++at) sum += expression.data_element(at);
  return sum;
}

}  // namespace self_attention::steps
