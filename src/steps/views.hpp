// Rows of the trace's memory, as arrays for xtensor expressions. `assign` and `sum_of` evaluate an expression number by
// number, because xtensor's own assignment is built for large arrays and slow for a row of a few numbers.
#pragma once

#include <array>
#include <cstddef>

#include "../trace/row_block.hpp"

#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/generators/xbuilder.hpp>

namespace self_attention::steps {

// `count` numbers of memory that the array does not own.
template <class Number>
auto row_at(Number* numbers, std::size_t count) {
  return xt::adapt(numbers, count, xt::no_ownership(), std::array{count});
}

// One row that a block writes, or of an input that it reads.
inline auto output_row(const RowBlock& block, std::size_t row) {
  return row_at(block.out + row * block.width(), block.width());
}
inline auto input_row(const RowBlock& block, std::size_t index, std::size_t row) {
  const std::size_t width = block.input(index).width;
  return row_at(block.rows_of(index) + row * width, width);
}

// All rows of a block in one, for operations on each number by itself.
inline auto output_of(const RowBlock& block) {
  return row_at(block.out, block.count() * block.width());
}
inline auto input_of(const RowBlock& block, std::size_t index) {
  return row_at(block.rows_of(index), block.count() * block.input(index).width);
}

// Every second number of a row, from the first or from the second: sines and cosines alternate.
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

// One number of an expression. Without strides it is read by its index in memory, which compilers can vectorise.
template <class Expression>
decltype(auto) element(Expression&& expression, std::size_t index) {
  if constexpr (std::decay_t<Expression>::static_layout == xt::layout_type::dynamic) {
    return expression(index);
  } else {
    return expression.data_element(index);
  }
}

template <class Row, class Expression>
void assign(Row&& row, const Expression& expression) {
  using Number = typename std::decay_t<Row>::value_type;
  for (std::size_t index = 0; index < row.size(); ++index) {
    element(row, index) = static_cast<Number>(element(expression, index));
  }
}

// Added from 0 in the order of the row.
template <class Expression>
auto sum_of(const Expression& expression) {
  typename Expression::value_type sum = 0;
  for (std::size_t index = 0; index < expression.shape(0); ++index) sum += expression.data_element(index);
  return sum;
}

}  // namespace self_attention::steps
