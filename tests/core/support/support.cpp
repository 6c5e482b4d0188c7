#include "support.hpp"

#include <algorithm>
#include <cmath>

#include "dimensions.hpp"
#include "evaluate.hpp"
#include "random.hpp"

namespace self_attention::testing {
namespace {

using reference::Array;

Tensor tensor_from(const Array& array) {
  Tensor tensor = Tensor::of_shape(array.shape);
  std::ranges::transform(array.numbers, tensor.data(), [](double number) { return static_cast<float>(number); });
  return tensor;
}

bool same(double actual, double expected, double bound) {
  if (std::isnan(expected)) return std::isnan(actual);
  return std::isfinite(expected) ? std::abs(actual - expected) <= bound : actual == expected;
}

std::string compare(const Tensor& actual, const Array& expected, double tolerance) {
  if (shape_of(actual) != expected.shape) {
    return joined("shape is ", shape_text(actual), ", expected ", shape_text(Tensor::of_shape(expected.shape)));
  }
  double largest = 0;
  for (const double number : expected.numbers) {
    if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
  }
  for (std::size_t at = 0; at < expected.numbers.size(); ++at) {
    const double number = actual.data()[at];
    const double right =
        tolerance == 0 ? static_cast<double>(static_cast<float>(expected.numbers[at])) : expected.numbers[at];
    if (!same(number, right, tolerance * largest)) {
      return joined("element ", at, " of ", shape_text(actual), " is ", number, ", expected ", right, " ± ",
                    tolerance * largest);
    }
  }
  return "";
}

// A pointer walk over a tensor's last two axes.
Rows take_matrix(const float*& from, std::size_t rows, std::size_t columns) {
  Rows matrix(rows);
  for (Row& row : matrix) {
    row.assign(from, from + columns);
    from += columns;
  }
  return matrix;
}

}  // namespace

Tensor vector(const Row& numbers) {
  return tensor_from(Array(numbers));
}
Tensor matrix(const Rows& rows) {
  return tensor_from(Array(rows));
}
Tensor heads(const Heads& matrices) {
  return tensor_from(Array(matrices));
}

Tensor filled(const Shape& shape, float number) {
  Tensor tensor = Tensor::of_shape(shape);
  std::fill_n(tensor.data(), tensor.size(), number);
  return tensor;
}

Tensor random_tensor(const Shape& shape, std::uint32_t seed, double spread) {
  Tensor tensor = Tensor::of_shape(shape);
  Pcg32 random(seed, 0);
  std::generate_n(tensor.data(), tensor.size(),
                  [&] { return static_cast<float>(spread * (2 * random.uniform() - 1)); });
  return tensor;
}

Shape shape_of(const Tensor& tensor) {
  return {tensor.shape().begin(), tensor.shape().end()};
}

Row row_of(const Tensor& tensor) {
  return Row(tensor.data(), tensor.data() + tensor.size());
}

Rows matrix_of(const Tensor& tensor) {
  REQUIRE(tensor.rank() == 2);
  const float* from = tensor.data();
  return take_matrix(from, tensor.extent(0), tensor.extent(1));
}

Heads heads_of(const Tensor& tensor) {
  REQUIRE(tensor.rank() == 3);
  return batches_of(tensor)[0];
}

Batches batches_of(const Tensor& tensor) {
  const std::size_t rank = tensor.rank();
  const auto extent = [&](std::size_t axis) { return axis + rank < 4 ? 1 : tensor.extent(axis + rank - 4); };
  const float* from = tensor.data();
  Batches batches(extent(0), Heads(extent(1)));
  for (Heads& batch : batches) {
    for (Rows& head : batch) head = take_matrix(from, extent(2), extent(3));
  }
  return batches;
}

std::string difference(const Tensor& actual, const Array& expected, double tolerance) {
  return compare(actual, expected, tolerance);
}
std::string difference(const Tensor& actual, const Tensor& expected) {
  Array array(row_of(expected));
  array.shape = shape_of(expected);
  return compare(actual, array, 0);
}

std::string text_of(const Check& wrong) {
  return wrong ? joined(wrong->code, " ", wrong->path, ": ", wrong->message()) : "";
}

Result<AttentionResult> attention_on(const Tensor& q, const Tensor& k, const Tensor& v,
                                     const AttentionOptions& options) {
  AttentionResult result;
  if (auto wrong = scaled_dot_product_attention(q, k, v, options, result)) return *wrong;
  return result;
}

std::string without(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (text.find(word) == std::string::npos) return joined("no \"", word, "\" in \"", text, "\"");
  }
  return "";
}

const Tensor& tensor_of(const Trace& trace, std::string_view name) {
  const TraceTensor* found = trace.find(name);
  INFO(std::string(name));
  REQUIRE(found != nullptr);
  return found->tensor;
}

Tensor computed(const Alone& step) {
  Trace trace;
  trace.scene = std::make_unique<Scene>();
  const auto traced = [&](const Shape& shape) -> TraceTensor& {
    TraceTensor& made = trace.steps.emplace_back();
    made.name = "made";
    std::ranges::copy(shape, made.shape.extents.begin());
    made.heads = shape.size() == 3 ? shape[0] : 1;
    made.rows = shape[shape.size() == 3 ? 1 : 0];
    made.width = shape.size() == 1 ? 1 : shape.back();
    return made;
  };
  Computation computation{.compute = step.compute,
                          .constants = step.constants,
                          .given = step.given,
                          .in_place = step.in_place,
                          .needs_all_rows = step.needs_all_rows};
  std::size_t place = 0;
  for (const auto& [tensors, dependency] :
       {std::pair{&step.same_row, Dependency::same_row}, std::pair{&step.keys, Dependency::keys},
        std::pair{&step.all_rows, Dependency::all_rows}}) {
    for (const Tensor& tensor : *tensors) {
      TraceTensor& read = traced(shape_of(tensor));
      read.tensor = tensor;
      read.done.assign(read.rows, 1);
      computation.inputs[place++] = {&read, dependency};
    }
  }
  TraceTensor& own = traced(step.shape);
  own.computation = computation;
  // Whatever is asked for first, the numbers are the same.
  Evaluator evaluator(trace);
  std::vector<float> row(own.width);
  REQUIRE(text_of(evaluator.read(own, own.heads - 1, {own.rows - 1, own.rows}, {0, own.width}, row.data())) == "");
  REQUIRE(text_of(evaluator.compute_all()) == "");
  return own.tensor;
}

Scene small_scene(std::size_t tokens, std::size_t d_model) {
  Scene scene;
  for (std::size_t token = 0; token < tokens; ++token) scene.tokens.push_back("word" + std::to_string(token));
  scene.embedding.d_model = d_model;
  scene.embedding.draw.seed = 1;
  scene.parameters.draw.distribution = Distribution::xavier;
  scene.parameters.draw.seed = 2;
  return scene;
}

}  // namespace self_attention::testing
