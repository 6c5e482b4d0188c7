// Shared helpers. Comparisons return text: "" if all is well, else the cell and the numbers that differ.
#pragma once

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <xtensor/containers/xtensor.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/misc/xmanipulation.hpp>
#include <xtensor/views/xview.hpp>

#include "attention.hpp"
#include "reference.hpp"
#include "steps/steps.hpp"

namespace self_attention::testing {

using reference::Array;
using Row = xt::xtensor<double, 1>;
using Rows = xt::xtensor<double, 2>;
using Heads = xt::xtensor<double, 3>;
using Shape = std::vector<std::size_t>;

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

// Make tensors from numbers …
Tensor vector(const Row& numbers);
Tensor matrix(const Rows& rows);
Tensor heads(const Heads& matrices);
Tensor filled(const Shape& shape, float number);
// … uniform in ±spread.
Tensor random_tensor(const Shape& shape, std::uint32_t seed, double spread = 1);

// … and back; row_of has the numbers of any shape one after the other.
Shape shape_of(const Tensor& tensor);
Array array_of(const Tensor& tensor);
Row row_of(const Tensor& tensor);
Rows matrix_of(const Tensor& tensor);
Heads heads_of(const Tensor& tensor);

// "" if the shapes are equal and every cell is within tolerance · the largest finite |expected|. A tolerance of 0 means
// equal float32 numbers. NaN and infinities must match.
std::string difference(const Tensor& actual, const Array& expected, double tolerance);
// The same with tolerance 0.
std::string difference(const Tensor& actual, const Tensor& expected);

// Concatenates the pieces.
template <class... Pieces>
std::string joined(const Pieces&... pieces) {
  std::ostringstream text;
  (text << ... << pieces);
  return text.str();
}

// "code path: message", or "" if there is no error.
std::string text_of(const MaybeError& wrong);

template <class Value>
std::string text_of(const Result<Value>& result) {
  const Error* wrong = std::get_if<Error>(&result);
  return text_of(wrong ? MaybeError(*wrong) : MaybeError());
}

// "" if the text contains all `words`, else the text and the missing word.
std::string without(const std::string& text, const std::vector<std::string>& words);

template <class Value>
std::string code_of(const Result<Value>& result) {
  const Error* wrong = std::get_if<Error>(&result);
  return wrong ? std::string(wrong->code) : "";
}

// The value. If there is an error instead, the test ends here with its text.
template <class Value>
Value value_of(Result<Value> result) {
  REQUIRE(text_of(result) == "");
  return std::get<Value>(std::move(result));
}

// scaled_dot_product_attention, as a value.
Result<AttentionResult> attention_on(const Tensor& q, const Tensor& k, const Tensor& v,
                                     const AttentionOptions& options);

// The trace's tensor of that name. The test ends here if it is missing.
const Tensor& tensor_of(const Trace& trace, std::string_view name);

// What one step computes from these inputs, outside any scene. A shape of three axes has heads.
Tensor computed(const Op& op, const Shape& shape, const std::vector<Tensor>& inputs);

// A valid scene: `tokens` words with a random embedding, one head, random parameters.
Scene small_scene(std::size_t tokens = 3, std::size_t d_model = 4);

}  // namespace self_attention::testing
