// What the tests share. Comparisons answer with text, "" meaning "as it should be", so that a failure says which cell
// and which numbers.
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

// Tensors from numbers …
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

// "" when the shapes are the same and no cell is further off than tolerance · the largest finite |expected|. 0 asks for
// the same float32 numbers. NaN and infinities are right only where they are expected.
std::string difference(const Tensor& actual, const Array& expected, double tolerance);
// Bit for bit, but for NaN, which only has to be one too.
std::string difference(const Tensor& actual, const Tensor& expected);

// The pieces side by side.
template <class... Pieces>
std::string joined(const Pieces&... pieces) {
  std::ostringstream text;
  (text << ... << pieces);
  return text.str();
}

// "code path: message", or "" when there is no error.
std::string text_of(const Check& wrong);

template <class Value>
std::string text_of(const Result<Value>& result) {
  const Error* wrong = std::get_if<Error>(&result);
  return text_of(wrong ? Check(*wrong) : Check());
}

// "" when every one of `words` is in the text, else the text and the word it lacks.
std::string without(const std::string& text, const std::vector<std::string>& words);

template <class Value>
std::string code_of(const Result<Value>& result) {
  const Error* wrong = std::get_if<Error>(&result);
  return wrong ? std::string(wrong->code) : "";
}

// The value; the test ends here, with the error's text, when there is none.
template <class Value>
Value value_of(Result<Value> result) {
  REQUIRE(text_of(result) == "");
  return std::get<Value>(std::move(result));
}

// scaled_dot_product_attention, as a value.
Result<AttentionResult> attention_on(const Tensor& q, const Tensor& k, const Tensor& v,
                                     const AttentionOptions& options);

// The trace's tensor of that name; the test ends here when there is none.
const Tensor& tensor_of(const Trace& trace, std::string_view name);

// What a step computes on its own of what it reads (`all_rows`: its parameters): each head's rows are `shape`'s last
// axis but one and before. `in_place`: begins as the first of them.
struct Alone {
  Compute compute;
  Shape shape;
  std::vector<Tensor> same_row{};
  std::vector<Tensor> keys{};
  std::vector<Tensor> all_rows{};
  std::array<double, 7> constants{};
  bool in_place = false, needs_all_rows = false;
  const Tensor* given = nullptr;
};
Tensor computed(const Alone& step);

// A scene that works: `tokens` words of a random embedding, one head, random parameters.
Scene small_scene(std::size_t tokens = 3, std::size_t d_model = 4);

}  // namespace self_attention::testing
